"""A corpus, a server over it, and clients: what the acceptance scripts share.

The corpus is that of the made-up sample game, enlarged by any number of transitions; programs are
found by the environment: MECADEX, MECADEX_SERVER, MAKE_GAME.
"""
import http.client
import json
import os
import re
import shutil
import sqlite3
import subprocess
import tempfile
import time
import urllib.parse

ENLARGE = """
WITH RECURSIVE counter(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counter WHERE n < ?)
INSERT INTO transitions (controller_id, state_machine_id, owner_kind, transition_index,
  destination_raw, destination_kind, duration, condition_count)
SELECT m.controller_id, m.state_machine_id, 'any_state', 100000 + n, 4294967295, 'none', n * 0.25, 0
FROM counter, (SELECT * FROM state_machines ORDER BY state_machine_id LIMIT 1) m
"""


class Corpus:
    """A data directory in a temporary folder."""

    def __init__(self, extra=0):
        self.path = tempfile.mkdtemp(prefix="mecadex-served-")
        game, first = self.path + "/game", self.path + "/first"
        subprocess.run([os.environ["MAKE_GAME"], game], check=True, stdout=subprocess.DEVNULL)
        made = subprocess.run([os.environ["MECADEX"], "index", "--data", first, game],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        assert made.returncode in (0, 1), made
        self.original = os.path.realpath(first + "/current.db")
        self.data = self.path + "/data"
        os.makedirs(self.data + "/snapshots")
        self.publish("00000000000000aa", extra)

    def publish(self, revision, extra=0):
        """A snapshot of this revision with so many more transitions becomes the newest."""
        file = f"{self.data}/snapshots/{revision}.db"
        shutil.copyfile(self.original, file + ".new")
        with sqlite3.connect(file + ".new") as database:
            database.execute("PRAGMA journal_mode = OFF")
            database.execute("UPDATE corpus_info SET value = ? WHERE key = 'revision'", (revision,))
            if extra > 0:
                database.execute(ENLARGE, (extra,))
        database.close()
        os.rename(file + ".new", file)
        os.symlink(f"snapshots/{revision}.db", self.data + "/next")
        os.rename(self.data + "/next", self.data + "/current.db")
        return file

    def database(self):
        return sqlite3.connect(f"file:{self.data}/current.db?mode=ro&immutable=1", uri=True)

    def remove(self):
        shutil.rmtree(self.path, ignore_errors=True)


class Server:
    def __init__(self, corpus, *options):
        self.log = open(corpus.path + "/server.log", "w+")
        self.process = subprocess.Popen(
            [os.environ["MECADEX_SERVER"], "--data", corpus.data, "--bind", "127.0.0.1:0", *options],
            stderr=self.log)
        self.port = self._port()

    def _port(self):
        for _ in range(400):
            self.log.flush()
            with open(self.log.name) as log:
                found = re.search(r"127\.0\.0\.1:(\d+)/", log.read())
            if found:
                return int(found.group(1))
            time.sleep(0.05)
        raise SystemExit("the server did not start")

    def client(self, timeout=60):
        return Client(self.port, timeout)

    def metrics(self):
        text = self.client().get("/metrics").body.decode()
        return {line.rsplit(" ", 1)[0]: float(line.rsplit(" ", 1)[1])
                for line in text.splitlines() if line and not line.startswith("#")}

    def resident_kib(self):
        with open(f"/proc/{self.process.pid}/status") as status:
            return int(re.search(r"VmRSS:\s+(\d+)", status.read()).group(1))

    def stop(self):
        self.process.terminate()
        return self.process.wait(30)


class Reply:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def json(self):
        return json.loads(self.body)


class Client:
    """One connection that is kept and opened anew when the server has closed it."""

    def __init__(self, port, timeout=60):
        self.port, self.timeout, self.connection = port, timeout, None

    def ask(self, method, target, body=None, headers=None):
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port,
                                                         timeout=self.timeout)
        try:
            self.connection.request(method, target, body, headers or {})
            answer = self.connection.getresponse()
            return Reply(answer.status, answer.headers, answer.read())
        except Exception:
            self.connection.close()
            self.connection = None
            raise

    def get(self, target, headers=None):
        return self.ask("GET", target, None, headers)

    def sql(self, statement, **params):
        if len(statement) > 2000:
            return self.ask("POST", "/v1/sql?" + urllib.parse.urlencode(params), statement.encode(),
                            {"Content-Type": "application/sql"})
        return self.get("/v1/sql?" + urllib.parse.urlencode({"sql": statement, **params}))


class Tally:
    """Counts checks; the last line of a script is `N tried, M failed`."""

    def __init__(self):
        self.tried = self.failed = 0

    def check(self, holds, what):
        self.tried += 1
        if not holds:
            self.failed += 1
            print("FAILED:", what)
        return holds

    def end(self):
        print(f"{self.tried} tried, {self.failed} failed")
        raise SystemExit(1 if self.failed or not self.tried else 0)
