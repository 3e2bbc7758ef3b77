// The shortest way between two nodes, over lines that the filters let through; background terms are no way. Wider
// terms, which no sentence states, are taken only where sentences alone lead nowhere.

let lastPath = { key: "", nodes: [], edges: [] };

function shortestPath(from, to) {
  const key = JSON.stringify([from, to, state.minimumScore, [...state.hiddenRelations]]);
  if (lastPath.key !== key) lastPath = { key, ...wayBetween(from, to) };
  return lastPath;
}

function wayBetween(from, to) {
  const stated = breadthFirst(from, to, (edge) => edge.said.length > 0);
  return stated.nodes.length ? stated : breadthFirst(from, to, () => true);
}

function breadthFirst(from, to, leads) {
  const cameBy = new Map([[from, null]]);
  let front = [from];
  while (front.length && !cameBy.has(to)) {
    const next = [];
    for (const index of front) {
      for (const edge of edgesAt[index]) {
        const other = otherEnd(edge, index);
        if (cameBy.has(other) || !leads(edge) || !edgePasses(edge) || (nodes[other].background && other !== to))
          continue;
        cameBy.set(other, edge);
        next.push(other);
      }
    }
    front = next;
  }
  return cameBy.has(to) ? walkBack(cameBy, to) : { nodes: [], edges: [] };
}

function walkBack(cameBy, to) {
  const way = { nodes: [to], edges: [] };
  for (let edge = cameBy.get(to); edge; edge = cameBy.get(way.nodes[0])) {
    way.nodes.unshift(otherEnd(edge, way.nodes[0]));
    way.edges.unshift(edge);
  }
  return way;
}

function pathEdges() {
  return new Set(shortestPath(...state.path).edges.map((edge) => edge.index));
}

function pathButton(index) {
  if (state.pathFrom === null || state.pathFrom === index) {
    return element(
      "button",
      {
        type: "button",
        id: "path",
        "aria-pressed": String(state.pathFrom === index),
        click: () => startPath(state.pathFrom === index ? null : index),
      },
      state.pathFrom === index ? "Choose the other end…" : "Path from here",
    );
  }
  return element(
    "button",
    { type: "button", id: "path", click: () => endPath(index) },
    `Path from ${shortened(labelOf(state.pathFrom))}`,
  );
}

function startPath(index) {
  state.pathFrom = index;
  changed({ remember: false });
}

function endPath(index) {
  state.path = [state.pathFrom, index];
  state.pathFrom = null;
  changed({ remember: true });
  if (shortestPath(...state.path).nodes.length) fit(shortestPath(...state.path).nodes);
}

function pathPanel() {
  const [from, to] = state.path;
  const way = shortestPath(from, to);
  const steps = way.edges.flatMap((edge, step) => [
    element("section", { class: "connection" }, ...statementsOf(edge)),
    nodeButton(way.nodes[step + 1]),
  ]);
  return [
    element("div", { class: "crumbs" }, element("button", { type: "button", click: () => choose(null) }, "← Overview")),
    element("h2", { tabindex: "-1" }, `From ${labelOf(from)} to ${labelOf(to)}`),
    element(
      "p",
      {},
      way.nodes.length
        ? `${plural(way.edges.length, "step")}, with the sentences that make them.`
        : "No way leads from one to the other with these filters.",
    ),
    way.nodes.length ? nodeButton(from) : null,
    ...steps,
  ];
}
