#!/usr/bin/env python3
"""SIGTERM while clients ask: every answer that begins is whole, and the server ends within 10 s.

stop_under_load.py [ROUNDS] (3): each with 16 clients that ask for short, long and streamed answers.
"""
import http.client
import sys
import threading
import time

from served import Client, Corpus, Server, Tally

TARGETS = ["/v1/version", "/v1/transitions?limit=1000", "/v1/transitions?format=ndjson",
           "/v1/sql?sql=SELECT+count(*)+FROM+states"]


def ask(port, lines, counts, lock, seed):
    client = Client(port, 20)
    for n in range(seed, 1_000_000):
        target = TARGETS[n % len(TARGETS)]
        try:
            reply = client.get(target)
        except http.client.IncompleteRead:
            with lock:
                counts["cut"] += 1
            return
        except (OSError, http.client.HTTPException):
            return  # no answer had begun: the server has gone
        whole = reply.status == 200 and (not target.endswith("ndjson") or
                                         reply.body.count(b"\n") == lines)
        with lock:
            counts["whole" if whole else "cut"] += 1


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    corpus, tally = Corpus(extra=20_000), Tally()
    with corpus.database() as database:
        lines = database.execute("SELECT count(*) FROM transitions").fetchone()[0]
    for _ in range(rounds):
        server = Server(corpus, "--quiet", "--sql-timeout", "10")
        counts, lock = {"whole": 0, "cut": 0}, threading.Lock()
        clients = [threading.Thread(target=ask, args=(server.port, lines, counts, lock, n))
                   for n in range(16)]
        for client in clients:
            client.start()
        time.sleep(1)
        began = time.monotonic()
        tally.check(server.stop() == 0, "exit code")
        tally.check(time.monotonic() - began < 10, "ended within 10 s")
        for client in clients:
            client.join()
        tally.check(counts["whole"] > 16, "there was load")
        tally.tried += counts["whole"] + counts["cut"]
        tally.failed += counts["cut"]
    corpus.remove()
    tally.end()


main()
