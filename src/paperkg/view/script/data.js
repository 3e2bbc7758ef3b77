// The page's data: nodes and edges by index. Nothing here changes once it is read; texts come later (texts.js).

const packed = document.getElementById("data").textContent.trim().split("\n");
const data = await unpack(packed[0]);
const BACKGROUND = 1;
const MINOR = 2;
const SCORES = 1000;

const nodes = data.nodes.id.map((key, index) => {
  const columns = data.nodes;
  const papers = columns.year.length; // they come first
  const group = columns.group[index];
  const isPaper = index < papers;
  return {
    id: `n${index + 1}`,
    key,
    index,
    label: columns.label[index],
    title: columns.title[index] || columns.label[index],
    x: data.drawing.x[index],
    y: data.drawing.y[index],
    size: columns.size[index],
    shape: data.drawing.shapes[group],
    group: data.groups[group],
    isPaper,
    kinds: isPaper ? ["Paper"] : columns.kinds_table[columns.kinds[index - papers]],
    papers: isPaper ? 0 : columns.papers[index],
    year: isPaper ? columns.year[index] : 0,
    venue: isPaper ? columns.venue_table[columns.venue[index]] : null,
    aliases: columns.aliases[index] || [],
    background: Boolean(columns.flags[index] & BACKGROUND),
    minor: Boolean(columns.flags[index] & MINOR),
    community: columns.community[index],
  };
});

// A line is JSON; on a large page it is deflated and in base64.
async function unpack(line) {
  if (line.startsWith("{")) return JSON.parse(line);
  const bytes = Uint8Array.from(atob(line), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).json();
}

const indexOf = new Map(nodes.map((node) => [node.id, node.index]));

// The bit of each predicate's relation: what a line says is a set of these.
const relationOf = data.predicates.map((predicate) => 2 ** relationIndex(predicate));
const WIDER = 2 ** relationIndex("broader");

function relationIndex(predicate) {
  return RELATIONS.findIndex((relation) => relation.predicates.includes(predicate));
}

const edges = readEdges();

function readEdges() {
  const { outward, to, says, wider } = data.edges;
  const list = [];
  outward.forEach((count, from) => {
    for (let step = 0; step < count; step += 1) {
      const index = list.length;
      const said = typeof says[index] === "number" ? [says[index]] : says[index];
      let relations = wider[index] ? WIDER : 0;
      let score = said.length ? 0 : 1;
      for (const each of said) {
        relations |= relationOf[Math.floor(each / (SCORES + 1))];
        score = Math.max(score, (each % (SCORES + 1)) / SCORES);
      }
      list.push({
        id: `e${index + 1}`,
        index,
        from,
        to: to[index],
        said,
        wider: wider[index] || null,
        relations,
        score,
      });
    }
  });
  return list;
}

const edgesAt = nodes.map(() => []);
for (const edge of edges) {
  edgesAt[edge.from].push(edge);
  edgesAt[edge.to].push(edge);
}

const rank = new Array(nodes.length);
data.order.forEach((number, position) => {
  rank[number] = position;
});

// The papers that say what an edge says.
function papersOf(edge) {
  return nodes[edge.from].isPaper ? [edge.from] : data.edges.papers[edge.index] || [];
}

// The relation by which a line is drawn: the first in the order of RELATIONS.
function lineOf(edge) {
  return RELATIONS[Math.log2(edge.relations & -edge.relations)];
}

function otherEnd(edge, index) {
  return edge.from === index ? edge.to : edge.from;
}

function labelOf(index) {
  return nodes[index].label;
}

function plural(count, word) {
  return `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
}
