// The drawing: vis-network with the nodes and lines that are to be seen, assigned in bulk.

const drawnNodes = new vis.DataSet();
const drawnEdges = new vis.DataSet();
const styles = new Map([
  [drawnNodes, new Map()],
  [drawnEdges, new Map()],
]);
const container = document.getElementById("map");
const current = {
  shown: new Set(),
  folded: new Map(),
  communities: new Set(),
  bright: null,
  litLines: new Set(),
  drawn: 0,
};
let network = null;

function startMap() {
  network = new vis.Network(container, { nodes: drawnNodes, edges: drawnEdges }, data.drawing.options);
  network.on("beforeDrawing", drawDiscs);
  network.on("afterDrawing", (context) => {
    drawVeil(context);
    drawLabels(context, labelView());
    current.drawn += 1;
    container.dataset.drawn = "";
  });
  startSheet();
  network.on("click", onClick);
  network.on("hoverNode", ({ node }) => {
    hover(indexOf.get(node));
  });
  network.on("blurNode", () => {
    hover(null);
  });
  container.addEventListener("mousemove", ({ offsetX: x, offsetY: y }) => {
    container.classList.toggle("pointing", hovered !== null || Boolean(headingAt({ x, y })));
  });
  container.addEventListener("keydown", onMapKey);
}

function onClick({ nodes: hit, pointer }) {
  if (hit.length) return choose(indexOf.get(hit[0]));
  const group = headingAt(pointer.DOM);
  if (group) return visitCommunity(group.community);
  return choose(null);
}

// The name of a group at a place of the screen.
function headingAt({ x, y }) {
  return placedLabels.boxes.find(
    (box) => box.community !== undefined && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom,
  );
}

let hovered = null;
function hover(index) {
  hovered = index === undefined ? null : index;
  container.classList.toggle("pointing", hovered !== null);
  network.redraw();
}

// Nodes that stay bright: null where all do.
function brightNodes() {
  if (state.path.length === 2) return new Set(shortestPath(...state.path).nodes);
  if (state.focus === null) return null;
  return new Set([state.focus, ...linesAt(state.focus).map((edge) => otherEnd(edge, state.focus))]);
}

function edgeIsBright(edge, bright) {
  if (state.path.length === 2) return pathEdges().has(edge.index);
  if (bright === null) return true;
  return (edge.from === state.focus || edge.to === state.focus) && bright.has(otherEnd(edge, state.focus));
}

function nodeStyle(node) {
  const fill = color(node.group);
  const hollow = !node.isPaper && node.papers < 2;
  const ground = paint("map");
  return {
    id: node.id,
    x: node.x,
    y: node.y,
    shape: node.shape,
    size: node.size,
    borderWidth: borderOf(node, hollow) * (node.minor ? 1 : data.emphasis),
    color: {
      background: hollow ? ground : fill,
      border: node.index === state.focus ? paint("ink") : hollow ? fill : ground,
      highlight: { background: hollow ? ground : fill, border: paint("ink") },
      hover: { background: fill, border: paint("ink") },
    },
  };
}

// Where there are many nodes, filled ones have no border: half as much to draw.
function borderOf(node, hollow) {
  if (node.index === state.focus) return 3;
  if (hollow) return 2;
  return current.shown.size > FEW_NODES ? 0 : 1;
}

function edgeStyle(edge, bright) {
  const line = lineOf(edge);
  const lit = bright !== null && edgeIsBright(edge, bright);
  const calm = Math.max(0.3, Math.min(1, (FEW_NODES / current.shown.size) ** 0.5));
  const alpha = lit ? 0.95 : calm * (line.strong ? 0.6 : 0.2 + 0.3 * edge.score);
  const tone = withAlpha(line.strong ? paint("ink-line") : paint("line"), alpha);
  return {
    id: edge.id,
    from: nodes[edge.from].id,
    to: nodes[edge.to].id,
    dashes: line.dashes,
    width: line.width * data.emphasis * (0.5 + 0.5 * edge.score) * (lit ? 1.6 : 1),
    arrows: line.arrow ? { to: { enabled: true, scaleFactor: 0.45 } } : undefined,
    color: { color: tone, highlight: tone, hover: tone },
  };
}

function linesBetween(shown) {
  return state.lines === null ? shown.size <= FEW_NODES : state.lines;
}

function linesToDraw(selected, bright) {
  const between = linesBetween(selected.shown);
  return edges.filter((edge) => {
    if (!selected.shown.has(edge.from) || !selected.shown.has(edge.to)) return false;
    if (bright !== null && edgeIsBright(edge, bright)) return true;
    if (!selected.edgePass[edge.index]) return false;
    return between || nodes[edge.from].community === nodes[edge.to].community;
  });
}

// Tells vis-network of what has changed alone: each item that it is told of costs it time.
function replaceItems(set, items) {
  const wanted = new Map(items.map((item) => [item.id, item]));
  set.remove(set.getIds().filter((id) => !wanted.has(id)));
  const told = styles.get(set);
  const changed = items.filter((item) => set.get(item.id) === null || told.get(item.id) !== JSON.stringify(item));
  for (const item of changed) told.set(item.id, JSON.stringify(item));
  set.update(changed);
}

function draw() {
  const selected = selection();
  const bright = brightNodes();
  const communities = new Set([
    ...selected.folded.keys(),
    ...[...selected.shown].map((index) => nodes[index].community),
  ]);
  Object.assign(current, { shown: selected.shown, folded: selected.folded, bright, selected, communities });
  const items = [...selected.shown].map((index) => nodeStyle(nodes[index]));
  const lines = linesToDraw(selected, bright);
  network.body.emitter.emit("_blockRedraw"); // once is enough, when all is told
  const ends = new Set(items.map(({ id }) => id));
  drawnEdges.remove(drawnEdges.getIds({ filter: ({ from, to }) => !ends.has(from) || !ends.has(to) }));
  replaceItems(drawnNodes, items);
  const lit = bright === null ? [] : lines.filter((edge) => edgeIsBright(edge, bright));
  current.litLines = new Set(lit.map(({ id }) => id));
  replaceItems(
    drawnEdges,
    lines.map((edge) => edgeStyle(edge, bright)),
  );
  spareLines(lines.length > MANY_LINES);
  network.body.emitter.emit("_allowRedraw");
  network.body.emitter.emit("_requestRedraw");
  current.lines = lines.length;
}

let spared = false; // whether lines are hidden while a node is dragged

function spareLines(wanted) {
  if (wanted === spared) return;
  spared = wanted;
  network.setOptions({ interaction: { hideEdgesOnDrag: wanted, hideEdgesOnZoom: wanted } });
}

function labelView() {
  const { x, y } = network.getViewPosition();
  const places = network.getPositions();
  const way = state.path.length === 2 ? shortestPath(...state.path).nodes : [];
  const first = new Set(
    [hovered, state.focus, state.pathFrom, ...state.path, ...way].filter(
      (index) => index !== null && current.shown.has(index),
    ),
  );
  return {
    scale: network.getScale(),
    center: { x, y },
    width: container.clientWidth,
    height: container.clientHeight,
    place: (index) => places[nodes[index].id] || nodes[index],
    shown: current.shown,
    bright: current.bright,
    first,
    headings: headings(),
  };
}

const NARROW = 600; // pixels: below, labels are smaller and groups are named by one term

function groupName(text, x, y) {
  return {
    text,
    x,
    y,
    pixels: container.clientWidth < NARROW ? 12 : 15,
    weight: 700,
    ink: "heading",
    offset: 0,
    must: true,
  };
}

const LONGEST_HEADING = 46;
const MANY_LINES = 800; // more are hidden while the map is moved
const MANY_GROUPS = 12; // more are named by one term each

function headings() {
  const short = container.clientWidth < NARROW || data.communities.length > MANY_GROUPS;
  const list = [];
  data.communities.forEach(({ name: words, x, y, radius }, community) => {
    if (!communityShown(community)) return;
    const folded = current.folded.get(community) || 0;
    const text = shortened((short ? words.split(" · ")[0] : words) || "unnamed", LONGEST_HEADING);
    const extra = folded ? ` +${folded.toLocaleString("en")}` : "";
    list.push({ ...groupName(text, x, y - radius), extra, community });
  });
  if (data.alone.some((index) => current.shown.has(index)))
    list.push(groupName("Papers that share nothing with the rest", 0, data.shelf - 30));
  return list;
}

function communityShown(index) {
  return current.communities.has(index);
}

function drawDiscs(context) {
  data.communities.forEach((community, index) => {
    if (!communityShown(index)) return;
    context.beginPath();
    context.arc(community.x, community.y, community.radius + 8, 0, 2 * Math.PI);
    context.fillStyle = paint("disc");
    context.fill();
  });
}

const VEIL = 0.84; // how much of what is not chosen is hidden

// Covers the map where something is chosen, and draws that again above.
function drawVeil(context) {
  if (current.bright === null) return;
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = withAlpha(paint("map"), VEIL);
  context.fillRect(0, 0, context.canvas.width, context.canvas.height);
  context.restore();
  const { nodes: bodies, edges: lines } = network.body;
  const lit = [...current.litLines].map((id) => lines[id]).filter((line) => line?.connected);
  for (const line of lit) line.draw(context);
  for (const index of current.bright) bodies[nodes[index].id]?.draw(context);
  for (const line of lit) line.drawArrows(context);
}

// Pixels of the screen that labels need around the nodes.
function margin() {
  return { x: Math.min(70, container.clientWidth * 0.07), y: 34 };
}

// Shows these nodes, with room for their labels.
function fit(numbers, animate = true, discs = []) {
  const { place } = labelView();
  const places = numbers
    .filter((number) => current.shown.has(number))
    .map((number) => ({ ...place(number), size: nodes[number].size }))
    .concat(discs.map(({ x, y, radius }) => ({ x, y, size: radius })));
  if (places.length === 0) return;
  const left = Math.min(...places.map(({ x, size }) => x - size));
  const right = Math.max(...places.map(({ x, size }) => x + size));
  const top = Math.min(...places.map(({ y, size }) => y - size));
  const bottom = Math.max(...places.map(({ y, size }) => y + size));
  const room = {
    x: Math.max(container.clientWidth - 2 * margin().x, 100),
    y: Math.max(container.clientHeight - 2 * margin().y, 100),
  };
  const scale = Math.min(room.x / (right - left), room.y / (bottom - top), 1.2);
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  network.moveTo({
    position: { x: (left + right) / 2, y: (top + bottom) / 2 },
    scale,
    animation:
      animate && !calm && current.shown.size <= FEW_NODES ? { duration: 350, easingFunction: "easeInOutQuad" } : false,
  });
}

function fitAll(animate = true) {
  fit([...current.shown], animate, [...current.communities].map((index) => data.communities[index]).filter(Boolean));
}

function openCommunity(index) {
  state.opened.add(index);
  changed({ remember: true });
  fit([...current.shown].filter((number) => nodes[number].community === index));
}

function zoom(factor) {
  network.moveTo({ scale: network.getScale() * factor });
}

function onMapKey(event) {
  const step = 80 / network.getScale();
  const { x, y } = network.getViewPosition();
  const moves = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
  if (moves[event.key]) network.moveTo({ position: { x: x + moves[event.key][0], y: y + moves[event.key][1] } });
  else if (event.key === "+" || event.key === "=") zoom(1.25);
  else if (event.key === "-") zoom(0.8);
  else if (event.key === "0") fitAll();
  else return;
  event.preventDefault();
}

function toggleMovement(button) {
  const moving = button.getAttribute("aria-pressed") !== "true";
  button.setAttribute("aria-pressed", String(moving));
  network.setOptions({
    physics: {
      enabled: moving,
      solver: "barnesHut",
      stabilization: false,
      barnesHut: { gravitationalConstant: -2500, springLength: 90, avoidOverlap: 0.4 },
    },
  });
}
