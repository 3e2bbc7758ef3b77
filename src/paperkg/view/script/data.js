// The page's data: nodes and edges by index, with what is told of them. Nothing here changes once it is read.

const data = JSON.parse(document.getElementById("data").textContent);
const indexOf = new Map(data.nodes.map((node, index) => [node.id, index]));
const FIELDS = ["title", "text", "keywords"];

const nodes = data.nodes.map((drawn, index) => ({
  ...drawn,
  index,
  details: data.details[index],
  isPaper: drawn.group === "Paper",
  kinds: drawn.group === "Paper" ? ["Paper"] : data.details[index].kinds,
  papers: data.details[index].papers || 0,
  background: Boolean(data.details[index].background),
  minor: Boolean(data.details[index].minor),
  community: data.community[index],
}));

const edges = data.edges.map((drawn, index) => {
  const statements = data.statements[index].map(readStatement);
  const wider = data.wider[index];
  const relations = statements.map((statement) => statement.predicate);
  if (wider) relations.push("broader");
  return {
    id: `e${index + 1}`,
    index,
    from: indexOf.get(drawn.from),
    to: indexOf.get(drawn.to),
    statements,
    wider,
    relations: [...new Set(relations)],
    score: statements.length ? Math.max(...statements.map((statement) => statement.score)) : 1,
  };
});

const edgesAt = nodes.map(() => []);
for (const edge of edges) {
  edgesAt[edge.from].push(edge);
  edgesAt[edge.to].push(edge);
}

const rank = new Array(nodes.length);
data.order.forEach((number, position) => {
  rank[number] = position;
});

function readStatement([predicate, score, count, evidence]) {
  return { predicate, score, count, evidence: evidence.map(readEvidence) };
}

function readEvidence([paper, field, start, end, sentence, rule, score]) {
  const [text, first] = sentenceOf(paper, field, sentence);
  return { paper, field: FIELDS[field], start, end, text, first, rule: data.rules[rule], score };
}

// The sentence, and where it starts in its field; -1 where the page cannot tell.
function sentenceOf(paper, field, sentence) {
  if (Array.isArray(sentence)) return [data.details[paper].text.slice(sentence[0], sentence[1]), sentence[0]];
  if (FIELDS[field] === "title") return [data.details[paper].title || sentence, 0];
  if (FIELDS[field] === "keywords") return [(data.details[paper].keywords || []).join("; ") || sentence, 0];
  return [sentence, -1];
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
