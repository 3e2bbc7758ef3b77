// Abstracts and sentences. They lie in parcels, opened when something in them is asked for: what a reader does not look
// at costs nothing.

const FIELDS = ["title", "text", "keywords"];
const parcels = new Map(); // what was opened, by number
const texts = { missing: new Set() };
let firstEdges = null; // of each parcel, the index of the first edge

function parcelOf(index) {
  return Math.floor(index / data.per_parcel);
}

function firstEdgeOf(parcel) {
  if (firstEdges === null) {
    firstEdges = [0];
    data.edges.outward.forEach((count, index) => {
      firstEdges[parcelOf(index) + 1] = (firstEdges[parcelOf(index) + 1] ?? firstEdges[parcelOf(index)]) + count;
    });
  }
  return firstEdges[parcel];
}

// What is told of a paper; nothing yet where its parcel is not open, which is noted.
function paperOf(index) {
  const parcel = parcels.get(parcelOf(index));
  if (parcel) return parcel.papers[index % data.per_parcel];
  texts.missing.add(parcelOf(index));
  return {};
}

// What an edge says as {predicate, score, count, evidence}; without evidence while its parcel is not open.
function statementsIn(edge) {
  const number = parcelOf(edge.from);
  const parcel = parcels.get(number);
  if (!parcel && edge.said.length) texts.missing.add(number);
  const told = parcel ? parcel.statements[edge.index - firstEdgeOf(number)] : [];
  return edge.said.map((each, position) => {
    const [count, evidence] = told[position] || [0, []];
    return {
      predicate: data.predicates[Math.floor(each / (SCORES + 1))],
      score: (each % (SCORES + 1)) / SCORES,
      count,
      evidence: evidence.map((row) => readEvidence(row, edge.from, parcel)),
    };
  });
}

function readEvidence([start, length, sentence, rule, field = 1, paper = null], from, parcel) {
  const by = paper === null ? from : paper;
  const [text, first] = sentenceOf(by, FIELDS[field], sentence);
  const [name, score] = parcel.rules[rule];
  return { paper: by, field: FIELDS[field], start, end: start + length, text, first, rule: name, score };
}

// The sentence, and where it starts in its field; -1 where the page cannot tell.
function sentenceOf(paper, field, sentence) {
  if (typeof sentence === "string") return [sentence, -1];
  if (field === "title") return [nodes[paper].title, 0];
  const { text = "", keywords = [], sentences = [] } = paperOf(paper);
  if (sentence < 0) return [field === "keywords" ? keywords.join("; ") : text, 0];
  const [first, length] = sentences.slice(2 * sentence);
  return [text.slice(first, first + length), first];
}

// Opens what was found missing; the promise is kept when all of it is open.
async function openMissing() {
  const wanted = [...texts.missing];
  texts.missing.clear();
  const opened = await Promise.all(wanted.map((number) => unpack(packed[number + 1])));
  for (const [position, number] of wanted.entries()) parcels.set(number, opened[position]);
}

// Builds something out of texts, and builds it again once all of them are there.
async function whenRead(build, place) {
  texts.missing.clear();
  place(build());
  while (texts.missing.size) {
    await openMissing();
    place(build());
  }
}
