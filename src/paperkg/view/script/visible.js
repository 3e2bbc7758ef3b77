// What is to be seen: the reader's choices, and the nodes and lines that pass them.

const state = {
  focus: null, // index of the node in focus
  pathFrom: null, // index of the node at which a path is to start
  path: [], // indices of the two ends of the path shown
  hiddenKinds: new Set(),
  hiddenRelations: new Set(), // names in RELATIONS
  minimumPapers: 1,
  minimumScore: 0,
  years: [null, null],
  venue: "",
  background: false,
  minor: false, // terms of one paper that are no named things
  opened: new Set(), // indices of communities shown in full
  lines: null, // lines between communities: true, false, or null for "as fits"
  view: "map",
};

const FEW_NODES = 450; // lines between communities are drawn unasked up to so many

function nodePasses(node) {
  if (node.isPaper) return !state.hiddenKinds.has("Paper") && paperPasses(node);
  if (node.background && !state.background) return false;
  if (node.minor && !state.minor) return false;
  if (node.kinds.every((kind) => state.hiddenKinds.has(kind))) return false;
  return state.minimumPapers <= 1 || node.papers >= state.minimumPapers;
}

function paperPasses(paper) {
  const [from, to] = state.years;
  if (from !== null && !(paper.year >= from)) return false;
  if (to !== null && !(paper.year <= to)) return false;
  return !state.venue || paper.venue === state.venue;
}

function edgePasses(edge) {
  return edge.score >= state.minimumScore && (edge.relations & ~hiddenBits()) !== 0;
}

function hiddenBits() {
  if (state.hiddenRelations.size === 0) return 0;
  return RELATIONS.reduce((bits, { name }, index) => bits | (state.hiddenRelations.has(name) ? 2 ** index : 0), 0);
}

// Whether papers that the filters leave in say what the line says; a wider term alone is said by none.
function isSaid(edge) {
  return papersOf(edge).some((paper) => paperPasses(nodes[paper]));
}

// All nodes that the filters let through, whether or not there is room for them.
function passing() {
  const passes = nodes.map(nodePasses);
  const narrowed = state.venue !== "" || state.years.some((year) => year !== null);
  const holds = edges.map((edge) => edgePasses(edge) && (!narrowed || isSaid(edge)));
  const limited = narrowed || state.minimumScore > 0 || state.hiddenRelations.size > 0;
  const kept = nodes.map(
    (node, index) => passes[index] && (!limited || node.isPaper || edgesAt[index].some((edge) => holds[edge.index])),
  );
  const edgePass = edges.map(
    (edge) => kept[edge.from] && kept[edge.to] && (holds[edge.index] || (edgePasses(edge) && Boolean(edge.wider))),
  );
  return { kept, edgePass };
}

const MOST_LINES = 300; // of the node in focus: more would be drawn slowly and seen as one blot
let lastLines = { index: null, edges: [] };

// The lines of a node that the map shows when it is chosen: those of the best scores, where there are many.
function linesAt(index) {
  if (edgesAt[index].length <= MOST_LINES) return edgesAt[index];
  if (lastLines.index !== index) {
    const order = (a, b) => b.score - a.score || rank[otherEnd(a, index)] - rank[otherEnd(b, index)];
    lastLines = { index, edges: [...edgesAt[index]].sort(order).slice(0, MOST_LINES) };
  }
  return lastLines.edges;
}

function mustShow() {
  const wanted = new Set(state.path.length === 2 ? shortestPath(...state.path).nodes : []);
  if (state.focus !== null) {
    wanted.add(state.focus);
    for (const edge of linesAt(state.focus)) wanted.add(otherEnd(edge, state.focus));
  }
  if (state.pathFrom !== null) wanted.add(state.pathFrom);
  return wanted;
}

// The nodes to draw, what stays folded away in each community, and the lines that may be drawn.
function selection() {
  const { kept, edgePass } = passing();
  const wanted = mustShow();
  const shown = new Set(wanted);
  const folded = new Map();
  let left = 0;
  for (const number of data.order) {
    if (!kept[number] || shown.has(number)) continue;
    const community = nodes[number].community;
    if (
      shown.size - wanted.size + data.communities.length < data.maximum ||
      total(kept) <= data.maximum ||
      state.opened.has(community)
    ) {
      shown.add(number);
    } else {
      left += 1;
      folded.set(community, (folded.get(community) || 0) + 1);
    }
  }
  return { shown, folded, left, edgePass, total: total(kept) };
}

function total(kept) {
  if (kept.count === undefined) kept.count = kept.filter(Boolean).length;
  return kept.count;
}
