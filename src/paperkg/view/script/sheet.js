// While the map is moved, a picture of it is moved instead: drawing many nodes anew for each frame would be slow.

const SHEET_ROOM = 0.5; // of the map's width and height on each side: how far a picture reaches beyond what is seen
const SETTLED = 180; // milliseconds without a turn of the wheel, after which the map is drawn anew

const sheet = document.createElement("canvas");
sheet.id = "sheet";
sheet.hidden = true;
const moving = { active: false, from: null, frame: 0, timer: 0 };

function startSheet() {
  container.append(sheet);
  network.on("dragStart", ({ nodes: hit }) => {
    if (hit.length === 0) lift();
  });
  network.on("dragging", shift);
  network.on("dragEnd", settle);
  network.on("zoom", () => {
    if (current.shown.size <= FEW_NODES) return;
    lift();
    shift();
    clearTimeout(moving.timer);
    moving.timer = setTimeout(settle, SETTLED);
  });
}

function isLoose() {
  return byId("move").getAttribute("aria-pressed") === "true";
}

// Puts the picture in the map's place; vis-network draws nothing until it is settled.
function lift() {
  if (moving.active || isLoose()) return;
  moving.active = true;
  paintSheet();
  sheet.hidden = false;
  network.canvas.frame.canvas.style.visibility = "hidden";
  network.body.emitter.emit("_blockRedraw");
}

function paintSheet() {
  const scale = network.getScale();
  const { x, y } = network.getViewPosition();
  const [width, height] = [container.clientWidth, container.clientHeight].map((side) => side * (1 + 2 * SHEET_ROOM));
  const pixels = Math.min(window.devicePixelRatio || 1, 1.5);
  Object.assign(sheet, { width: Math.round(width * pixels), height: Math.round(height * pixels) });
  Object.assign(sheet.style, {
    width: `${width}px`,
    height: `${height}px`,
    left: `${-container.clientWidth * SHEET_ROOM}px`,
    top: `${-container.clientHeight * SHEET_ROOM}px`,
  });
  const context = sheet.getContext("2d", { alpha: false });
  context.fillStyle = paint("map");
  context.fillRect(0, 0, sheet.width, sheet.height);
  context.scale(pixels, pixels);
  context.translate(width / 2 - x * scale, height / 2 - y * scale);
  context.scale(scale, scale);
  drawDiscs(context);
  if (current.lines <= MANY_LINES) {
    network.renderer._drawEdges(context);
    network.renderer._drawArrows(context);
  }
  network.renderer._drawNodes(context, true);
  drawVeil(context);
  redrawLabels(context, scale);
  moving.from = { x, y, scale };
}

// Moves the picture to where the map would be, once a frame.
function shift() {
  if (!moving.active || moving.frame) return;
  moving.frame = requestAnimationFrame(() => {
    moving.frame = 0;
    if (!moving.active) return;
    const { x, y } = network.getViewPosition();
    const scale = network.getScale();
    const offset = { x: (moving.from.x - x) * scale, y: (moving.from.y - y) * scale };
    const reach = Math.max(Math.abs(offset.x) / container.clientWidth, Math.abs(offset.y) / container.clientHeight);
    if (reach > SHEET_ROOM) {
      paintSheet();
      sheet.style.transform = "none";
    } else {
      sheet.style.transform = `translate(${offset.x}px, ${offset.y}px) scale(${scale / moving.from.scale})`;
    }
    current.drawn += 1;
  });
}

function settle() {
  if (!moving.active) return;
  moving.active = false;
  cancelAnimationFrame(moving.frame);
  moving.frame = 0;
  network.body.emitter.emit("_allowRedraw");
  network.canvas.frame.canvas.style.visibility = "";
  network.redraw();
  sheet.hidden = true;
  sheet.style.transform = "none";
}
