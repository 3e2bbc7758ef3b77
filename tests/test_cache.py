"""The cache gives back what it was given or nothing, whatever happens to its file."""

import pickle
import sqlite3
import subprocess
import sys
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from paperkg.cache import Cache

WORKER = """
import sys
from pathlib import Path
from paperkg.cache import Cache

number = sys.argv[2]
cache = Cache(Path(sys.argv[1]))
for step in range(30):
    cache.put("maker", {f"{number}-{step}": number.encode(), f"shared-{step}": b"same"})
wanted = {f"{number}-{step}": number.encode() for step in range(30)}
sys.exit(cache.get("maker", list(wanted)) != wanted)
"""


def test_what_was_put_is_found_again_by_another_cache_on_the_file(tmp_path):
    first = Cache(tmp_path / "deep" / "kept.sqlite")
    first.put("maker", {"a": b"1", "b": b""})
    first.close()

    second = Cache(tmp_path / "deep" / "kept.sqlite")

    assert second.get("maker", ["a", "b", "c"]) == {"a": b"1", "b": b""}
    second.close()


def test_what_is_kept_is_told_without_being_read(tmp_path):
    cache = Cache(tmp_path / "kept.sqlite")
    cache.put("maker", {f"{number}": b"x" for number in range(2000)})

    assert cache.has("maker", ["1", "1999", "2000"]) == {"1", "1999"}
    assert cache.has("other", ["1"]) == set()
    cache.close()


def test_nothing_is_kept_in_a_file_that_is_no_database(tmp_path):
    (tmp_path / "kept.sqlite").write_bytes(b"no database" * 1000)

    assert Cache(tmp_path / "kept.sqlite").has("maker", ["1"]) == set()


def test_another_maker_finds_nothing(tmp_path):
    cache = Cache(tmp_path / "kept.sqlite")
    cache.put("model 1", {"a": b"1"})

    assert cache.get("model 2", ["a"]) == {}
    cache.close()


def test_maker_and_key_are_kept_apart(tmp_path):
    cache = Cache(tmp_path / "kept.sqlite")
    cache.put("ab", {"c": b"1"})

    assert cache.get("a", ["bc"]) == {}
    cache.close()


@given(st.dictionaries(st.text(), st.binary(), max_size=8))
def test_any_text_and_any_bytes_come_back(values):
    cache = Cache(Path(":memory:"))  # SQLite's own name for a file that is none
    cache.put("maker", values)

    assert cache.get("maker", list(values)) == values
    cache.close()


def test_more_keys_than_one_question_may_hold(tmp_path):
    cache = Cache(tmp_path / "kept.sqlite")
    values = {str(number): b"%d" % number for number in range(1201)}
    cache.put("maker", values)

    assert cache.get("maker", list(values)) == values
    cache.close()


def test_a_file_that_is_no_database_is_begun_anew(tmp_path):
    path = tmp_path / "kept.sqlite"
    path.write_bytes(b"this was never a database " * 400)
    cache = Cache(path)

    assert cache.get("maker", ["a"]) == {}
    cache.put("maker", {"a": b"1"})
    assert cache.get("maker", ["a"]) == {"a": b"1"}
    cache.close()


def test_a_value_that_was_damaged_counts_as_absent_and_is_replaced(tmp_path):
    path = tmp_path / "kept.sqlite"
    cache = Cache(path)
    cache.put("maker", {"a": b"12345678"})
    cache.close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE kept SET value = substr(value, 1, 4) || CAST('12345679' AS BLOB)")
    connection.close()

    assert cache.get("maker", ["a"]) == {}
    cache.put("maker", {"a": b"12345678"})
    assert cache.get("maker", ["a"]) == {"a": b"12345678"}
    cache.close()


def test_a_file_deleted_between_two_uses_is_no_loss(tmp_path):
    path = tmp_path / "kept.sqlite"
    cache = Cache(path)
    cache.put("maker", {"a": b"1"})
    cache.close()
    path.unlink()

    assert cache.get("maker", ["a"]) == {}
    cache.put("maker", {"a": b"2"})
    assert cache.get("maker", ["a"]) == {"a": b"2"}
    cache.close()


def test_a_place_that_cannot_be_written_keeps_nothing_and_harms_nothing(tmp_path):
    (tmp_path / "file").write_text("a file, no folder", encoding="utf-8")
    cache = Cache(tmp_path / "file" / "kept.sqlite")

    cache.put("maker", {"a": b"1"})

    assert cache.get("maker", ["a"]) == {}


def test_the_file_stays_under_its_limit_and_keeps_the_newest(tmp_path):
    path = tmp_path / "kept.sqlite"
    limit = 400_000
    cache = Cache(path, limit=limit)
    for number in range(1000):
        cache.put("maker", {str(number): bytes(1500)})
    cache.close()

    assert path.stat().st_size < 1.2 * limit
    assert cache.get("maker", ["999"]) == {"999": bytes(1500)}
    assert cache.get("maker", ["0"]) == {}
    cache.close()


def test_several_processes_write_and_read_one_file(tmp_path):
    path = tmp_path / "kept.sqlite"
    workers = [subprocess.Popen([sys.executable, "-c", WORKER, str(path), str(number)]) for number in range(3)]

    assert [worker.wait(60) for worker in workers] == [0, 0, 0]
    cache = Cache(path)
    assert len(cache.get("maker", [f"{number}-29" for number in range(3)])) == 3
    cache.close()


def test_an_open_cache_travels_to_another_process(tmp_path):
    cache = Cache(tmp_path / "kept.sqlite", limit=12345)
    cache.put("maker", {"a": b"1"})

    copy = pickle.loads(pickle.dumps(cache))

    assert copy.get("maker", ["a"]) == {"a": b"1"}
    copy.close()
    cache.close()
