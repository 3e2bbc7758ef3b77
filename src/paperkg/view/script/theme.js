// Colours of kinds and lines. After Okabe and Ito's palette, which the colour-blind can tell apart; shape says the same.

const KINDS = [
  { kind: "Paper", light: "#3d4654", dark: "#c3ccd8", plural: "Papers" },
  { kind: "Concept", light: "#0072b2", dark: "#56b4e9", plural: "Concepts" },
  { kind: "Task", light: "#b35c00", dark: "#e69f00", plural: "Tasks" },
  { kind: "Method", light: "#00805c", dark: "#2cc79a", plural: "Methods" },
  { kind: "Model", light: "#c0440a", dark: "#ff7f45", plural: "Models" },
  { kind: "Dataset", light: "#8f6d00", dark: "#e8d544", plural: "Datasets" },
  { kind: "Benchmark", light: "#a8437f", dark: "#e591c1", plural: "Benchmarks" },
  { kind: "Metric", light: "#5b5bb5", dark: "#a6a6f2", plural: "Metrics" },
];

// In the order in which a line that says several things takes its look.
const RELATIONS = [
  { name: "proposes", predicates: ["proposes"], dashes: false, width: 2.4, strong: true },
  {
    name: "outperforms, extends, part of",
    predicates: ["outperforms", "extends", "partOf"],
    dashes: false,
    width: 2,
    strong: true,
    arrow: true,
  },
  { name: "compares with", predicates: ["comparesWith"], dashes: [7, 4], width: 1.4 },
  {
    name: "uses, evaluates on, measures",
    predicates: ["usesModel", "usesMethod", "evaluatesOn", "trainedOn", "measures"],
    dashes: false,
    width: 1.6,
  },
  { name: "is about, addresses", predicates: ["about", "addresses", "mentions"], dashes: false, width: 0.9 },
  { name: "has the wider term", predicates: ["broader"], dashes: [2, 4], width: 1.2, arrow: true },
];

const PREDICATE_WORDS = {
  proposes: "proposes",
  about: "is about",
  addresses: "addresses",
  usesMethod: "uses the method",
  usesModel: "uses the model",
  evaluatesOn: "evaluates on",
  trainedOn: "is trained on",
  comparesWith: "compares with",
  measures: "measures",
  outperforms: "outperforms",
  extends: "extends",
  partOf: "is part of",
  broader: "has the wider term",
  mentions: "mentions",
};

const darkness = window.matchMedia("(prefers-color-scheme: dark)");

function color(kind) {
  const entry = KINDS.find((each) => each.kind === kind) || KINDS[1];
  return darkness.matches ? entry.dark : entry.light;
}

// The style sheet's colours, read once for each theme.
const paints = new Map();

function paint(name) {
  if (!paints.has(name))
    paints.set(name, getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim());
  return paints.get(name);
}

function withAlpha(hex, alpha) {
  const value = Math.round(alpha * 255)
    .toString(16)
    .padStart(2, "0");
  return `${hex}${value}`;
}

// The outline of a shape of radius 1 around (0, 0) as an SVG path, as vis-network draws it.
function outline(shape) {
  const polygon = (corners, turn, radius = 1) =>
    Array.from({ length: corners }, (_, index) => {
      const angle = turn + (2 * Math.PI * index) / corners;
      const reach = typeof radius === "function" ? radius(index) : radius;
      return `${(reach * Math.cos(angle)).toFixed(3)},${(reach * Math.sin(angle)).toFixed(3)}`;
    }).join("L");
  const shapes = {
    square: () => "M-1,-1H1V1H-1Z",
    diamond: () => "M0,-1L1,0L0,1L-1,0Z",
    triangle: () => `M${polygon(3, -Math.PI / 2, 1.15)}Z`,
    triangleDown: () => `M${polygon(3, Math.PI / 2, 1.15)}Z`,
    hexagon: () => `M${polygon(6, 0)}Z`,
    star: () => `M${polygon(10, -Math.PI / 2, (index) => (index % 2 ? 0.5 : 1.15))}Z`,
  };
  return (shapes[shape] || (() => "M-1,0A1,1 0 1 1 1,0A1,1 0 1 1 -1,0Z"))();
}
