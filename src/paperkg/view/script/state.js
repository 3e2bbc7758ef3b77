// The state as the fragment of the address, so that a view can be shared and "back" works.

function nodeByName(text) {
  const index = nodes.findIndex((node) => node.key === text);
  return index < 0 ? null : index;
}

function asFragment() {
  const parameters = new URLSearchParams();
  const put = (key, value) => {
    if (value !== null && value !== "" && value !== undefined) parameters.set(key, value);
  };
  put("node", state.focus === null ? "" : nodes[state.focus].key);
  if (state.path.length === 2) for (const index of state.path) parameters.append("path", nodes[index].key);
  put("without", [...state.hiddenKinds].join(","));
  put(
    "no-lines",
    [...state.hiddenRelations].map((each) => RELATIONS.findIndex((relation) => relation.name === each)).join(","),
  );
  put("papers", state.minimumPapers > 1 ? state.minimumPapers : "");
  put("score", state.minimumScore > 0 ? state.minimumScore : "");
  put("from", state.years[0]);
  put("to", state.years[1]);
  put("venue", state.venue);
  put("open", [...state.opened].join(","));
  put("minor", state.minor ? "1" : "");
  put("background", state.background ? "1" : "");
  put("between", state.lines === null ? "" : String(Number(state.lines)));
  put("view", state.view === "map" ? "" : state.view);
  return parameters.toString();
}

function splitNumbers(text) {
  return (text || "")
    .split(",")
    .filter((part) => /^\d+$/.test(part))
    .map(Number);
}

function fromFragment(fragment) {
  const parameters = new URLSearchParams(fragment);
  const number = (key) => (/^\d+(\.\d+)?$/.test(parameters.get(key) || "") ? Number(parameters.get(key)) : null);
  const ends = parameters
    .getAll("path")
    .map(nodeByName)
    .filter((index) => index !== null);
  Object.assign(state, {
    focus: parameters.has("node") ? nodeByName(parameters.get("node")) : null,
    path: ends.length === 2 ? ends : [],
    pathFrom: null,
    hiddenKinds: new Set(
      (parameters.get("without") || "").split(",").filter((kind) => KINDS.some((each) => each.kind === kind)),
    ),
    hiddenRelations: new Set(
      splitNumbers(parameters.get("no-lines"))
        .filter((each) => RELATIONS[each])
        .map((each) => RELATIONS[each].name),
    ),
    minimumPapers: number("papers") ?? 1,
    minimumScore: number("score") ?? 0,
    years: [number("from"), number("to")],
    venue: parameters.get("venue") || "",
    opened: new Set(splitNumbers(parameters.get("open")).filter((each) => each < data.communities.length)),
    minor: parameters.get("minor") === "1",
    background: parameters.get("background") === "1",
    lines: parameters.has("between") ? parameters.get("between") === "1" : null,
    view: parameters.get("view") === "list" ? "list" : "map",
  });
}

function storeFragment(remember) {
  const fragment = asFragment();
  if (fragment === location.hash.slice(1)) return;
  const address = fragment ? `#${fragment}` : location.pathname + location.search;
  if (remember) history.pushState(null, "", address);
  else history.replaceState(null, "", address);
}
