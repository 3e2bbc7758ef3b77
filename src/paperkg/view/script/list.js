// The same selection as text: for screen readers, and for whoever would rather read.

const list = document.getElementById("list");

function showList() {
  if (state.view !== "list") return;
  const shown = [...(current.bright || current.shown)].filter((index) => current.shown.has(index));
  const groups = data.communities.map((community, index) => ({
    title: community.name || "Unnamed group",
    members: shown.filter((number) => nodes[number].community === index),
  }));
  const rest = shown.filter((number) => nodes[number].community < 0);
  groups.push({ title: "Papers that share nothing with the rest", members: rest });
  const { left } = current.selected;
  list.replaceChildren(
    element("h2", {}, current.bright ? "What is linked to the choice" : "All that the map shows"),
    element("p", {}, `${plural(shown.length, "node")}${left ? `; ${plural(left, "node")} left out` : ""}.`),
    element("div", { class: "columns" }, groups.filter((group) => group.members.length).flatMap(groupView)),
  );
}

function groupView({ title, members }) {
  const ordered = [...members].sort(
    (a, b) =>
      Number(nodes[a].isPaper) - Number(nodes[b].isPaper) || nodes[b].papers - nodes[a].papers || rank[a] - rank[b],
  );
  return [
    element("h3", {}, title),
    element(
      "ul",
      { class: "plain" },
      ordered.map((index) => element("li", {}, nodeButton(index, describe(nodes[index])))),
    ),
  ];
}

function describe(node) {
  if (node.isPaper) return ["Paper", node.venue, node.year].filter(Boolean).join(", ");
  return `${node.kinds.join(", ")}, ${plural(node.papers, "paper")}`;
}

function setView(view) {
  state.view = view;
  changed({ remember: true });
}

function showView() {
  const asList = state.view === "list";
  list.hidden = !asList;
  byId("stage").hidden = asList;
  byId("show-list").setAttribute("aria-pressed", String(asList));
  byId("show-map").setAttribute("aria-pressed", String(!asList));
}
