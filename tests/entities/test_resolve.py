from paperkg.entities import resolve
from paperkg.records import (
    NOUN_PHRASE,
    UNDEFINED_ACRONYM,
    Acronym,
    Extraction,
    Mention,
    Paper,
    Passage,
    Relation,
    Section,
    Source,
    Span,
    System,
)
from paperkg.settings import EntitySettings
from paperkg.vocabulary import Term, Vocabulary

LLM = Term(id="large-language-model", table="concepts", label="large language model", kind="Concept", aliases=("LLM",))
MLLM = Term(
    id="multimodal-large-language-model",
    table="concepts",
    label="multimodal large language model",
    kind="Concept",
    broader=("large-language-model",),
)
TULIP = Term(id="tulip", table="models", label="Tulip", kind="Model")
VOCABULARY = Vocabulary({term.id: term for term in (LLM, MLLM, TULIP)})


def mention(text, surface, kind="Concept", name=None, rule="vocabulary", **more):
    start = text.index(surface)
    return Mention(
        field="text", start=start, end=start + len(surface), text=surface, kind=kind, rule=rule, score=0.9,
        name=name or surface, **more,
    )  # fmt: skip


def extraction(identifier, text, *mentions, acronyms=(), system=None, relations=()):
    paper = Paper(id=identifier, source=Source("x.txt", 1), text=text)
    section = Section("text", text, (Span(0, len(text)),))
    defined = tuple(
        Acronym(short, long, "text", Span(text.index(short), text.index(short) + len(short)), Span(0, 0))
        for short, long in acronyms
    )
    return Extraction(
        passage=Passage(paper, (section,), defined), mentions=mentions, system=system, relations=relations
    )


def resolved(*extractions):
    return resolve(extractions, VOCABULARY, EntitySettings())


def labels(collection):
    return {entity.id: entity.label for entity in collection.entities}


def test_a_vocabulary_entry_is_one_thing_whatever_its_spelling():
    one = extraction("p1", "We prompt an LLM.", mention("We prompt an LLM.", "LLM", term="large-language-model"))
    text = "Large language models fail."
    two = extraction("p2", text, mention(text, "Large language models", name="Large language models"))
    collection = resolved(one, two)
    assert [(entity.id, entity.papers) for entity in collection.entities] == [("large-language-model", 2)]


def test_the_definition_in_the_paper_goes_before_the_vocabulary():
    text = "Tulip (Text Under Layered Illumination Priors) is new."
    found = mention(text, "Tulip", "Method", term="tulip", predicate="proposes")
    one = extraction("p1", text, found, acronyms=(("Tulip", "Text Under Layered Illumination Priors"),))
    assert [entity.id for entity in resolved(one).entities] == ["tulip-text-under-layered-illumination-priors"]


def test_an_acronym_with_two_meanings_is_two_nodes():
    one_text, two_text = "PI (private information) helps.", "PI (policy iteration) helps."
    one = extraction("p1", one_text, mention(one_text, "PI", "Model"), acronyms=(("PI", "private information"),))
    two = extraction("p2", two_text, mention(two_text, "PI", "Model"), acronyms=(("PI", "policy iteration"),))
    assert len(resolved(one, two).entities) == 2


def test_an_undefined_acronym_is_bound_where_two_papers_agree_and_dropped_where_nobody_defines_it():
    defining = [
        extraction(
            f"p{number}",
            "Moss growth rate (MGR) rises.",
            mention("Moss growth rate (MGR) rises.", "Moss growth rate", rule="keyphrase", name="moss growth rate"),
            acronyms=(("MGR", "Moss growth rate"),),
        )
        for number in (1, 2)
    ]
    text = "MGR and XYZ fall."
    bare = extraction(
        "p3", text, mention(text, "MGR", rule=UNDEFINED_ACRONYM), mention(text, "XYZ", rule=UNDEFINED_ACRONYM)
    )
    collection = resolved(*defining, bare)
    assert labels(collection) == {"moss-growth-rate": "moss growth rate"}
    assert {link.paper for link in collection.links} == {"p1", "p2", "p3"}


def test_an_acronym_that_one_paper_alone_defines_binds_no_other_paper():
    defining = extraction(
        "p1",
        "Moss growth rate (MGR) rises.",
        mention("Moss growth rate (MGR) rises.", "Moss growth rate", rule="keyphrase", name="moss growth rate"),
        acronyms=(("MGR", "Moss growth rate"),),
    )
    bare = extraction("p2", "MGR falls.", mention("MGR falls.", "MGR", rule=UNDEFINED_ACRONYM))
    assert resolved(defining, bare).links == ()


def test_a_concept_of_one_paper_is_no_node_and_is_counted():
    text = "Layered moss folding is slow."
    collection = resolved(extraction("p1", text, mention(text, "Layered moss folding", rule="keyphrase")))
    assert collection.entities == ()
    assert sum(count for _, count in collection.dropped) == 1


def test_a_noun_phrase_that_two_papers_share_is_a_node_only_if_it_is_a_keyphrase_somewhere():
    text = "Layered moss folding is slow."
    phrase = mention(text, "Layered moss folding", rule=NOUN_PHRASE, name="layered moss folding")
    key = mention(text, "Layered moss folding", rule="keyphrase", name="layered moss folding")
    assert resolved(extraction("p1", text, phrase), extraction("p2", text, phrase)).entities == ()
    assert len(resolved(extraction("p1", text, phrase), extraction("p2", text, key)).entities) == 1


def test_a_named_thing_of_one_paper_is_a_node():
    text = "We test on MossBench."
    collection = resolved(extraction("p1", text, mention(text, "MossBench", "Benchmark", predicate="evaluatesOn")))
    assert labels(collection) == {"mossbench": "MossBench"}
    assert collection.links[0].evidence[0].sentence == text


def test_what_stands_in_a_relation_is_a_node():
    text = "We beat full attention."
    relation = Relation(
        subject=None, predicate="outperforms", object="full attention", field="text", start=8, end=22,
        text="full attention", sentence=text, rule="stated win", score=0.9,
    )  # fmt: skip
    found = mention(text, "full attention", rule=NOUN_PHRASE)
    collection = resolved(extraction("p1", text, found, relations=(relation,)))
    assert labels(collection) == {"full-attention": "full attention"}
    assert [(link.predicate, link.object) for link in collection.links] == [("outperforms", "full-attention")]


def test_sizes_have_their_family_above_them():
    text = "Moss3-8B and Moss3-32B-Instruct and Moss3 grow."
    found = [mention(text, name, "Model") for name in ("Moss3-8B", "Moss3-32B-Instruct", "Moss3 ")]
    found[2] = mention(text, "Moss3 grow", "Model", name="Moss3")
    collection = resolved(extraction("p1", text, *found))
    wider = {entity.label: [each.term for each in entity.broader] for entity in collection.entities}
    assert wider == {"Moss3": [], "Moss3-8B": ["moss3"], "Moss3-32B-Instruct": ["moss3"]}


def test_a_wider_term_of_the_vocabulary_stands_in_the_graph_with_no_paper_of_its_own():
    text = "A multimodal large language model sees."
    found = mention(text, "multimodal large language model", term="multimodal-large-language-model")
    collection = resolved(extraction("p1", text, found))
    assert [(entity.id, entity.papers) for entity in collection.entities] == [
        ("large-language-model", 0),
        ("multimodal-large-language-model", 1),
    ]


def test_the_subject_of_a_relation_is_the_papers_system():
    text = "We propose Fern. Fern beats Tulip."
    relation = Relation(
        subject=None, predicate="outperforms", object="Tulip", field="text", start=28, end=33,
        text="Tulip", sentence="Fern beats Tulip.", rule="stated win", score=0.9,
    )  # fmt: skip
    collection = resolved(
        extraction(
            "p1",
            text,
            mention(text, "Fern", "Method", predicate="proposes"),
            mention(text, "Tulip", "Model", term="tulip", predicate="comparesWith"),
            system=System("Fern"),
            relations=(relation,),
        )
    )
    assert [(link.subject, link.predicate, link.object) for link in collection.links] == [
        ("fern", "outperforms", "tulip"),
        ("p1", "comparesWith", "tulip"),
        ("p1", "proposes", "fern"),
    ]


def test_every_label_that_is_not_preferred_has_the_rule_that_made_it_one():
    text = "Large language models (LLMs) fail."
    collection = resolved(extraction("p1", text, mention(text, "Large language models")))
    entity = collection.entities[0]
    assert {merge.label for merge in entity.merges} == set(entity.aliases)
    assert all(merge.rule for merge in entity.merges)


def test_adding_papers_keeps_the_ids_and_kinds_of_what_was_there():
    def model(identifier, text, name, **more):
        return extraction(identifier, text, mention(text, name, "Model", **more))

    prompts = "We prompt an LLM."
    defined, other = "PI (private information) helps.", "PI (policy iteration) helps."
    before = (
        extraction("p1", prompts, mention(prompts, "LLM", term="large-language-model")),
        model("p2", "Mossgrow is new.", "Mossgrow", predicate="proposes"),
        extraction("p3", defined, mention(defined, "PI", "Model"), acronyms=(("PI", "private information"),)),
    )
    added = (
        extraction("p4", other, mention(other, "PI", "Model"), acronyms=(("PI", "policy iteration"),)),
        model("p5", "Moss-Grow again.", "Moss-Grow"),
        model("p0", "Mossgrow-8B is larger.", "Mossgrow-8B"),
        model("p6", "Large language models fail.", "Large language models"),
    )
    old, new = resolved(*before), resolved(*before, *added)
    kept = {entity.id: entity for entity in new.entities}
    for entity in old.entities:
        assert (kept[entity.id].label, kept[entity.id].kinds) == (entity.label, entity.kinds)
    assert {link.object for link in old.links if link.paper == "p3"} == {
        link.object for link in new.links if link.paper == "p3"
    }
