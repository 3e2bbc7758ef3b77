// The legend, which is the filter too, and the other filters.

const byId = (id) => document.getElementById(id);

function presentKinds() {
  const possible = nodes.filter((node) => state.minor || !node.minor);
  return KINDS.filter(({ kind }) => possible.some((node) => node.group === kind));
}

const presentBits = edges.reduce((bits, edge) => bits | edge.relations, 0);

function presentRelations() {
  return RELATIONS.filter((_, index) => presentBits & (2 ** index));
}

function tick(label, checked, icon, change) {
  const box = element("input", { type: "checkbox", change: (event) => change(event.currentTarget.checked) });
  box.checked = checked;
  return element("label", { class: "tick" }, box, icon, element("span", {}, label));
}

function lineIcon(relation) {
  const icon = document.createElementNS(SVG, "svg");
  const line = document.createElementNS(SVG, "path");
  for (const [key, value] of Object.entries({ viewBox: "0 0 28 10", width: 28, height: 10, "aria-hidden": "true" }))
    icon.setAttribute(key, value);
  const style = {
    d: relation.arrow ? "M0,5H27M22,1.5L27,5L22,8.5" : "M0,5H28",
    fill: "none",
    stroke: paint(relation.strong ? "ink-line" : "line"),
    "stroke-width": relation.width,
  };
  if (relation.dashes) style["stroke-dasharray"] = relation.dashes.join(" ");
  for (const [key, value] of Object.entries(style)) line.setAttribute(key, value);
  icon.append(line);
  return icon;
}

function flip(set, member, on) {
  if (on) set.delete(member);
  else set.add(member);
  changed({ remember: false });
}

function fillFilters() {
  byId("kinds").replaceChildren(
    ...presentKinds().map(({ kind, plural: words }) =>
      tick(words, !state.hiddenKinds.has(kind), shapeIcon(kind), (on) => flip(state.hiddenKinds, kind, on)),
    ),
    element("p", { class: "note" }, "Hollow: only one paper has it. Larger: more papers have it."),
  );
  byId("relations").replaceChildren(
    ...presentRelations().map((relation) =>
      tick(relation.name, !state.hiddenRelations.has(relation.name), lineIcon(relation), (on) =>
        flip(state.hiddenRelations, relation.name, on),
      ),
    ),
    element("p", { class: "note" }, "Fainter: a lower score."),
  );
  byId("minimum-papers").value = state.minimumPapers;
  byId("minimum-score").value = state.minimumScore;
  byId("year-from").value = state.years[0] ?? "";
  byId("year-to").value = state.years[1] ?? "";
  byId("venue").value = state.venue;
  byId("switches").replaceChildren(...switches());
}

function switches() {
  const between = linesBetween(current.shown);
  const list = [
    tick("lines between groups", between, null, (on) => {
      state.lines = on;
      changed({ remember: false });
    }),
  ];
  const minor = nodes.filter((node) => node.minor).length;
  if (minor)
    list.push(
      tick(`${plural(minor, "term")} of one paper alone, no named things`, state.minor, null, (on) => {
        state.minor = on;
        changed({ remember: false });
      }),
    );
  const background = nodes.filter((node) => node.background).length;
  if (background)
    list.push(
      tick(`${plural(background, "background term")} (in over 15 % of the papers)`, state.background, null, (on) => {
        state.background = on;
        changed({ remember: false });
      }),
    );
  return list;
}

function numberIn(id) {
  const value = byId(id).value;
  return value === "" || Number.isNaN(Number(value)) ? null : Number(value);
}

function readNumbers() {
  state.minimumPapers = Math.max(1, numberIn("minimum-papers") ?? 1);
  state.minimumScore = Math.min(1, Math.max(0, numberIn("minimum-score") ?? 0));
  state.years = [numberIn("year-from"), numberIn("year-to")];
  state.venue = byId("venue").value;
  changed({ remember: false });
}

function resetFilters() {
  Object.assign(state, {
    hiddenKinds: new Set(),
    hiddenRelations: new Set(),
    minimumPapers: 1,
    minimumScore: 0,
    years: [null, null],
    venue: "",
    background: false,
    minor: false,
    opened: new Set(),
    lines: null,
  });
  changed({ remember: true });
}

function startFilters() {
  const papers = nodes.filter((node) => node.isPaper);
  const venues = [...new Set(papers.map((paper) => paper.venue).filter(Boolean))].sort();
  const years = [...new Set(papers.map((paper) => paper.year).filter(Boolean))].sort((a, b) => a - b);
  byId("venue").replaceChildren(
    element("option", { value: "" }, "any"),
    ...venues.map((venue) => element("option", { value: venue }, venue)),
  );
  byId("venues").hidden = venues.length < 2;
  byId("years").hidden = years.length < 2;
  if (years.length) {
    byId("year-from").placeholder = String(years[0]);
    byId("year-to").placeholder = String(years[years.length - 1]);
  }
  for (const id of ["minimum-papers", "minimum-score", "year-from", "year-to", "venue"])
    byId(id).addEventListener("change", readNumbers);
  byId("reset").addEventListener("click", resetFilters);
  byId("filters").addEventListener("submit", (event) => {
    event.preventDefault();
    readNumbers();
  });
  byId("legend").open = window.innerWidth > 900;
}
