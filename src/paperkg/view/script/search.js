// Search over labels and aliases, with the keyboard: arrows choose, Enter opens, Escape closes.

const searchBox = document.getElementById("search");
const found = document.getElementById("found");
const MOST_FOUND = 30;
const search = { hits: [], active: -1 };

function plain(text) {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[\s\-–—_]+/g, " ")
    .trim();
}

let searchable = null; // the names of each node, made at the first search

function names() {
  searchable =
    searchable ||
    nodes.map((node) => {
      const known = [node.label, ...node.aliases];
      if (node.title !== node.label) known.push(node.title);
      return known.map((text) => ({ text, plain: plain(text) }));
    });
  return searchable;
}

function findNodes(query) {
  const wanted = plain(query);
  if (!wanted) return [];
  const hits = [];
  names().forEach((known, index) => {
    const matching = known.filter((each) => each.plain.includes(wanted));
    if (matching.length === 0) return;
    const best = Math.min(...matching.map((each) => closeness(each.plain, wanted)));
    hits.push({
      index,
      best,
      alias: matching.some((each) => each.text === nodes[index].label) ? "" : matching[0].text,
    });
  });
  return hits.sort((a, b) => a.best - b.best || rank[a.index] - rank[b.index]).slice(0, MOST_FOUND);
}

function closeness(text, wanted) {
  if (text === wanted) return 0;
  if (text.startsWith(wanted)) return 1;
  return text.includes(` ${wanted}`) ? 2 : 3;
}

function showFound() {
  search.hits = findNodes(searchBox.value);
  search.active = search.hits.length ? 0 : -1;
  const options = search.hits.map((hit, position) =>
    element(
      "li",
      {
        role: "option",
        id: `found-${position}`,
        "aria-selected": String(position === 0),
        mousedown: (event) => {
          event.preventDefault();
          take(position);
        },
      },
      shapeIcon(nodes[hit.index].group),
      element("span", {}, labelOf(hit.index)),
      hit.alias ? element("small", { class: "alias" }, hit.alias) : null,
    ),
  );
  const nothing = searchBox.value.trim() && options.length === 0;
  found.replaceChildren(
    ...(nothing
      ? [
          element(
            "li",
            { class: "none", role: "option", "aria-disabled": "true", "aria-selected": "false" },
            "Nothing has that name",
          ),
        ]
      : options),
  );
  open(options.length > 0 || Boolean(nothing));
}

function open(shown) {
  found.hidden = !shown;
  searchBox.setAttribute("aria-expanded", String(shown));
  if (shown && search.active >= 0) searchBox.setAttribute("aria-activedescendant", `found-${search.active}`);
  else searchBox.removeAttribute("aria-activedescendant");
}

function activate(position) {
  if (search.hits.length === 0) return;
  search.active = (position + search.hits.length) % search.hits.length;
  for (const [each, option] of [...found.children].entries())
    option.setAttribute("aria-selected", String(each === search.active));
  found.children[search.active].scrollIntoView({ block: "nearest" });
  open(true);
}

function take(position) {
  const hit = search.hits[position];
  if (!hit) return;
  open(false);
  searchBox.value = "";
  choose(hit.index, true);
}

function onSearchKey(event) {
  if (event.key === "ArrowDown") activate(search.active + 1);
  else if (event.key === "ArrowUp") activate(search.active - 1);
  else if (event.key === "Enter") take(search.active);
  else if (event.key === "Escape") open(false);
  else return;
  event.preventDefault();
}

function startSearch() {
  searchBox.addEventListener("input", showFound);
  searchBox.addEventListener("keydown", onSearchKey);
  searchBox.addEventListener("blur", () => open(false));
  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName);
    if (event.key === "/" && !typing) {
      event.preventDefault();
      searchBox.focus();
    }
    if (event.key === "Escape" && !typing) choose(null);
  });
}
