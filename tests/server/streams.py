#!/usr/bin/env python3
"""Long answers: every row, flat memory, equal pages, a client that leaves.

streams.py [ROWS] (100,000): NDJSON of all transitions with the server's memory watched, the same of
a named query whose rows must be sorted, the same with a slow reader, a walk over all cursors, the statement of a client that leaves.
"""
import http.client
import socket
import sys
import threading
import time

from served import Corpus, Server, Tally

NDJSON = "/v1/transitions?format=ndjson"
SORTED = "/v1/queries/transition-graph?format=ndjson"


class Peak(threading.Thread):
    """Watches the server's resident memory."""

    def __init__(self, server):
        super().__init__(daemon=True)
        self.server, self.first = server, server.resident_kib()
        self.most, self.is_over = self.first, False

    def run(self):
        while not self.is_over:
            self.most = max(self.most, self.server.resident_kib())
            time.sleep(0.01)

    def grown_mib(self):
        self.is_over = True
        return (self.most - self.first) / 1024


def stream(port, pause=0.0, most_seconds=None, target=NDJSON):
    """Reads all lines, or for so long; 64 KiB between pauses."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    connection.request("GET", target)
    answer = connection.getresponse()
    lines, began = 0, time.monotonic()
    while most_seconds is None or time.monotonic() - began < most_seconds:
        part = answer.read(65536)
        if not part:
            break
        lines += part.count(b"\n")
        time.sleep(pause)
    connection.close()
    return lines


def main():
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    corpus = Corpus(extra=rows)
    with corpus.database() as database:
        total = database.execute("SELECT count(*) FROM transitions").fetchone()[0]
    server = Server(corpus, "--quiet", "--workers", "2", "--sql-timeout", "30")
    tally, client = Tally(), server.client()
    client.get("/v1/transitions?limit=1000")
    stream(server.port, most_seconds=0.3)

    peak = Peak(server)
    peak.start()
    began = time.monotonic()
    lines = stream(server.port)
    seconds = time.monotonic() - began
    grown = peak.grown_mib()
    tally.check(lines == total, f"{lines} of {total} rows")
    tally.check(grown < 16, f"memory grew by {grown:.1f} MiB")
    print(f"{lines} rows in {seconds:.1f} s, memory grew by {grown:.1f} MiB")

    page = client.get("/v1/queries/transition-graph?limit=1").json()
    peak = Peak(server)
    peak.start()
    began = time.monotonic()
    lines = stream(server.port, target=SORTED)
    seconds = time.monotonic() - began
    grown = peak.grown_mib()
    tally.check(page["truncated"] and lines >= rows, f"{lines} rows of a query, of {total}")
    tally.check(grown < 32, f"a sorted query: memory grew by {grown:.1f} MiB")
    print(f"{lines} sorted rows in {seconds:.1f} s, memory grew by {grown:.1f} MiB")

    peak = Peak(server)
    peak.start()
    readers = [threading.Thread(target=stream, args=(server.port, 0.6, 4)) for _ in range(4)]
    for reader in readers:
        reader.start()
    time.sleep(1)
    began = time.monotonic()
    status = client.get("/v1/controllers?limit=2").status
    tally.check(status == 200 and time.monotonic() - began < 1, "look-up beside four slow readers")
    for reader in readers:
        reader.join()
    grown = peak.grown_mib()
    tally.check(grown < 16, f"slow readers: memory grew by {grown:.1f} MiB")

    seen, cursor, times = set(), "", []
    while True:
        began = time.monotonic()
        page = client.get(f"/v1/transitions?limit=1000&fields=transition_id&cursor={cursor}").json()
        times.append(time.monotonic() - began)
        seen.update(row["transition_id"] for row in page["rows"])
        if not page["next"]:
            break
        cursor = page["next"]
    tally.check(len(seen) == total, f"cursors: {len(seen)} of {total} ids")
    first, last = sorted(times[:20])[10], sorted(times[-21:-1])[10]
    tally.check(last < 2 * first, f"last pages take {last * 1000:.1f} ms, first {first * 1000:.1f}")
    print(f"{len(times)} pages; first {first * 1000:.2f} ms, last {last * 1000:.2f} ms")

    leaver = socket.create_connection(("127.0.0.1", server.port))
    sql = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) SELECT count(*) FROM c"
    leaver.send(b"GET /v1/sql?sql=" + sql.replace(" ", "+").replace("x+1", "x%2B1").encode() +
                b" HTTP/1.1\r\nHost: localhost\r\n\r\n")
    time.sleep(0.3)
    tally.check(server.metrics()['mecadex_sql_workers{state="busy"}'] == 1, "the statement runs")
    leaver.close()
    time.sleep(0.2)
    metrics = server.metrics()
    tally.check(metrics["mecadex_sql_kills_total"] == 1, "the client left: its process is killed")
    tally.check(metrics['mecadex_sql_workers{state="busy"}'] == 0, "no process is busy after 200 ms")
    tally.check(server.stop() == 0, "exit code")
    corpus.remove()
    tally.end()


main()
