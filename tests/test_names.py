import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperkg.names import LOCAL_NAME, paper_local_name, term_slug
from paperkg.records import Paper, Source
from paperkg.vocabulary import builtin_vocabulary

TEXT_HASH = "0123456789abcdef" * 4
names = st.text(st.characters(codec="utf-8"), min_size=1, max_size=30)


def paper(**fields):
    return Paper(source=Source("list.txt", 1), **fields)


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Qwen3-8B", "qwen3-8b"),
        ("diffusion language model", "diffusion-language-model"),
        ("HumanEval+", "humanevalplus"),
        ("UNet++", "unetplusplus"),
        ("α-divergence", "alpha-divergence"),
        ("λ-return", "lambda-return"),
        ("CLIP ViT-B/16", "clip-vit-b-16"),
        ("Qwen2.5-VL", "qwen2.5-vl"),
        ("R²", "r2"),
        ("encoder – decoder", "encoder-decoder"),
    ],
)
def test_a_term_is_named_after_its_label(name, slug):
    assert term_slug(name) == slug


def test_a_name_that_loses_a_character_carries_its_hash():
    for name, start in [
        ("C#", "c-"),
        ("Poincaré ball", "poincare-ball-"),
        (".NET", "net-"),
        ("Zipf's law", "zipf-s-law-"),
    ]:
        assert re.fullmatch(re.escape(start) + "[0-9a-f]{6}", term_slug(name)), name


def test_names_that_differ_in_a_sign_stay_apart():
    different = ["C", "C+", "C++", "C#", "C*", "C'", "Ç", "(C)"]
    assert len({term_slug(name) for name in different}) == len(different)


def test_a_name_without_any_letter_we_can_write_is_its_hash():
    assert re.fullmatch("[0-9a-f]{6}", term_slug("中文"))


@given(names)
def test_every_slug_can_stand_behind_a_prefix(name):
    assert LOCAL_NAME.fullmatch(term_slug(name))


@given(st.text("aAbB1+#*é'. -_/", min_size=1, max_size=8), st.text("aAbB1+#*é'. -_/", min_size=1, max_size=8))
def test_only_spellings_of_one_name_share_a_slug(one, other):
    def spelling(name):
        return re.sub(r"[\s/-]+", "-", name.lower()).strip("-")

    if term_slug(one) == term_slug(other):
        assert spelling(one) == spelling(other)


def test_the_ids_of_the_vocabulary_are_local_names():
    assert [term.id for term in builtin_vocabulary() if not LOCAL_NAME.fullmatch(term.id)] == []


@pytest.mark.parametrize(
    ("fields", "local_name"),
    [
        ({"doi": "10.18653/v1/2020.acl-main.1", "arxiv": "2005.00001"}, "doi-10.18653-v1-2020.acl-main.1"),
        ({"arxiv": "2512.02044"}, "arxiv-2512.02044"),
        ({"arxiv": "hep-th/9901001"}, "arxiv-hep-th-9901001"),
        ({"doi": "10.48550/arxiv.2512.02044"}, "arxiv-2512.02044"),
        ({"identifiers": (("acl", "P19-1001"),)}, "acl-p19-1001"),
        ({"identifiers": (("openreview", "abc"), ("acl", "P19-1001"))}, "openreview-abc"),
        ({"identifiers": (("pmid", "123"),)}, "text-0123456789abcdef"),
        ({}, "text-0123456789abcdef"),
    ],
)
def test_a_paper_is_named_by_its_best_identifier(fields, local_name):
    assert paper_local_name(paper(**fields), TEXT_HASH) == local_name


def test_an_identifier_that_loses_a_character_carries_its_hash():
    assert re.fullmatch(
        "doi-10.1016-0004-3702-94-90041-8-[0-9a-f]{6}",
        paper_local_name(paper(doi="10.1016/0004-3702(94)90041-8"), TEXT_HASH),
    )


def test_openreview_identifiers_that_differ_in_case_are_two_papers():
    one, other = (paper_local_name(paper(identifiers=(("openreview", key),)), TEXT_HASH) for key in ("aBc", "Abc"))
    assert one != other


@given(names)
def test_every_paper_can_stand_behind_a_prefix(identifier):
    assert LOCAL_NAME.fullmatch(paper_local_name(paper(doi=identifier), TEXT_HASH))
