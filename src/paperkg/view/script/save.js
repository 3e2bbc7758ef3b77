// The map as a picture: PNG as it stands, SVG drawn anew.

function offer(blob, file) {
  const address = URL.createObjectURL(blob);
  const link = element("a", { href: address, download: file });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

function savePng() {
  const drawn = container.querySelector("canvas");
  const copy = document.createElement("canvas");
  copy.width = drawn.width;
  copy.height = drawn.height;
  const context = copy.getContext("2d");
  context.fillStyle = paint("map");
  context.fillRect(0, 0, copy.width, copy.height);
  context.drawImage(drawn, 0, 0);
  copy.toBlob((blob) => offer(blob, "map.png"), "image/png");
}

function svgElement(tag, attributes, text = null) {
  const made = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== null) made.textContent = text;
  return made;
}

function saveSvg() {
  const view = labelView();
  const { width, height, scale } = view;
  const root = svgElement("svg", { xmlns: SVG, viewBox: `0 0 ${width} ${height}`, width, height });
  root.append(svgElement("rect", { width, height, fill: paint("map") }));
  const at = (index) => onScreen(view.place(index), view);
  data.communities.forEach((community, index) => {
    if (!communityShown(index)) return;
    const { x, y } = onScreen(community, view);
    root.append(svgElement("circle", { cx: x, cy: y, r: (community.radius + 8) * scale, fill: paint("disc") }));
  });
  for (const drawn of drawnEdges.get()) root.append(svgLine(drawn, at, scale));
  for (const index of current.shown) root.append(svgNode(index, at(index), scale));
  for (const { box, label } of placedLabels.written) root.append(svgLabel(box, label));
  offer(new Blob([new XMLSerializer().serializeToString(root)], { type: "image/svg+xml" }), "map.svg");
}

function svgLabel(box, label) {
  const style = {
    x: box.left,
    y: box.bottom - label.pixels * 0.25,
    "font-family": FONT,
    "font-size": label.pixels,
    "font-weight": label.weight,
    fill: paint(label.ink),
    stroke: paint("map"),
    "stroke-width": 3,
    "stroke-linejoin": "round",
    "paint-order": "stroke",
  };
  return svgElement("text", style, label.text + (label.extra || ""));
}

function svgLine(drawn, at, scale) {
  const [from, to] = [at(indexOf.get(drawn.from)), at(indexOf.get(drawn.to))];
  const style = {
    x1: from.x,
    y1: from.y,
    x2: to.x,
    y2: to.y,
    stroke: drawn.color.color,
    "stroke-width": drawn.width * scale,
    opacity: current.bright === null || current.litLines.has(drawn.id) ? 1 : 1 - VEIL,
  };
  if (drawn.dashes) style["stroke-dasharray"] = drawn.dashes.join(" ");
  return svgElement("line", style);
}

function svgNode(index, place, scale) {
  const node = nodes[index];
  const hollow = !node.isPaper && node.papers < 2;
  const dim = current.bright !== null && !current.bright.has(index);
  return svgElement("path", {
    d: outline(node.shape),
    transform: `translate(${place.x} ${place.y}) scale(${node.size * scale})`,
    fill: hollow ? paint("map") : color(node.group),
    stroke: hollow ? color(node.group) : paint("map"),
    "stroke-width": 2 / node.size,
    opacity: dim ? 1 - VEIL : 1,
  });
}
