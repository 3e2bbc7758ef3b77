"""Many clients at once on ``paperkg serve``: how many are answered, how fast, and what memory it takes.

    python benchmarks/clients.py --graph output --clients 50 --seconds 60

The server is started here. Each client asks one query after the other, over a connection of its own each time. At the
end a query that would run for years is asked, which must be stopped, and one more, which must be answered.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import cycle
from pathlib import Path
from statistics import median
from urllib.parse import urlencode

QUERIES = (
    "SELECT ?p ?l WHERE { ?p a kg:Paper ; rdfs:label ?l } LIMIT 50",
    "SELECT ?t ?n WHERE { ?t kg:paperCount ?n FILTER(?n > 1) } ORDER BY DESC(?n) LIMIT 10",
    "SELECT ?s WHERE { ?e rdf:predicate kg:proposes ; kg:sentence ?s } LIMIT 20",
    "ASK { ?p kg:evaluatesOn ?b }",
    "CONSTRUCT { ?p kg:usesModel ?m } WHERE { ?p kg:usesModel ?m } LIMIT 20",
)
DEATH = "SELECT (COUNT(*) AS ?n) WHERE { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }"
READY_SECONDS = 300


def main() -> None:
    """Print what the clients got."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--graph", type=Path, default=Path("output"))
    arguments.add_argument("--clients", type=int, default=50)
    arguments.add_argument("--seconds", type=float, default=60)
    arguments.add_argument("--port", type=int, default=8099)
    arguments.add_argument("--timeout", type=float, default=10)
    given = arguments.parse_args()
    command = [sys.executable, "-m", "paperkg", "serve", "-g", str(given.graph), "--port", str(given.port)]
    server = subprocess.Popen([*command, "--timeout", str(given.timeout)], stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{given.port}/sparql"
    try:
        wait_for(address)
        print(f"memory before: {memory(server.pid)}")
        for round_ in (1, 2):
            asking = partial(client, address, time.monotonic() + given.seconds / 2)
            with ThreadPoolExecutor(given.clients) as pool:
                outcomes = list(pool.map(asking, range(given.clients)))
            statuses = sum((each[0] for each in outcomes), Counter())
            times = [seconds for each in outcomes for seconds in each[1]]
            print(
                f"half {round_}: {given.clients} clients, {sum(statuses.values())} requests, statuses {dict(statuses)}, "
                f"median {1000 * median(times):.0f} ms, longest {1000 * max(times):.0f} ms; memory: {memory(server.pid)}"
            )
        began = time.monotonic()
        status = ask(address, DEATH)
        print(
            f"query of death: {status} after {time.monotonic() - began:.1f} s; the next one: {ask(address, QUERIES[0])}"
        )
    finally:
        server.terminate()
        server.wait()


def wait_for(address: str) -> None:
    """Return when the server answers."""
    until = time.monotonic() + READY_SECONDS
    while time.monotonic() < until:
        try:
            ask(address, "ASK {}")
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise TimeoutError(address)


def client(address: str, until: float, number: int) -> tuple[Counter[int], list[float]]:
    """Ask until that moment; return how often each status came, and the seconds each answer took."""
    statuses: Counter[int] = Counter()
    times = []
    queries = cycle(QUERIES[number % len(QUERIES) :] + QUERIES[: number % len(QUERIES)])
    while time.monotonic() < until:
        began = time.monotonic()
        statuses[ask(address, next(queries))] += 1
        times.append(time.monotonic() - began)
    return statuses, times


def ask(address: str, query: str) -> int:
    """Return the status that a query is answered with; the body of an answer is read and, where it is JSON, parsed."""
    try:
        with urllib.request.urlopen(f"{address}?{urlencode({'query': query})}", timeout=120) as reply:
            body = reply.read()
            if "json" in reply.headers["Content-Type"]:
                json.loads(body)
            return int(reply.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code


def memory(process: int) -> str:
    """Return the resident memory of a process and of those that it started, in MiB (Linux)."""
    listed = subprocess.run(["ps", "-eo", "pid,ppid,rss"], capture_output=True, text=True, check=True).stdout
    rows = [tuple(map(int, line.split())) for line in listed.splitlines()[1:]]
    family = {process}
    for _ in range(3):
        family |= {pid for pid, parent, _ in rows if parent in family}
    sizes = sorted((rss for pid, _, rss in rows if pid in family), reverse=True)
    return f"{sum(sizes) / 1024:.0f} MiB in {len(sizes)} processes"


if __name__ == "__main__":
    main()
