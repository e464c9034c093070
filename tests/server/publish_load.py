#!/usr/bin/env python3
"""Clients that ask while snapshots are published: no answer is wrong, mixed or a server error.

publish_load.py [ANSWERS [CLIENTS [PUBLISHES]]] (3000, 16, 10). Snapshot n has n more transitions
than the first, so each answer can be held against the revision that it names, and all revisions in
one answer (body, ETag) must be the same.
"""
import json
import os
import multiprocessing
import sys
import time
import urllib.parse

from served import Client, Corpus, Server, Tally


def revision(n):
    return f"{0xaa + n:016x}"


TARGETS = [
    ("/v1/transitions?owner_kind=any_state&format=json&limit=1000&fields=transition_id",
     lambda answer: len(answer["rows"])),
    ("/v1/sql?sql=" + urllib.parse.quote(
        "SELECT count(*) AS n FROM transitions WHERE owner_kind = 'any_state'"),
     lambda answer: answer["rows"][0]["n"]),
    ("/v1/version", lambda answer: None),
    ("/v1/controllers?limit=5", lambda answer: None),
    ("/v1/queries/corpus-census", lambda answer: None),
]


def ask(port, base, is_over, wanted, results, seed):
    client = Client(port)
    answers = wrong = mixed = errors = 0
    n = seed
    while answers < wanted or not is_over.is_set():
        n += 1
        # The statement's process costs more than all others together: it is asked seldom.
        target, count = TARGETS[1] if n % 40 == 0 else TARGETS[(0, 2, 3, 4)[n % 4]]
        try:
            reply = client.get(target)
            answer = json.loads(reply.body)
        except Exception as error:
            wrong += 1
            print("FAILED:", target, error)
            continue
        answers += 1
        if reply.status >= 500:
            errors += 1
            print("FAILED:", reply.status, reply.body[:300])
            continue
        named = answer["revision"]
        if reply.headers["ETag"].strip('"').split("-")[0] != named:
            mixed += 1
        found = count(answer)
        if found is not None and found != base + int(named, 16) - 0xaa:
            wrong += 1
    results.put((answers, wrong, mixed, errors))


def main():
    arguments = [int(argument) for argument in sys.argv[1:]]
    wanted, clients, publishes = arguments + [3000, 16, 10][len(arguments):]
    corpus = Corpus()
    with corpus.database() as database:
        base = database.execute(
            "SELECT count(*) FROM transitions WHERE owner_kind = 'any_state'").fetchone()[0]
    server = Server(corpus, "--quiet", "--snapshot-poll", "0.05", "--sql-timeout", "10")
    is_over, results = multiprocessing.Event(), multiprocessing.Queue()
    workers = [multiprocessing.Process(target=ask, args=(server.port, base, is_over,
                                                         wanted // clients + 1, results, n * 7))
               for n in range(clients)]
    for worker in workers:
        worker.start()
    for n in range(1, publishes + 1):
        time.sleep(0.2)
        corpus.publish(revision(n), n)
    time.sleep(0.5)
    is_over.set()
    answers, wrong, mixed, errors = (sum(column) for column in
                                     zip(*[results.get() for _ in workers]))
    for worker in workers:
        worker.join()
    tally = Tally()
    newest = server.client().get("/v1/version").json()["revision"]
    tally.check(newest == revision(publishes), f"the newest snapshot is served: {newest}")
    tally.check(server.stop() == 0, "exit code")
    print(f"{answers} answers over {publishes} publishes, {wrong} wrong, {mixed} mixed, {errors} 5xx")
    tally.tried += answers
    tally.failed += wrong + mixed + errors
    corpus.remove()
    tally.end()


main()
