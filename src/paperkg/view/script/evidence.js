// Why a line is there: for each neighbour what is said of it, and the sentences that say so.

const MANY = 12; // connections shown open; more unfold on demand

function connections(index) {
  const ranked = [...edgesAt[index]].sort(
    (a, b) => RELATIONS.indexOf(lineOf(a)) - RELATIONS.indexOf(lineOf(b)) || b.score - a.score || a.index - b.index,
  );
  if (ranked.length === 0) return [element("p", { class: "note" }, "Nothing else on the map is linked to it.")];
  const groups = RELATIONS.map((relation) => ({
    relation,
    edges: ranked.filter((edge) => lineOf(edge) === relation),
  })).filter((group) => group.edges.length);
  return groups.flatMap(({ relation, edges: list }) => [
    element("h3", {}, relation.name[0].toUpperCase() + relation.name.slice(1)),
    ...list.slice(0, MANY).map((edge) => connection(edge, index)),
    list.length > MANY ? unfold(list.slice(MANY), index) : null,
  ]);
}

function unfold(list, index) {
  return element(
    "button",
    {
      type: "button",
      click: ({ currentTarget }) => {
        const rest = element("div");
        currentTarget.replaceWith(rest);
        whenRead(
          () => list.map((edge) => connection(edge, index)),
          (connections) => rest.replaceChildren(...connections),
        );
      },
    },
    `${list.length.toLocaleString("en")} more`,
  );
}

function connection(edge, index) {
  return element("section", { class: "connection" }, nodeButton(otherEnd(edge, index)), ...statementsOf(edge));
}

function statementsOf(edge) {
  const wider = edge.wider
    ? [element("p", { class: "says" }, sentenceLike(edge, "broader"), element("small", {}, ` rule ${edge.wider}`))]
    : [];
  return [...statementsIn(edge).flatMap((statement) => statementView(edge, statement)), ...wider];
}

function statementView(edge, statement) {
  const more = statement.count - statement.evidence.length;
  return [
    element(
      "p",
      { class: "says" },
      sentenceLike(edge, statement.predicate),
      element("small", {}, ` score ${statement.score}`),
    ),
    ...statement.evidence.map((each) => quotation(each, edge)),
    more > 0 ? element("p", { class: "note" }, `and ${plural(more, "more place")} in links.jsonl`) : null,
  ];
}

function sentenceLike(edge, predicate) {
  return `${shortened(labelOf(edge.from))} ${PREDICATE_WORDS[predicate] || predicate} ${shortened(labelOf(edge.to))}`;
}

function quotation(evidence, edge) {
  const { text, first, start, end } = evidence;
  const fits = first >= 0 && start >= first && end <= first + text.length;
  const words = fits
    ? [
        text.slice(0, start - first),
        element("mark", {}, text.slice(start - first, end - first)),
        text.slice(end - first),
      ]
    : [text];
  const source =
    evidence.paper >= 0 && evidence.paper !== edge.from && evidence.paper !== edge.to
      ? element("cite", {}, labelOf(evidence.paper))
      : null;
  return element(
    "blockquote",
    { title: `rule ${evidence.rule}, score ${evidence.score}, ${evidence.field} ${start}-${end}` },
    ...words,
    source,
  );
}
