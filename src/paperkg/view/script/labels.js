// Labels that never lie on each other: the weightier ones first, more of them the nearer one looks.

const CELL = 120; // pixels of the screen: labels are compared with those in the cells that they touch
const LONGEST = 34;
const FONT = "Inter, system-ui, sans-serif";
const HUB = 9; // pixels of the screen: a larger term is named even where its name covers other shapes
const NEAR = 6; // pixels of the screen: where there are many nodes, a smaller paper has no name yet
const placedLabels = { boxes: [], written: [] };
const measured = new Map();

// Two terms, then a paper, and so on: both kinds are named at first sight.
const labelOrder = (() => {
  const papers = data.order.filter((number) => nodes[number].isPaper);
  const order = [];
  let taken = 0;
  data.order
    .filter((number) => !nodes[number].isPaper)
    .forEach((number, position) => {
      order.push(number);
      if (position % 2 && taken < papers.length) order.push(papers[taken++]);
    });
  return order.concat(papers.slice(taken));
})();

function shortened(text, longest = LONGEST) {
  return text.length > longest ? `${text.slice(0, longest - 1).trimEnd()}…` : text;
}

function widthOf(context, font, text) {
  const key = `${font}|${text}`;
  if (!measured.has(key)) {
    context.font = font;
    measured.set(key, context.measureText(text).width + 2);
  }
  return measured.get(key);
}

function collides(grid, box) {
  for (const key of cellsOf(box)) {
    for (const other of grid.get(key) || []) {
      if (box.node !== undefined && other.node === box.node) continue;
      if (box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom)
        return true;
    }
  }
  return false;
}

function cellsOf(box) {
  const keys = [];
  for (let x = Math.floor(box.left / CELL); x <= Math.floor(box.right / CELL); x += 1) {
    for (let y = Math.floor(box.top / CELL); y <= Math.floor(box.bottom / CELL); y += 1) keys.push(`${x},${y}`);
  }
  return keys;
}

function keep(grid, box) {
  for (const key of cellsOf(box)) {
    if (!grid.has(key)) grid.set(key, []);
    grid.get(key).push(box);
  }
}

// What to write, weightiest first: {text, x, y, pixels, weight, below} with x and y on the map.
function candidates(view) {
  const list = [];
  const bright = view.bright;
  for (const number of view.first) list.push(nodeLabel(number, view, true));
  if (bright === null) list.push(...view.headings);
  const readable = view.shown.size <= FEW_NODES || bright !== null;
  for (const number of labelOrder) {
    if (!view.shown.has(number) || view.first.has(number)) continue;
    if (!readable && nodes[number].isPaper && nodes[number].size * view.scale < NEAR) continue;
    if (bright === null || bright.has(number)) list.push(nodeLabel(number, view, false));
  }
  if (bright !== null)
    list.push(...view.headings.map((each) => ({ ...each, ink: "muted", weight: 400, pixels: 12, must: false })));
  return list;
}

function nodeLabel(number, view, strong) {
  const place = view.place(number);
  const node = nodes[number];
  const pixels = (strong ? 14 : Math.min(14, 11 + node.size / data.emphasis / 9)) * (view.width < NARROW ? 0.85 : 1);
  return {
    text: strong ? node.label.slice(0, 80) : shortened(node.label),
    x: place.x,
    y: place.y,
    offset: node.size,
    pixels,
    weight: strong || isHub(node, view) ? 600 : 400,
    ink: node.isPaper ? "paper-ink" : "ink",
    node: number,
    must: strong || isHub(node, view),
  };
}

function isHub(node, view) {
  return node.papers > 2 && (view.shown.size <= FEW_NODES || node.size * view.scale > HUB);
}

// Where a label may stand, best first, as [left, top] in pixels of the screen.
function standings(label, center, width, radius) {
  const height = label.pixels * 1.2;
  if (!label.offset)
    return [
      [center.x - width / 2, center.y - height],
      [center.x - width / 2, center.y + 2],
    ];
  return [
    [center.x - width / 2, center.y + radius + 2],
    [center.x - width / 2, center.y - radius - 2 - height],
    [center.x + radius + 4, center.y - height / 2],
    [center.x - radius - 4 - width, center.y - height / 2],
  ];
}

// Nodes that no label but their own may cover; where there are many, the large ones alone.
function obstacles(view) {
  const grid = new Map();
  const least = view.shown.size <= FEW_NODES ? 3 : 7;
  for (const number of view.shown) {
    const radius = nodes[number].size * view.scale;
    if (radius < least) continue;
    const { x, y } = onScreen(view.place(number), view);
    if (isOutside({ left: x, right: x, top: y, bottom: y }, view)) continue;
    keep(grid, { left: x - radius, right: x + radius, top: y - radius, bottom: y + radius, node: number });
  }
  return grid;
}

function onScreen(place, view) {
  return {
    x: (place.x - view.center.x) * view.scale + view.width / 2,
    y: (place.y - view.center.y) * view.scale + view.height / 2,
  };
}

function isOutside(box, view) {
  return box.right < 0 || box.left > view.width || box.bottom < 0 || box.top > view.height;
}

function isInside(box, view) {
  return box.left >= 0 && box.right <= view.width && box.top >= 0 && box.bottom <= view.height;
}

// Draws the labels that fit and remembers them: their boxes in pixels of the screen, their places on the map.
function drawLabels(context, view) {
  const written = placeLabels(context, view);
  placedLabels.boxes = written.map(({ box }) => box);
  placedLabels.written = written;
  for (const { label, at } of written) write(context, view.scale, label, at);
}

// While the map is moved, its names move with it: none is placed anew.
function redrawLabels(context, scale) {
  for (const { label, at } of placedLabels.written) write(context, scale, label, at);
}

function placeLabels(context, view) {
  const grids = { labels: new Map(), shapes: obstacles(view) };
  const written = [];
  for (const label of candidates(view)) {
    const center = onScreen(label, view);
    if (isOutside({ left: center.x - 200, right: center.x + 200, top: center.y - 60, bottom: center.y + 60 }, view))
      continue;
    const width = widthOf(context, fontOf(label, 1), label.text) + extraWidth(context, label);
    const box = standing(label, standings(label, center, width, (label.offset || 0) * view.scale), {
      width,
      view,
      grids,
    });
    if (!box) continue;
    keep(grids.labels, box);
    written.push({
      label,
      box,
      at: {
        x: (box.left - view.width / 2) / view.scale + view.center.x,
        y: (box.top - view.height / 2) / view.scale + view.center.y,
      },
    });
  }
  return written;
}

// Where there are many nodes, labels keep a distance.
function padded(box, view) {
  const room = view.shown.size > FEW_NODES ? 9 : 1;
  return { ...box, left: box.left - room, right: box.right + room, top: box.top - room, bottom: box.bottom + room };
}

// The first place where no label and no shape is; for what must be named, the first where no label is.
function standing(label, places, { width, view, grids }) {
  const all = places.map(([left, top]) => ({
    left,
    right: left + width,
    top,
    bottom: top + label.pixels * 1.2,
    text: label.text,
    node: label.node,
    community: label.community,
  }));
  const free = all.filter((box) => isInside(box, view) && !collides(grids.labels, padded(box, view)));
  return free.find((box) => !collides(grids.shapes, box)) || (label.must ? free[0] : undefined);
}

function fontOf(label, scale) {
  return `${label.weight} ${label.pixels / scale}px ${FONT}`;
}

// What stands behind a name in a lighter hand.
function extraFont(label, scale) {
  return `400 ${(label.pixels * 0.8) / scale}px ${FONT}`;
}

function extraWidth(context, label) {
  return label.extra ? widthOf(context, extraFont(label, 1), label.extra) : 0;
}

function write(context, scale, label, { x, y }) {
  context.font = fontOf(label, scale);
  context.textAlign = "left";
  context.textBaseline = "top";
  context.lineJoin = "round";
  context.lineWidth = 3.5 / scale;
  context.strokeStyle = paint("map");
  context.strokeText(label.text, x, y);
  context.fillStyle = paint(label.ink);
  context.fillText(label.text, x, y);
  if (label.extra) writeExtra(context, scale, label, { x, y });
}

function writeExtra(context, scale, label, { x, y }) {
  const left = x + context.measureText(label.text).width;
  const top = y + (label.pixels * 0.16) / scale;
  context.font = extraFont(label, scale);
  context.strokeText(label.extra, left, top);
  context.fillStyle = paint("muted");
  context.fillText(label.extra, left, top);
}
