"""The SPARQL 1.1 Protocol (W3C Recommendation 21 March 2013) over the standard library's HTTP server.

It listens on the loopback interface alone, sends no CORS header, and answers no request whose Host is another name, so
that no page of another site can read the graph through the browser.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from paperkg.folder import PAGE
from paperkg.serve.results import GRAPH_TYPES, NotAcceptableError, chosen
from paperkg.serve.workers import Reply, Workers
from paperkg.sparql import is_update

HOST = "127.0.0.1"
LARGEST_BODY = 1 << 20
POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'; form-action 'self'"
DESCRIPTION = """@prefix sd: <http://www.w3.org/ns/sparql-service-description#> .
[] a sd:Service ; sd:endpoint <{endpoint}> ; sd:supportedLanguage sd:SPARQL11Query ;
  sd:resultFormat <http://www.w3.org/ns/formats/SPARQL_Results_JSON>, <http://www.w3.org/ns/formats/SPARQL_Results_XML>,
    <http://www.w3.org/ns/formats/SPARQL_Results_CSV>, <http://www.w3.org/ns/formats/SPARQL_Results_TSV>,
    <http://www.w3.org/ns/formats/Turtle>, <http://www.w3.org/ns/formats/N-Triples> ;
  sd:defaultDataset [ a sd:Dataset ; sd:defaultGraph [ a sd:Graph ] ] .
"""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a request asks: a query, or the reply to give at once."""

    query: str = ""
    reply: Reply | None = None


class Endpoint(ThreadingHTTPServer):
    """The server of one build's folder: ``/sparql``, ``/`` with the page, and ``/query`` with a form."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, folder: Path, workers: Workers, port: int) -> None:
        self.folder = folder
        self.workers = workers
        super().__init__((HOST, port), Handler)

    @property
    def address(self) -> str:
        """Return the address that browsers open."""
        return f"http://{HOST}:{self.server_port}/"


class Handler(BaseHTTPRequestHandler):
    """Answers one connection."""

    server: Endpoint
    protocol_version = "HTTP/1.1"
    server_version = "paperkg"
    sys_version = ""
    timeout = 60

    def do_GET(self) -> None:
        """Answer GET."""
        url = urlsplit(self.path)
        pages: dict[str, Callable[[], Reply]] = {"/": self._page, "/query": _form}
        if not self._host_is_ours():
            self._send(told(403, "This endpoint answers on the loopback interface alone."))
        elif url.path in pages:
            self._send(pages[url.path]())
        elif url.path == "/sparql":
            self._send(self._answer(asked_by(parse_qs(url.query, keep_blank_values=True)), described=not url.query))
        else:
            self._send(told(404, "There are / , /query and /sparql."))

    do_HEAD = do_GET  # noqa: N815 - the name is the server's

    def do_POST(self) -> None:
        """Answer POST."""
        length = self.headers.get("Content-Length", "")
        if not length.isdigit() or int(length) > LARGEST_BODY:
            self.close_connection = True
            self._send(told(413, "A query may have a megabyte, and its Content-Length must be told."))
            return
        body = self.rfile.read(int(length)).decode("utf-8", "replace")
        url = urlsplit(self.path)
        if not self._host_is_ours():
            self._send(told(403, "This endpoint answers on the loopback interface alone."))
        elif url.path != "/sparql":
            self._send(told(404, "Queries go to /sparql."))
        else:
            self._send(self._answer(self._posted(body, url.query)))

    def do_OPTIONS(self) -> None:
        """Say which methods there are; no other site is let in."""
        self._send(Reply(204, "text/plain", b""), allow=True)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the server's
        """Log nothing: queries are nobody's business."""

    def _posted(self, body: str, query_string: str) -> Asked:
        media_type = self.headers.get("Content-Type", "").partition(";")[0].strip().lower()
        if media_type == "application/sparql-update":
            return Asked(reply=REFUSED)
        parameters = parse_qs(query_string, keep_blank_values=True)
        if media_type == "application/sparql-query":
            return asked_by(parameters | {"query": [body]})
        if media_type == "application/x-www-form-urlencoded":
            return asked_by(parse_qs(body, keep_blank_values=True))
        return Asked(reply=told(415, "Send application/sparql-query or application/x-www-form-urlencoded."))

    def _answer(self, asked: Asked, *, described: bool = False) -> Reply:
        accept = ", ".join(self.headers.get_all("Accept", []))
        if described:
            return self._description(accept)
        return asked.reply or self.server.workers.answer(asked.query, accept)

    def _description(self, accept: str) -> Reply:
        from pyoxigraph import RdfFormat, parse, serialize

        try:
            media_type = chosen(accept, GRAPH_TYPES)
        except NotAcceptableError:
            media_type = "text/turtle"
        text = DESCRIPTION.format(endpoint=self.server.address + "sparql")
        triples = (quad.triple for quad in parse(text, format=RdfFormat.TURTLE))
        return Reply(200, media_type, serialize(triples, format=GRAPH_TYPES[media_type]) or b"")

    def _page(self) -> Reply:
        page = self.server.folder / PAGE
        if not page.is_file():
            return told(404, f"The build has no page. Draw one: paperkg view -o {page.name}")
        return Reply(200, "text/html; charset=utf-8", page.read_bytes())

    def _host_is_ours(self) -> bool:
        host = self.headers.get("Host", "").rpartition(":")[0] or self.headers.get("Host", "")
        return host in (HOST, "localhost")

    def _send(self, reply: Reply, *, allow: bool = False) -> None:
        self.send_response(reply.status)
        self.send_header("Content-Type", reply.media_type)
        self.send_header("Content-Length", str(len(reply.body)))
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cache-Control", "no-store")
        if reply.media_type.startswith("text/html"):
            self.send_header("Content-Security-Policy", POLICY)
        if reply.cut:
            self.send_header("X-Result-Cut", "true")
        if reply.status == 503:
            self.send_header("Retry-After", "1")
        if allow:
            self.send_header("Allow", "GET, HEAD, POST, OPTIONS")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(reply.body)


def asked_by(parameters: dict[str, list[str]]) -> Asked:
    """Return what the parameters of the protocol ask (section 2.1); an update is refused, whatever it hides behind."""
    queries = parameters.get("query", [])
    if "update" in parameters or any(is_update(query) for query in queries):
        return Asked(reply=REFUSED)
    if len(queries) != 1:
        return Asked(reply=told(400, "Send one parameter named query."))
    if {"default-graph-uri", "named-graph-uri"} & parameters.keys():
        return Asked(reply=told(400, "There is one graph, the default graph; it cannot be chosen."))
    return Asked(query=queries[0])


def told(status: int, message: str) -> Reply:
    """Return a reply in plain words."""
    return Reply(status, "text/plain; charset=utf-8", (message + "\n").encode())


def _form() -> Reply:
    return Reply(200, "text/html; charset=utf-8", (Path(__file__).parent / "query.html").read_bytes())


REFUSED = told(403, "This endpoint is read-only: updates are refused.")
