"""What holds for every target."""

import subprocess
import sys

import pytest
from click.testing import CliRunner

from paperkg.commands import main
from paperkg.commands.export import TRIED
from paperkg.errors import ExportError, UsageError
from paperkg.export import EXPORTERS, neo4j_shards, nt_shards, turtle
from paperkg.export.contents import Contents
from paperkg.export.exporter import Exporter, compare

pytestmark = pytest.mark.usefixtures("needed_packages")
EVERY = pytest.mark.parametrize("name", EXPORTERS)
RDF = ("turtle", "nt", "jsonld", "rdfxml", "trig")
TABLES = ("csv", "parquet", "neo4j", "neo4j-shards", "neptune", "neptune-cypher", "memgraph", "tigergraph")


def contents_of(path):
    """Return the bytes of a file, or of every file of a folder by its name, but for Ladybug's own database."""
    if path.is_file():
        return path.read_bytes()
    return {each.name: each.read_bytes() for each in sorted(path.iterdir()) if each.suffix != ".lbug"}


@EVERY
def test_the_same_build_gives_the_same_bytes(name, contents, tmp_path):
    for copy in ("one", "two"):
        EXPORTERS[name](contents, tmp_path / copy / "out")
    assert contents_of(tmp_path / "one" / "out") == contents_of(tmp_path / "two" / "out")


@EVERY
def test_an_empty_graph_is_a_valid_empty_export(name, empty, tmp_path):
    counts = EXPORTERS[name](empty, tmp_path / "out")
    expected = len(list(empty.triples())) if name in (*RDF, "rdf12", "nt-shards") else 0
    assert sum(counts.values()) == expected


@EVERY
def test_no_abstract_leaves_without_text(name, build_of, collection, tmp_path):
    contents = Contents(build_of(collection), with_text=False)
    EXPORTERS[name](contents, tmp_path / "out")
    said = contents_of(tmp_path / "out")
    for text in [said] if isinstance(said, bytes) else said.values():
        assert b"with Tulip-7B as its model" not in text
        assert b"Nothing here is shared with anyone" not in text


@pytest.mark.parametrize("name", [name for name in EXPORTERS if name != "parquet"])
def test_evidence_leaves_with_every_graph(name, contents, tmp_path):
    EXPORTERS[name](contents, tmp_path / "out")
    said = contents_of(tmp_path / "out")
    assert b"with Tulip-7B as its model" in (said if isinstance(said, bytes) else b"".join(said.values()))


def test_a_build_without_text_is_exported_without_text(build_of, collection):
    contents = Contents(build_of(collection, with_text=False))
    assert {record.paper.text for record in contents.papers()} == {""}
    assert max(len(each.sentence.split()) for link in contents.links() for each in link.evidence) == 13


@pytest.mark.parametrize("name", RDF)
def test_every_syntax_has_all_triples(name, contents, tmp_path):
    assert EXPORTERS[name](contents, tmp_path / "out") == {"triples": len(list(contents.triples()))}


def test_parts_are_the_canonical_file_cut_up_and_those_of_a_larger_export_go(contents, empty, tmp_path):
    lines = (contents.folder.path / "graph.nt").read_bytes().splitlines(keepends=True)
    nt_shards.write(contents, tmp_path, part=100)
    parts = sorted(tmp_path.iterdir())
    assert [len(part.read_bytes().splitlines()) for part in parts[:-1]] == [100] * (len(lines) // 100)
    assert b"".join(part.read_bytes() for part in parts) == b"".join(lines)
    EXPORTERS["nt-shards"](empty, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["part-00001.nt"]


def test_the_parts_of_a_table_are_the_table_cut_up_with_the_header_apart(contents, tmp_path):
    EXPORTERS["neo4j"](contents, tmp_path / "whole")
    (tmp_path / "parts").mkdir()
    counts = neo4j_shards.write(contents, tmp_path / "parts", part=2)
    assert neo4j_shards.read_back(tmp_path / "parts") == counts
    assert max(counts.values()) > 2
    for table, count in counts.items():
        parts = sorted((tmp_path / "parts").glob(f"{table}-*.csv"))
        assert [path.stem.rpartition("-")[2] for path in parts] == [
            *(f"{number:05d}" for number in range(1, (count + 1) // 2 + 1)), "header"
        ]  # fmt: skip
        header_first = [parts[-1], *parts[:-1]]
        assert (
            b"".join(path.read_bytes() for path in header_first) == (tmp_path / "whole" / f"{table}.csv").read_bytes()
        )
    script = (tmp_path / "parts" / "import.sh").read_text()
    assert "--nodes=Concept-header.csv,Concept-00001.csv" in script


@pytest.mark.parametrize("name", TABLES)
def test_tables_have_every_node_and_edge(name, contents, collection, tmp_path):
    counts = EXPORTERS[name](contents, tmp_path / "out")
    nodes = sum(count for table, count in counts.items() if "_" not in table)
    assert nodes == len(collection.papers) + len(collection.entities) + len(collection.results)
    # One wider term; a result with its paper, its system, benchmark, metric and baseline.
    assert sum(counts.values()) - nodes == len(collection.links) + 1 + 5


def test_a_difference_is_told_and_nothing_is_put_in_place(contents, tmp_path):
    class Losing:
        write = staticmethod(turtle.write)

        @staticmethod
        def read_back(path):
            return {"triples": 1}

    with pytest.raises(ExportError, match=r"triples: \d+ written, 1 read back"):
        Exporter(Losing, "file", "nothing", "validated")(contents, tmp_path / "out.ttl")
    assert list(tmp_path.iterdir()) == []


def test_counts_that_are_equal_are_no_error(tmp_path):
    compare(tmp_path, {"a": 1}, {"a": 1, "b": 0})


def test_a_folder_is_no_place_for_a_file(contents, tmp_path):
    with pytest.raises(UsageError, match="is no file"):
        EXPORTERS["turtle"](contents, tmp_path)


def test_tables_of_an_earlier_export_go_and_other_files_stay(contents, empty, tmp_path):
    EXPORTERS["neptune"](contents, tmp_path / "out")
    (tmp_path / "out" / "notes.csv").write_text("mine")
    EXPORTERS["csv"](empty, tmp_path / "out")
    assert not (tmp_path / "out" / "ABOUT_Paper_Concept.csv").exists()
    assert (tmp_path / "out" / "notes.csv").read_text() == "mine"


def test_a_build_s_own_turtle_is_the_export(contents, tmp_path):
    EXPORTERS["turtle"](contents, tmp_path / "out.ttl")
    canonical = (contents.folder.path / "graph.nt").read_bytes()
    assert (tmp_path / "out.ttl").read_bytes() == turtle.turtle(canonical)
    EXPORTERS["nt"](contents, tmp_path / "out.nt")
    assert (tmp_path / "out.nt").read_bytes() == canonical


def test_help_and_table_agree_on_what_was_run():
    for names, tried in zip(TRIED, ("run", "validated"), strict=True):
        assert names.split() == [name for name, exporter in EXPORTERS.items() if exporter.tried == tried]
    text = " ".join(CliRunner().invoke(main, ["export", "--help"]).output.split())
    assert f"Run on the programs themselves: {TRIED[0]}." in text
    assert f"Only validated against the program's documentation: {TRIED[1]}." in text
    for kind, start in (("file", "One file: "), ("folder", "A folder: ")):
        assert start + " ".join(name for name, each in EXPORTERS.items() if each.kind == kind) + "." in text


def test_the_command_writes_and_tells(contents, tmp_path):
    out = tmp_path / "graph.gexf"
    arguments = ["export", "--to", "gexf", "-g", str(contents.folder.path), "-o", str(out)]
    result = CliRunner().invoke(main, arguments)
    assert (result.exit_code, result.stdout) == (0, "")
    assert "nodes" in result.stderr
    assert out.read_bytes().startswith(b"<?xml")


def test_a_dash_is_standard_output(contents):
    result = CliRunner().invoke(main, ["export", "--to", "nt", "-g", str(contents.folder.path), "-o", "-"])
    assert result.stdout_bytes == (contents.folder.path / "graph.nt").read_bytes()


def test_a_folder_cannot_go_to_standard_output(contents):
    result = CliRunner().invoke(main, ["export", "--to", "csv", "-g", str(contents.folder.path), "-o", "-"])
    assert result.exit_code == 2


def test_a_folder_without_a_graph_is_told(tmp_path):
    result = CliRunner().invoke(main, ["export", "--to", "nt", "-g", str(tmp_path), "-o", str(tmp_path / "x")])
    assert result.exit_code == 2
    assert "paperkg build" in result.stderr


def test_the_table_of_targets_loads_no_heavy_package():
    heavy = "{'rdflib', 'networkx', 'pyarrow', 'ladybug', 'lxml', 'neo4j', 'spacy'}"
    code = f"import sys, paperkg.export; print(sorted({heavy} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
