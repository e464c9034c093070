#!/usr/bin/env python3
"""How fast the service answers, as ratios measured in one run on this machine.

server_bench.py [SECONDS] (3 for each measurement). Needs wrk; BARE_SERVER is tests/bench/bare_server.
Each ratio is the median of three rounds in which the two are measured one after the other.
"""
import os
import re
import statistics
import subprocess
import sys
import threading
import time
import urllib.parse

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "server"))
from served import Corpus, Server, Tally

SECONDS = sys.argv[1] if len(sys.argv) > 1 else "3"


def wrk(url, *options):
    """Requests a second and the 99th percentile in milliseconds; anything but 2xx, 3xx is an error."""
    text = subprocess.run(["wrk", "-t1", "-c32", f"-d{SECONDS}s", "--latency", *options, url],
                          check=True, capture_output=True, text=True).stdout
    assert "Non-2xx" not in text and "Socket errors" not in text, text
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", text).group(1))
    number, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)", text).groups()
    return rate, float(number) * {"us": 0.001, "ms": 1, "s": 1000}[unit]


class Bare:
    """The floor: the same bytes from a bare server."""

    def __init__(self, folder, body):
        file = folder + "/bare"
        with open(file, "wb") as out:
            out.write(body)
        self.process = subprocess.Popen([os.environ["BARE_SERVER"], file], stdout=subprocess.PIPE)
        self.url = f"http://127.0.0.1:{int(self.process.stdout.readline())}/"

    def stop(self):
        self.process.kill()
        self.process.wait()


def ratio_to_bare(corpus, url, body, *options):
    bare = Bare(corpus.path, body)
    ratios, rate = [], 0
    for _ in range(3):
        floor = wrk(bare.url)[0]
        rate = wrk(url, *options)[0]
        ratios.append(rate / floor)
    bare.stop()
    return statistics.median(ratios), rate


def ids_script(corpus, ids):
    """For wrk: a different controller with each request, so that little is found in memory."""
    file = corpus.path + "/ids.lua"
    with open(file, "w") as out:
        out.write("local ids = {" + ",".join(map(str, ids)) + "}\nlocal n = 0\n"
                  "request = function() n = n % #ids + 1\n"
                  "  return wrk.format('GET', '/v1/controllers/' .. ids[n]) end\n")
    return file


def page_in_process(corpus):
    """Seconds of the statement of a 100-row page, with its values turned into Python's."""
    with corpus.database() as database:
        sql = ("SELECT v.*, k.key FROM (SELECT b.transition_id AS key FROM transitions b "
               "WHERE b.transition_id > ? ORDER BY b.transition_id LIMIT 101) k "
               "CROSS JOIN transitions_view v ON v.transition_id = k.key")
        times = []
        for n in range(200):
            began = time.perf_counter()
            database.execute(sql, (n,)).fetchall()
            times.append(time.perf_counter() - began)
    return statistics.median(times)


def page_served(server):
    client, times = server.client(), []
    for _ in range(200):
        began = time.perf_counter()
        client.get("/v1/transitions?limit=100")
        times.append(time.perf_counter() - began)
    return statistics.median(times)


def hostile(server, is_over):
    sql = "SELECT count(*) FROM transitions a, transitions b, transitions c"
    client = server.client()
    while not is_over.is_set():
        client.sql(sql)


def main():
    corpus = Corpus(extra=20_000)
    tally, server = Tally(), Server(corpus, "--quiet")
    cold = Server(corpus, "--quiet", "--answer-cache", "0")
    base, cold_base = (f"http://127.0.0.1:{each.port}" for each in (server, cold))
    client = server.client()
    ids = [row["controller_id"] for row in
           client.get("/v1/controllers?limit=1000&fields=controller_id").json()["rows"]]
    sizes = sorted((len(client.get(f"/v1/controllers/{each}").body), each) for each in ids
                   if each != ids[0])
    one = sizes[len(sizes) // 2][1]

    body = client.get(f"/v1/controllers/{one}").body
    ratio, rate = ratio_to_bare(corpus, f"{base}/v1/controllers/{one}", body)
    tally.check(ratio >= 0.5, f"look-up {ratio:.2f}")
    print(f"entity look-up ({len(body)} bytes): {ratio:.2f} of a bare server, {rate:.0f}/s")
    ratio, rate = ratio_to_bare(corpus, f"{cold_base}/v1/controllers/{one}", body)
    print(f"  the same read from SQLite each time: {ratio:.2f}, {rate:.0f}/s")

    target = "/v1/queries/selector-transition-count"
    body = client.get(target).body
    ratio, rate = ratio_to_bare(corpus, base + target, body)
    tally.check(ratio >= 0.5, f"count query {ratio:.2f}")
    print(f"named count query, warm ({len(body)} bytes): {ratio:.2f}, {rate:.0f}/s")

    etag = client.get(target).headers["ETag"]
    ratio, rate = ratio_to_bare(corpus, base + target, b"", "-H", f"If-None-Match: {etag}")
    tally.check(ratio >= 0.8, f"304 {ratio:.2f}")
    print(f"304: {ratio:.2f} of a bare server with an empty body, {rate:.0f}/s")

    page, alone = page_served(cold), page_in_process(corpus)
    tally.check(page < 2 * alone, f"100-row page {page * 1000:.2f} ms, statement {alone * 1000:.2f} ms")
    print(f"100-row page {page * 1000:.2f} ms, its statement in process {alone * 1000:.2f} ms")

    lookup = f"{base}/v1/controllers/{one}"
    quiet = statistics.median(wrk(lookup)[1] for _ in range(3))
    is_over = threading.Event()
    attacker = threading.Thread(target=hostile, args=(server, is_over))
    attacker.start()
    beside = statistics.median(wrk(lookup)[1] for _ in range(3))
    is_over.set()
    attacker.join()
    tally.check(beside < 2 * quiet, f"p99 {quiet:.2f} ms, beside hostile SQL {beside:.2f} ms")
    print(f"p99 {quiet:.2f} ms, beside hostile SQL {beside:.2f} ms")

    if subprocess.run(["which", "slowhttptest"], capture_output=True).returncode == 0:
        slow = subprocess.Popen(["slowhttptest", "-c", "500", "-H", "-i", "5", "-r", "250", "-l", "25",
                                 "-u", base + "/v1/version"], stdout=subprocess.DEVNULL)
        time.sleep(3)
        beside = statistics.median(wrk(lookup)[1] for _ in range(3))
        slow.kill()
        slow.wait()
        tally.check(beside < 2 * quiet, f"p99 {quiet:.2f} ms, beside 500 slow ones {beside:.2f} ms")
        print(f"p99 beside 500 slow connections {beside:.2f} ms")
    else:
        print("slow connections: skipped, slowhttptest is absent")
    server.stop()
    cold.stop()
    corpus.remove()
    tally.end()


main()
