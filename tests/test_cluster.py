"""Builds on a Ray cluster of this machine: real Ray, several workers, one of them killed."""

import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from paperkg.cluster import Ray
from paperkg.errors import UsageError
from paperkg.folder import CACHE, EXTRACTIONS, TIMINGS
from paperkg.settings import MentionSettings
from paperkg.vocabulary import Vocabulary

SEEDS = Path(__file__).parents[1] / "seeds"
WORKER = "ray::MapWorker(MapBatches(ShardExtractor))"
LONGEST = 540


@pytest.fixture
def ray_installed():
    if os.environ.get("PAPERKG_ALL") != "1":
        pytest.importorskip("ray", reason="needs Ray: uv sync --group dev --extra cluster")


def command(output, *options):
    return [sys.executable, "-m", "paperkg", "build", str(SEEDS), "-o", str(output), "--no-page", *options]


def files_of(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.iterdir())
        if path.is_file() and path.name != TIMINGS
    }


@pytest.fixture(scope="module")
def here(tmp_path_factory):
    output = tmp_path_factory.mktemp("here")
    subprocess.run(command(output, "--jobs", "1"), check=True, capture_output=True, timeout=LONGEST)
    return files_of(output)


def workers():
    """Return the process ids of Ray's actors that hold an extractor."""
    found = []
    for process in Path("/proc").iterdir():
        if process.name.isdigit():
            try:
                line = (process / "cmdline").read_bytes()
            except OSError:
                continue
            if line.decode(errors="replace").startswith(WORKER):
                found.append(int(process.name))
    return sorted(found)


def first_shard_is_done(output):
    """Return whether extractions have come back while others have not: the folder's cache has them at once."""
    kept = output / CACHE / EXTRACTIONS
    if not kept.is_file():
        return False
    connection = sqlite3.connect(f"file:{kept}?mode=ro", uri=True)
    with contextlib.closing(connection), contextlib.suppress(sqlite3.OperationalError):
        return connection.execute("SELECT count(*) FROM kept").fetchone()[0] > 0
    return False


@pytest.mark.weights
def test_a_build_on_ray_with_a_worker_killed_in_mid_run_is_the_local_build(here, tmp_path, ray_installed):
    running = subprocess.Popen(
        command(tmp_path, "--engine", "ray", "--jobs", "2"), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    killed = None
    until = time.monotonic() + LONGEST
    while running.poll() is None and killed is None and time.monotonic() < until:
        if first_shard_is_done(tmp_path) and (at_work := workers()):
            killed = at_work[0]
            os.kill(killed, signal.SIGKILL)
        time.sleep(0.02)
    _, told = running.communicate(timeout=LONGEST)
    assert running.returncode == 0, told.decode()
    assert killed is not None
    assert files_of(tmp_path) == here


def test_the_how_to_names_the_command_that_is_tested():
    page = (SEEDS.parent / "docs" / "how-to" / "use-a-cluster.md").read_text(encoding="utf-8")
    assert "paperkg build seeds -o output --engine ray --jobs 2\n" in page


def test_without_ray_the_command_to_install_it_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(UsageError, match=r"pip install 'paperkg\[cluster\]'"):
        list(Ray()([None], MentionSettings(), Vocabulary({}), 1, None))


def test_a_ray_that_does_not_start_is_told_with_what_to_do(monkeypatch, ray_installed):
    import ray

    def late(**_settings):
        raise Exception("The current node timed out during startup.")  # as Ray does

    monkeypatch.setattr(ray, "init", late)
    with pytest.raises(UsageError, match="timed out during startup") as told:
        list(Ray()([None], MentionSettings(), Vocabulary({}), 1, None))
    assert "ray start --head" in told.value.remedy


def test_a_cluster_without_a_core_is_told_and_not_waited_for(monkeypatch, ray_installed):
    import ray

    monkeypatch.setattr(ray, "init", lambda **_settings: None)
    monkeypatch.setattr(ray, "shutdown", lambda: None)
    monkeypatch.setattr(ray, "cluster_resources", lambda: {"memory": 1.0})
    with pytest.raises(UsageError, match="no core"):
        list(Ray("ray://cluster:10001")([None], MentionSettings(), Vocabulary({}), None, None))


def test_an_address_without_the_engine_is_refused(tmp_path):
    told = subprocess.run(command(tmp_path, "--address", "ray://nowhere"), capture_output=True, text=True)
    assert told.returncode == 2
    assert "--address is for --engine ray." in told.stderr
