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
  const { width, height, scale, center } = view;
  const root = svgElement("svg", { xmlns: SVG, viewBox: `0 0 ${width} ${height}`, width, height });
  root.append(svgElement("rect", { width, height, fill: paint("map") }));
  const at = (index) => ({
    x: (view.place(index).x - center.x) * scale + width / 2,
    y: (view.place(index).y - center.y) * scale + height / 2,
  });
  for (const drawn of drawnEdges.get()) root.append(svgLine(drawn, at, scale));
  for (const index of current.shown) root.append(svgNode(index, at(index), scale));
  for (const box of placedLabels.boxes) {
    root.append(
      svgElement(
        "text",
        {
          x: (box.left + box.right) / 2,
          y: box.bottom - 3,
          "text-anchor": "middle",
          "font-family": "sans-serif",
          "font-size": 12,
          fill: paint("ink"),
        },
        box.text,
      ),
    );
  }
  offer(new Blob([new XMLSerializer().serializeToString(root)], { type: "image/svg+xml" }), "map.svg");
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
    opacity: dim ? 0.16 : 1,
  });
}
