// Everything is put together here.

function show() {
  draw();
  showPanel();
  fillFilters();
  showList();
  showView();
  showStatus();
}

// To be called after each change of the state; with ``remember`` it becomes a step that "back" undoes.
function changed({ remember }) {
  show();
  storeFragment(remember);
}

function showStatus() {
  const { left, shown } = current.selected;
  const hiddenLines =
    !linesBetween(shown) && current.bright === null ? " Lines between groups appear when you choose a node." : "";
  byId("status").textContent =
    `Shown: ${plural(shown.size, "node")}, ${plural(current.lines, "line")}.${left ? ` Left out: ${plural(left, "node")} with fewer links; open a group, search or filter to see them.` : ""}${hiddenLines}`;
}

function choose(index, move = false) {
  if (index === state.focus && state.path.length === 0) return;
  state.focus = index;
  state.path = [];
  changed({ remember: true });
  if (index !== null && move && state.view === "map") fit([...brightNodes()]);
  const title = panel.querySelector("h2");
  if (move && title) title.focus({ preventScroll: true });
}

function onTheme() {
  paints.clear();
  show();
}

function startPage() {
  fromFragment(location.hash.slice(1));
  if (data.focus !== null && state.focus === null && !location.hash) state.focus = data.focus;
  startFilters();
  startSearch();
  startMap();
  show();
  fitAll(false);
  byId("show-map").addEventListener("click", () => setView("map"));
  byId("show-list").addEventListener("click", () => {
    setView("list");
    list.focus();
  });
  byId("save-png").addEventListener("click", savePng);
  byId("save-svg").addEventListener("click", saveSvg);
  byId("zoom-in").addEventListener("click", () => zoom(1.3));
  byId("zoom-out").addEventListener("click", () => zoom(1 / 1.3));
  byId("zoom-fit").addEventListener("click", () => fitAll());
  byId("move").addEventListener("click", (event) => toggleMovement(event.currentTarget));
  window.addEventListener("popstate", () => {
    fromFragment(location.hash.slice(1));
    show();
  });
  darkness.addEventListener("change", onTheme);
  window.paperkg = Object.freeze({ state, current, labels: placedLabels, network, nodes, edges, choose });
}

startPage();
