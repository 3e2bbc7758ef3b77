import pytest

from paperkg.entities.readings import reading_of
from paperkg.entities.senses import Definitions, Surfaces, sense_of
from paperkg.entities.shorter_names import is_no_word, reworded, without_degree, without_kind
from paperkg.records import Acronym, Extraction, Paper, Passage, Source, Span
from paperkg.vocabulary import Term, Vocabulary


def term(key, label, kind, *aliases, **more):
    return Term(id=key, table="x", label=label, kind=kind, aliases=aliases, **more)


VOCABULARY = Vocabulary(
    {
        each.id: each
        for each in (
            term("leaf-detection", "leaf detection", "Task"),
            term("kernel", "kernel", "Concept"),
            term("mossnet", "MossNet", "Model", case_sensitive=True),
            term("dream", "DREAM", "Dataset", case_sensitive=True),
            term("fold-rate-prediction", "fold rate prediction", "Task"),
        )
    }
)


def sense(name, *acronyms):
    passage = Passage(
        Paper(source=Source("x", 1)),
        (),
        tuple(Acronym(short, long, "text", Span(0, 1), Span(2, 3)) for short, long in acronyms),
    )
    surfaces = Surfaces(VOCABULARY)
    longs = reading_of(Extraction(passage=passage), surfaces).longs
    return sense_of(name, None, Definitions(longs), surfaces, {}).key


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("leaf detection task", "term:leaf-detection"),
        ("MossNet architecture", "term:mossnet"),
        ("original kernel", "name:originalkernel"),
        ("leaf detection benchmark", "name:leafdetectionbenchmark"),
        ("kernel method", "name:kernelmethod"),
        ("leaf detection model", "name:leafdetectionmodel"),
        ("RootSet-7 dataset", "name:rootset7"),
        ("flower dataset", "name:flowerdataset"),
        ("Detecting Leaves", "name:detectingleave"),
        ("detecting leaf", "term:leaf-detection"),
        ("automatic leaf detection", "term:leaf-detection"),
        ("Mossnet", "term:mossnet"),
        ("Dream", "name:dream"),
    ],
)
def test_a_noun_of_kind_goes_only_where_a_thing_of_that_kind_is_left(name, key):
    assert sense(name) == key


def test_an_acronym_inside_a_name_is_written_out():
    assert sense("FR prediction", ("FR", "fold rate")) == "term:fold-rate-prediction"


def test_the_acronym_of_the_paper_goes_without_its_noun():
    assert sense("LGN model", ("LGN", "leaf gate network")) == "name:leafgatenetwork"


def test_a_dataset_for_a_task_is_not_the_task():
    assert sense("LD dataset", ("LD", "leaf detection")) == "name:lddataset"


def test_brackets_around_an_acronym_are_no_part_of_it():
    assert sense("LGN)", ("LGN", "leaf gate network")) == sense("LGN", ("LGN", "leaf gate network"))


def test_the_ways_to_say_a_name():
    assert [rest for rest, _ in without_kind("BLEU scores")] == ["BLEU"]
    assert list(reworded("detecting small leaves", {})) == ["small leave detection"]
    assert without_degree("standard leaf") == "leaf"
    assert (is_no_word("MossNet"), is_no_word("Moss"), is_no_word("moss2")) == (True, False, True)
