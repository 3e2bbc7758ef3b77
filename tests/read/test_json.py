"""JSON of any size and any state of repair: what can be read is, and what cannot is told once."""

import dataclasses
import json
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperkg.read import json_records, json_stream, json_window, lost, openalex, own_lines, read_papers
from paperkg.records import Paper, Rejected, Skipped, Source, Warned
from paperkg.settings import ReadSettings

DATA = Path(__file__).parents[1] / "data"


def outcomes(folder, content, forced=None):
    path = folder / "a"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return list(read_papers([path], ReadSettings(format=forced)))


def titles(found):
    return [outcome.title for outcome in found if isinstance(outcome, Paper)]


def losses(found):
    return [outcome for outcome in found if isinstance(outcome, Rejected)]


@pytest.mark.parametrize("opening", ["[", '{"a":', '[{"title":', '{"title": ['])
def test_nesting_a_million_deep_is_one_clear_line(tmp_path, opening):
    (loss,) = losses(outcomes(tmp_path, opening * 1_000_000, forced="json"))
    assert "\n" not in loss.message
    assert len(loss.excerpt) <= 200


def test_a_deep_record_costs_its_neighbours_nothing(tmp_path):
    deep = '{"title": ' + "[" * 100_000 + "]" * 100_000 + "}"
    found = outcomes(tmp_path, f'{{"title": "One"}}\n{deep}\n{{"title": "Two"}}\n')
    assert titles(found) == ["One", "Two"]
    assert [loss.reason for loss in losses(found)] == ["too-deep"]


def test_a_number_of_ten_thousand_digits_is_a_loss_and_no_crash(tmp_path):
    found = outcomes(tmp_path, '{"title": "One", "year": ' + "9" * 10_000 + '}\n{"title": "Two"}\n')
    assert titles(found) == ["Two"]
    assert [loss.reason for loss in losses(found)] == ["bad-json"]


def test_json_that_holds_no_paper_is_skipped_and_no_loss(tmp_path):
    found = outcomes(tmp_path, json.dumps({"name": "settings", "version": 3, "files": [{"path": "a"}, {"path": "b"}]}))
    assert [type(outcome) for outcome in found] == [Skipped]


def test_a_long_file_of_other_records_is_given_up_early(tmp_path):
    found = outcomes(tmp_path, '{"subject": "x", "object": "y"}\n' * 5000)
    assert [type(outcome) for outcome in found] == [Skipped]


def test_records_before_the_first_paper_that_are_none_are_told(tmp_path):
    found = outcomes(tmp_path, '{"meta": 1}\n{"title": "One"}\n')
    assert [type(outcome) for outcome in found] == [Rejected, Paper]


@pytest.mark.parametrize(
    "wrap", ["{}", '{{"meta": {{"count": 9}}, "results": {}}}', '{{"status": "ok", "message": {{"items": {}}}}}']
)
def test_a_container_of_any_length_is_read_as_it_streams(wrap, monkeypatch):
    monkeypatch.setattr(json_stream, "LONGEST_OBJECT", 1 << 16)
    record = json.dumps({"title": "Rooms", "abstract": "words " * 100})
    before, after = wrap.format("@").split("@")
    count = 20_000

    def pieces():
        yield before + "["
        for _ in range(count - 1):
            yield record + ","
        yield record + "]" + after

    tracemalloc.start()
    try:
        found = sum(isinstance(value.value, dict) and "title" in value.value for value in json_stream.values(pieces()))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert found == count
    assert peak < 8_000_000 < count * len(record)


def test_a_record_that_is_broken_in_a_reply_costs_the_others_nothing(tmp_path):
    content = '{"meta": {},\n"results": [\n{"title": "One"},\n{"title": "Bro" "ken"},\n{"title": "Two"}\n]}'
    assert titles(outcomes(tmp_path, content, forced="json")) == ["One", "Two"]


@pytest.mark.parametrize("cut", range(1, 60, 3))
def test_values_are_the_same_wherever_the_text_is_cut_into_pieces(cut):
    text = (
        '[{"title": "Caf\\u00e9 \\"quoted\\"", "year": 2020, "x": [1, -2.5e3, true, null]}, {"title": "Two"}]\n{"a": 1}'
    )
    whole = list(json_stream.values(iter([text])))
    pieces = [text[start : start + cut] for start in range(0, len(text), cut)]
    assert list(json_stream.values(iter(pieces))) == whole
    assert [value.value["title"] for value in whole[:2]] == ['Café "quoted"', "Two"]


@settings(max_examples=200, deadline=None)
@given(
    records=st.lists(
        st.dictionaries(
            st.text(max_size=5),
            st.recursive(
                st.none() | st.booleans() | st.integers() | st.text(),
                lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
                max_leaves=5,
            ),
            max_size=4,
        ),
        max_size=5,
    ),
    indent=st.sampled_from([None, 0, 2]),
    lines=st.booleans(),
    size=st.integers(1, 40),
)
def test_any_json_is_decoded_as_the_standard_library_does(records, indent, lines, size):
    text = "\n".join(json.dumps(record) for record in records) if lines else json.dumps(records, indent=indent)
    pieces = (text[start : start + size] for start in range(0, len(text), size))
    assert [value.value for value in json_stream.values(pieces)] == records


@settings(max_examples=200, deadline=None)
@given(text=st.text(alphabet='{}[]":,\\ntrue01.e- \n', max_size=80))
def test_any_text_ends_and_raises_nothing(text):
    for value in json_stream.values(iter([text])):
        assert isinstance(value, json_stream.Value | json_stream.Broken)


def test_an_unclosed_string_does_not_swallow_the_next_lines():
    text = '{"title": "One}\n' + '{"title": "Two"}\n' * 3
    found = list(json_stream.values(iter([text])))
    assert [type(value) for value in found] == [json_stream.Broken] + 3 * [json_stream.Value]


def test_an_inverted_index_with_huge_positions_needs_no_memory():
    assert openalex.in_order({"far": [10**12], "near": [0], "odd": ["x", True, None]}) == "near far"


def test_the_excerpt_of_a_broken_record_is_short():
    (broken,) = json_stream.values(iter(['{"title": ' + "x" * 10_000]))
    assert len(broken.excerpt) <= json_window.EXCERPT


OWN = st.fixed_dictionaries(
    {"id": st.one_of(st.text(max_size=8), st.integers(-5, 5))},
    optional={
        "key": st.one_of(st.none(), st.text(max_size=8)),
        "title": st.one_of(st.none(), st.text(max_size=40)),
        "text": st.one_of(st.none(), st.text(max_size=900)),
        "abstract": st.text(alphabet="the and of a\n é漢\0\x7f\u2028", max_size=900),
        "authors": st.lists(st.one_of(st.text(max_size=20), st.sampled_from(["Ida Fern", "Lind, O.", "Fern I", "et al", "O'Neil K. van der Au"]))),
        "year": st.one_of(st.none(), st.integers(1400, 2200), st.sampled_from([1499, 1500, 2100, 2101]), st.integers()),
        "venue": st.text(max_size=20),
        "doi": st.sampled_from(["10.1000/A.b", "https://doi.org/10.1000/x%2Fy", "10.48550/arXiv.2101.00001", "none", ""]),
        "arxiv": st.sampled_from(["2101.00001v2", "arXiv:cs/0101001", "x", ""]),
        "url": st.sampled_from(["https://openreview.net/forum?id=abcdefghij", "https://aclanthology.org/2020.acl-main.1/", "http://arxiv.org/abs/2101.00001", " a b "]),
        "keywords": st.lists(st.one_of(st.text(max_size=12), st.sampled_from(["leaves", "Leaves", "a; b", " x  y. "])), max_size=4),
        "language": st.sampled_from(["en", "German", "", "xx"]),
        "label": st.text(max_size=5),
    },
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(OWN)
def test_a_line_gives_the_same_paper_on_the_short_road_and_on_the_long_one(record):
    line = json.dumps(record).encode()
    source = Source("a", 1)
    for typed in own_lines.decoded(line + b"\n\n" + line) or ():
        paper, of_fields = own_lines.paper_of(typed, source), own_lines.read(json.loads(line), source)
        paper = paper.paper() if isinstance(paper, lost.PartlyRead) else paper
        assert paper == (of_fields.paper() if isinstance(of_fields, lost.PartlyRead) else of_fields)
        assert hash(paper) == hash(dataclasses.replace(paper))
        with pytest.raises(dataclasses.FrozenInstanceError):
            paper.source = source


def test_a_block_of_lines_with_one_of_another_kind_is_read_line_by_line(tmp_path):
    own = {"id": "a", "title": "One", "abstract": "We count leaves."}
    lines = [
        own,
        {**own, "id": "b"},
        {**own, "id": 3.5},
        {"id": "c"},
        {"id": "d", "title": "", "text": " "},
        {**own, "id": "e"},
    ]
    for end in ("\n", "\r\n", "\n \n\n"):
        found = outcomes(tmp_path, end.join(map(json.dumps, lines)) + end)
        assert [getattr(outcome, "key", type(outcome).__name__) for outcome in found] == [
            "a", "b", "3.5", "Rejected", "Rejected", "e",
        ]  # fmt: skip
        assert [outcome.source.position for outcome in found] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    "line",
    ['{"id": "b", "text": "B.", "year": NaN}', '{"id": "b", "text": "B.\x01"}', '{"id": "b", "text": "B.\\ud800"}',
     '{"id": "b",\n "text": "B."}', '[{"id": "b", "text": "B."}]', '{"id": "b", "text": "B."},', '{"id": "b", "text": "B."}\r',
     '{"id": "b", "text": "B.", "year": 1e999}', '{"id": "b", "text": "B.", "foo": 1}', '\x1e{"id": "b", "text": "B."}', '{"text": "B."}'],
)  # fmt: skip
def test_a_line_of_another_kind_costs_its_neighbours_nothing(line, tmp_path):
    path = tmp_path / "a"
    good = '{"id": "%s", "text": "A."}\n'
    path.write_bytes((good % "a" + line + "\n" + good % "c" + good % "d").encode())
    found = [outcome for outcome in read_papers([path], ReadSettings()) if not isinstance(outcome, Warned)]
    assert [(outcome.text[:2], outcome.source.position) for outcome in found] == [
        ("A.", 1),
        ("B.", 2),
        ("A.", 3),
        ("A.", 4),
    ]


def with_halves(value, behind):
    """Return a value with half of a surrogate pair behind each of its strings and keys, or in place of each string."""
    if isinstance(value, dict):
        return {key: with_halves(part, behind) for key, part in value.items()}
    if isinstance(value, list):
        return [with_halves(part, behind) for part in value]
    return (value if behind else "") + "\ud800" if isinstance(value, str) else value


@pytest.mark.parametrize("behind", [True, False])
@pytest.mark.parametrize("name", [*(kind.name for kind in json_records.FORMATS), json_records.NAME])
def test_half_of_a_surrogate_pair_comes_out_of_no_field(tmp_path, name, behind):
    decoder = json.JSONDecoder(strict=False)
    for path in sorted((DATA / name).glob("*.json*")):
        text = path.read_text(encoding="utf-8").strip()
        while text and not path.name.endswith(".out.json"):
            try:
                value, end = decoder.raw_decode(text)
            except ValueError:
                break
            text = text[end:].lstrip(" \n,")
            for forced in (None, name):
                for outcome in outcomes(tmp_path, json.dumps(with_halves(value, behind)), forced):
                    json.dumps(dataclasses.asdict(outcome), ensure_ascii=False).encode("utf-8")


def test_half_of_a_surrogate_pair_in_a_name_alone_or_in_a_registry_is_replaced(tmp_path):
    record = {"title": "On Leaves", "authors": ["Ida\ud800"], "identifiers": {"a\ud800": "b\ud800"}}
    (paper,) = outcomes(tmp_path, json.dumps(record))
    assert (paper.authors, paper.identifiers) == (("Ida\ufffd",), (("a\ufffd", "b\ufffd"),))
