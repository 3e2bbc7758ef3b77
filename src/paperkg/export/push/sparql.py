"""Sends a graph to a SPARQL endpoint by the Graph Store HTTP Protocol (W3C Recommendation 21 March 2013).

Triples go in batches as N-Triples, which every Turtle parser reads. The first batch is a PUT where the graph is replaced
(section 5.3), all others are POSTs, which merge (section 5.5); no node is blank, so that a batch sent twice is there once.
"""

from __future__ import annotations

import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.client import HTTPException
from itertools import chain, islice
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote

from pyoxigraph import RdfFormat, Triple

from paperkg.errors import ExportError
from paperkg.export.contents import Contents
from paperkg.export.ntriples import TRIPLES, serialized

BATCH = 10_000
"""Triples a request."""
TIMEOUT = 120.0
"""Seconds until a request counts as failed."""
PAUSES = (0.5, 1.0, 2.0, 4.0)
"""Seconds before each further try."""
WORTH_A_RETRY = frozenset((408, 429, 500, 502, 503, 504))
SHOWN = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """A graph store: its address, the graph in it, and who asks; digest and basic authentication are answered."""

    url: str
    graph: str | None = None
    user: str | None = None
    password: str | None = None

    @property
    def address(self) -> str:
        """Return the address with the graph named indirectly (section 4.2)."""
        separator = "&" if "?" in self.url else "?"
        graph = f"graph={quote(self.graph, safe='')}" if self.graph else "default"
        return f"{self.url}{separator}{graph}"


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Follows nothing: a graph and a password go to the address that was named."""

    def redirect_request(self, *_: Any) -> None:
        return None


def push(
    contents: Contents,
    endpoint: Endpoint,
    *,
    replace: bool = False,
    batch: int = BATCH,
    wait: Callable[[float], object] = time.sleep,
) -> dict[str, int]:
    """Send the triples and return how many there were.

    Raises:
        ExportError: the endpoint cannot be reached or refuses; the message says how many triples it had taken.
    """
    opener = _opener(endpoint)
    sent = 0
    for number, triples in enumerate(_batches(contents.triples(), batch)):
        method = "PUT" if replace and number == 0 else "POST"
        request = urllib.request.Request(  # noqa: S310 - only http and https get here
            endpoint.address,
            data=serialized(triples, RdfFormat.N_TRIPLES),
            headers={"Content-Type": "text/turtle; charset=utf-8"},
            method=method,
        )
        _send(opener, request, sent, wait)
        sent += len(triples)
    return {TRIPLES: sent}


def _batches(triples: Iterator[Triple], size: int) -> Iterator[list[Triple]]:
    """Yield lists of at most ``size`` triples, an empty one where there are none."""
    first = list(islice(triples, size))
    return chain([first], iter(lambda: list(islice(triples, size)), []))


def _opener(endpoint: Endpoint) -> urllib.request.OpenerDirector:
    passwords = urllib.request.HTTPPasswordMgrWithDefaultRealm()
    if endpoint.user is not None:
        passwords.add_password(None, endpoint.url, endpoint.user, endpoint.password or "")
    return urllib.request.build_opener(
        _NoRedirect,
        urllib.request.HTTPDigestAuthHandler(passwords),
        urllib.request.HTTPBasicAuthHandler(passwords),
    )


def _send(
    opener: urllib.request.OpenerDirector,
    request: urllib.request.Request,
    sent: int,
    wait: Callable[[float], object],
) -> None:
    for pause in (*PAUSES, None):
        try:
            with opener.open(request, timeout=TIMEOUT):
                return
        except HTTPError as error:
            reason = f"{error.code} {error.reason}: {error.read(SHOWN).decode('utf-8', 'replace')}"
            again = error.code in WORTH_A_RETRY
        except (URLError, HTTPException, OSError) as error:
            reason, again = str(error), True
        if pause is None or not again:
            raise ExportError(
                f"{request.full_url} refused a {request.get_method()} after {sent} triples: {' '.join(reason.split())}.",
                remedy="Look at the address and at --user; pushing again is safe.",
            )
        wait(pause)
