#!/usr/bin/env python3
"""Statements that try to write, to reach files, to run on, or to eat memory, against /v1/sql.

hostile_sql.py [COUNT]: that many generated statements (300). Asserts that none is answered with a
server error, none takes longer than its limit and 150 ms, no file appears or changes, the server's
memory stays below 256 MiB and look-ups beside them are still answered.
"""
import hashlib
import os
import random
import sys
import time

from served import Corpus, Server, Tally

LIMIT_MS = 100
FIXED = [
    "ATTACH 'x.db' AS x", "ATTACH ':memory:' AS m", "DETACH main", "VACUUM", "VACUUM INTO '/tmp/x.db'",
    "PRAGMA writable_schema = 1", "PRAGMA journal_mode = WAL", "PRAGMA table_info(states)",
    "PRAGMA data_version", "SELECT * FROM pragma_database_list", "SELECT * FROM pragma_compile_options",
    "INSERT INTO states VALUES (1)", "UPDATE states SET name = 'x'", "DELETE FROM states",
    "REPLACE INTO states (state_id) VALUES (1)", "DROP TABLE states", "CREATE TABLE x (a)",
    "CREATE TEMP TABLE x (a)", "CREATE TEMP VIEW x AS SELECT 1", "CREATE INDEX x ON states (name)",
    "ALTER TABLE states RENAME TO x", "BEGIN", "COMMIT", "SAVEPOINT x", "ANALYZE", "REINDEX",
    "SELECT load_extension('x')", "SELECT fts3_tokenizer('simple')", "SELECT writefile('/tmp/x', 'y')",
    "SELECT readfile('/etc/passwd')", "SELECT edit('x')", "SELECT * FROM dbstat",
    "SELECT * FROM sqlite_stmt", "SELECT 1; DELETE FROM states", "SELECT 1; SELECT 2", "", ";", "--",
    "SELECT " + "(" * 2000 + "1" + ")" * 2000, "SELECT '" + "x" * 7000 + "'",
    "INSERT INTO names_fts(names_fts) VALUES ('rebuild')", "SELECT \x01", "SELECT 'a' || char(0)",
    "EXPLAIN DELETE FROM states", "WITH x AS (SELECT 1) DELETE FROM states", "SELECT zeroblob(1000000000)",
    "SELECT randomblob(1000000000)", "SELECT printf('%1000000000s', 'x')",
    "SELECT hex(zeroblob(99999))", "SELECT replace(hex(zeroblob(40000)), '0', 'xxxxxxxxxx')",
    "SELECT instr(zeroblob(98000), zeroblob(48000) || x'01')",
    "SELECT count(*) FROM transitions a, transitions b, transitions c, transitions d",
]
COUNT = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c{end}) "


def generated(rng):
    """One hostile statement: what it does, on what, hidden how."""
    n = rng.randint(1, 10 ** rng.randint(1, 7))
    table = rng.choice(["states", "transitions", "sqlite_schema", "names_fts", "corpus_info", "\"x y\""])
    kind = rng.randrange(10)
    if kind == 0:
        text = rng.choice(["INSERT INTO {t} DEFAULT VALUES", "DELETE FROM {t}", "DROP TABLE {t}",
                           "UPDATE {t} SET rowid = 1", "CREATE TABLE {t}{n} (a)",
                           "ALTER TABLE {t} ADD x", "CREATE TRIGGER t{n} AFTER INSERT ON {t} BEGIN SELECT 1; END",
                           ]).format(t=table, n=n)
    elif kind == 1:
        pragma = rng.choice(["query_only=0", "writable_schema=1", "trusted_schema=1", "cache_size=1",
                             "mmap_size=1000000", "temp_store=1", "hard_heap_limit=0", "optimize"])
        text = "PRAGMA " + rng.choice(["", "main."]) + pragma
    elif kind == 2:
        text = f"ATTACH '{rng.choice(['/tmp/', 'file:', ''])}hostile{n}.db' AS a{n}"
    elif kind == 3:
        text = COUNT.format(end="") + rng.choice([
            "SELECT count(*) FROM c", "SELECT max(x) FROM c", "SELECT x FROM c ORDER BY -x",
            "SELECT group_concat(x) FROM c", "SELECT count(DISTINCT x) FROM c",
            "SELECT a.x FROM c a JOIN c b ON a.x = -b.x"])
    elif kind == 4:
        text = COUNT.format(end=f" WHERE x < {n}") + rng.choice([
            "SELECT hex(randomblob(1000)) h FROM c ORDER BY h", "SELECT json_group_array(x) FROM c",
            "SELECT x, hex(zeroblob(x % 50000)) FROM c ORDER BY 2 DESC LIMIT 1",
            "SELECT sum(length(hex(zeroblob(x % 49000)))) FROM c"])
    elif kind == 5:
        depth = rng.randint(1, 400)
        text = "SELECT " + rng.choice(["abs(", "-(", "NOT (", "(SELECT "]) * depth + "1" + ")" * depth
    elif kind == 6:
        text = " UNION ALL ".join(["SELECT 1"] * rng.randint(2, 300))
    elif kind == 7:
        text = f"SELECT instr(zeroblob({rng.randint(1, 99999)}), zeroblob({rng.randint(1, 49999)}) || x'01')"
    elif kind == 8:
        text = f"SELECT '{'a%' * rng.randint(1, 60)}' LIKE '{'%a_' * rng.randint(1, 60)}', " \
               f"hex(zeroblob({rng.randint(1, 49000)})) GLOB '{'*0' * rng.randint(1, 49)}1'"
    else:
        text = rng.choice(FIXED)[:6000]
    cover = rng.randrange(4)
    if cover == 1:
        text = "/* SELECT */ " + text
    elif cover == 2:
        text = "EXPLAIN " + text
    elif cover == 3:
        text = "SELECT 1; " + text
    return text


def tree(folder):
    files = {}
    for root, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(root, name)
            if name != "server.log":
                with open(path, "rb") as file:
                    files[path] = hashlib.sha256(file.read()).hexdigest()
    return files


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    corpus = Corpus(extra=2000)
    os.chdir(corpus.path)
    before = tree(corpus.path)
    temporary = set(os.listdir("/tmp"))
    server = Server(corpus, "--quiet", "--sql-timeout", "1")
    tally, rng = Tally(), random.Random(7)
    client = server.client()
    statements = FIXED + [generated(rng) for _ in range(max(0, count - len(FIXED)))]
    slowest, statuses = 0, {}
    for statement in statements:
        began = time.monotonic()
        reply = client.sql(statement, timeout_ms=LIMIT_MS, limit=100)
        spent = (time.monotonic() - began) * 1000
        slowest = max(slowest, spent)
        statuses[reply.status] = statuses.get(reply.status, 0) + 1
        fine = reply.status in (200, 400, 504)
        tally.check(fine and spent < LIMIT_MS + 150, f"{reply.status} {spent:.0f} ms: {statement[:200]}")
        if reply.status != 200:
            tally.check(corpus.path.encode() not in reply.body, "a path of the machine: " + statement[:80])
    too_long = client.ask("POST", "/v1/sql", "SELECT '" + "x" * 65536 + "'",
                          {"Content-Type": "application/sql"})
    tally.check(too_long.status == 413, f"64 KiB + 1: {too_long.status}")
    tally.check(client.get("/v1/controllers?limit=1").status == 200, "look-ups afterwards")
    tally.check(client.sql("SELECT count(*) AS n FROM states").status == 200, "SQL afterwards")
    tally.check(server.resident_kib() < 256 * 1024, f"memory {server.resident_kib()} KiB")
    tally.check(server.stop() == 0, "exit code")
    tally.check(tree(corpus.path) == before, "a file appeared or changed")
    made = {name for name in set(os.listdir("/tmp")) - temporary if "hostile" in name or name == "x.db"}
    tally.check(not made, f"files appeared: {made}")
    print(f"statuses {statuses}; slowest {slowest:.0f} ms at a limit of {LIMIT_MS}")
    corpus.remove()
    tally.end()


main()
