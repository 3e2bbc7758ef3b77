// The side panel: everything is made of elements and text, never of markup.

const panel = document.getElementById("panel");
const MOST_PHRASES = 8;
let panelShown = 0; // how often: texts that come late are for the last time alone
const SVG = "http://www.w3.org/2000/svg";

// Returns an element; attributes whose value is a function are listeners, children are elements or text.
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key, value);
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(key, value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return made;
}

function shapeIcon(kind, hollow = false) {
  const shape =
    {
      Paper: "square",
      Task: "triangle",
      Method: "diamond",
      Model: "hexagon",
      Dataset: "triangleDown",
      Benchmark: "triangleDown",
      Metric: "star",
    }[kind] || "dot";
  const icon = document.createElementNS(SVG, "svg");
  const path = document.createElementNS(SVG, "path");
  for (const [key, value] of Object.entries({
    viewBox: "-1.4 -1.4 2.8 2.8",
    width: 16,
    height: 16,
    "aria-hidden": "true",
  }))
    icon.setAttribute(key, value);
  for (const [key, value] of Object.entries({
    d: outline(shape),
    fill: hollow ? "none" : color(kind),
    stroke: color(kind),
    "stroke-width": 0.25,
  }))
    path.setAttribute(key, value);
  icon.append(path);
  return icon;
}

function nodeButton(index, note = "") {
  const node = nodes[index];
  return element(
    "button",
    { type: "button", class: "node", click: () => choose(index, true) },
    shapeIcon(node.group),
    element("span", {}, node.label),
    note ? element("small", {}, note) : null,
  );
}

function safeLink(label, address) {
  let parsed;
  try {
    parsed = new URL(address);
  } catch {
    return null;
  }
  if (parsed.protocol !== "https:" && parsed.protocol !== "http:") return null;
  return element("a", { href: parsed.href, rel: "noopener noreferrer", target: "_blank" }, label);
}

function showPanel() {
  const build = () =>
    state.path.length === 2 ? pathPanel() : state.focus === null ? overview() : nodePanel(state.focus);
  panelShown += 1;
  const turn = panelShown;
  panel.setAttribute("aria-busy", "true");
  panel.scrollTop = 0;
  whenRead(build, (content) => {
    if (turn !== panelShown) return;
    const focused = panel.contains(document.activeElement) && document.activeElement.tagName === "H2";
    panel.replaceChildren(...content.filter(Boolean));
    if (focused) panel.querySelector("h2").focus({ preventScroll: true });
  }).then(() => {
    if (turn === panelShown) panel.setAttribute("aria-busy", "false");
  });
}

function nodePanel(index) {
  const node = nodes[index];
  return [
    element(
      "div",
      { class: "crumbs" },
      element("button", { type: "button", click: () => choose(null) }, "← Overview"),
      pathButton(index),
    ),
    element("h2", { tabindex: "-1" }, shapeIcon(node.group), " ", node.label),
    ...(node.isPaper ? paperFacts(node) : termFacts(node)),
    edgesAt[index].length > MOST_LINES
      ? element(
          "p",
          { class: "note" },
          `The map shows the best ${MOST_LINES} of ${plural(edgesAt[index].length, "line")}; all are below.`,
        )
      : null,
    ...connections(index),
  ];
}

function facts(pairs) {
  const list = element("dl");
  for (const [term, value] of pairs) {
    if (value && String(value).length) list.append(element("dt", {}, term), element("dd", {}, value));
  }
  return list.children.length ? list : null;
}

function paperFacts(node) {
  const paper = paperOf(node.index);
  const links = (paper.links || []).map(([label, address]) => safeLink(label, address)).filter(Boolean);
  return [
    node.title !== node.label ? element("p", { class: "title" }, node.title) : null,
    paper.authors ? element("p", { class: "authors" }, paper.authors.join(", ")) : null,
    facts([
      ["Published", [node.venue, node.year].filter(Boolean).join(", ")],
      ["Kind", paper.contribution],
      ["Read from", paper.source ? `${paper.source[0]}, record ${paper.source[1]}` : ""],
      ["Key phrases", (paper.keyphrases || []).slice(0, MOST_PHRASES).join(", ")],
    ]),
    links.length
      ? element(
          "p",
          { class: "links" },
          links.flatMap((link) => [link, " "]),
        )
      : null,
    paper.text
      ? element("details", { open: "", class: "abstract" }, element("summary", {}, "Abstract"), markedAbstract(node))
      : null,
  ];
}

function termFacts(node) {
  return [
    facts([
      ["Kind", node.kinds.join(", ")],
      ["Papers", node.papers.toLocaleString("en")],
      ["Also written", node.aliases.join(", ")],
    ]),
    node.background
      ? element("p", { class: "note" }, "So many papers have this term that the map treats it as background.")
      : null,
  ];
}

// The abstract with each term marked as a button that leads to it.
function markedAbstract(node) {
  const spans = spansIn(node);
  const text = paperOf(node.index).text;
  const paragraph = element("p");
  let reached = 0;
  for (const { start, end, target } of spans) {
    if (start < reached) continue;
    paragraph.append(
      text.slice(reached, start),
      element("button", { type: "button", class: "mark", click: () => choose(target, true) }, text.slice(start, end)),
    );
    reached = end;
  }
  paragraph.append(text.slice(reached));
  return paragraph;
}

function spansIn(node) {
  const spans = [];
  for (const edge of edgesAt[node.index]) {
    for (const statement of statementsIn(edge)) {
      for (const each of statement.evidence) {
        if (each.field === "text" && each.paper === node.index)
          spans.push({ start: each.start, end: each.end, target: otherEnd(edge, node.index) });
      }
    }
  }
  return spans.sort((a, b) => a.start - b.start || b.end - a.end);
}

function overview() {
  const { left, shown } = current.selected;
  const papers = nodes.filter((node) => node.isPaper).length;
  return [
    element("h2", { tabindex: "-1" }, "Where papers meet"),
    element(
      "p",
      {},
      `${plural(papers, "paper")} and ${plural(nodes.length - papers, "term")}. A line is a statement that a sentence makes; choose a node to read it.`,
    ),
    left > 0
      ? element(
          "p",
          { class: "note" },
          `Shown: ${plural(shown.size, "node")}, the most shared ones. Left out: ${plural(left, "node")}. Choose a group here or by its name on the map (where + counts what is folded away), search, or filter to see them.`,
        )
      : null,
    ...communityList(),
    ...topTerms(),
    data.alone.length
      ? element(
          "details",
          { class: "alone" },
          element(
            "summary",
            {},
            `${plural(data.alone.length, "paper")} that share${data.alone.length === 1 ? "s" : ""} nothing`,
          ),
          data.alone.map((index) => nodeButton(index)),
        )
      : null,
  ];
}

function communityList() {
  const named = data.communities
    .map((community, index) => ({ ...community, index }))
    .filter((community) => communityShown(community.index));
  if (named.length === 0) return [];
  const items = named.map((community) => {
    const members = nodes.filter((node) => node.community === community.index);
    const folded = current.folded.get(community.index) || 0;
    const note = `${plural(members.filter((node) => node.isPaper).length, "paper")}${folded ? `, ${folded.toLocaleString("en")} folded` : ""}`;
    return element(
      "li",
      {},
      element(
        "button",
        { type: "button", class: "node", click: () => visitCommunity(community.index) },
        element("span", {}, community.name || "Unnamed group"),
        element("small", {}, note),
      ),
    );
  });
  return [element("h3", {}, "Groups"), element("ul", { class: "plain" }, items)];
}

function visitCommunity(index) {
  if (current.folded.has(index)) openCommunity(index);
  else fit([...current.shown].filter((number) => nodes[number].community === index));
}

function topTerms() {
  return KINDS.slice(1).flatMap(({ kind, plural: words }) => {
    const best = nodes
      .filter((node) => node.group === kind && node.papers > 1 && !node.background)
      .sort((a, b) => b.papers - a.papers || rank[a.index] - rank[b.index])
      .slice(0, 6);
    if (best.length === 0) return [];
    return [
      element("h3", {}, `Shared ${words.toLowerCase()}`),
      element(
        "div",
        {},
        best.map((node) => nodeButton(node.index, plural(node.papers, "paper"))),
      ),
    ];
  });
}
