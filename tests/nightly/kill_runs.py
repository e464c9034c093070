#!/usr/bin/env python3
"""Kills runs at random points: nothing is corrupt, nothing is lost.

    MECADEX=... MAKE_GAME=... kill_runs.py FOLDER [KILLS] [SEED]

Each round changes the game a little, starts `mecadex index`, kills it (SIGKILL) after a random time, looks at
what is published (quick_check, the revision that was there or the new one), and goes on. At the end one run
is left alone, and its dump must equal that of a corpus made from nothing. Prints `N killed, M corrupt, K lost`.
"""
import os, random, shutil, sqlite3, subprocess, sys, time

folder, kills = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100
seed = int(sys.argv[3]) if len(sys.argv) > 3 else int(time.time())
mecadex, make_game = os.environ["MECADEX"], os.environ["MAKE_GAME"]
chance = random.Random(seed)
print("seed", seed)

game, data = os.path.join(folder, "game"), os.path.join(folder, "corpus")
for copy in range(6):  # enough files that a run has a middle
    subprocess.run([make_game, os.path.join(game, f"copy{copy}")], check=True, stdout=subprocess.DEVNULL)
files = [os.path.join(at, name) for at, _, names in os.walk(game) for name in names]

def index(target):
    return [mecadex, "index", "--data", target, "--each", "--force", "--allow-missing-root", "-q", game]

def change():
    """Flips the last byte of some files, moves one, adds or removes one: what a night may bring."""
    for path in chance.sample(files, 5):
        with open(path, "r+b") as file:
            file.seek(-1, 2)
            byte = file.read(1)[0] ^ 1
            file.seek(-1, 2)
            file.write(bytes([byte]))
    extra = os.path.join(game, "copy0", "extra")
    if os.path.isdir(extra):
        shutil.rmtree(extra)
    else:
        shutil.copytree(os.path.join(game, "copy0", "tower-player"), extra)

began = time.monotonic()
subprocess.run(index(data), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
whole = time.monotonic() - began

killed = corrupt = lost = 0
while killed < kills:
    before = os.readlink(os.path.join(data, "current.db"))
    if chance.random() < 0.5:  # else the same night again: the run that was killed is gone on with
        change()
    run = subprocess.Popen(index(data), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(chance.random() * whole)
    run.kill()
    if run.wait() >= 0:
        continue  # it was faster
    killed += 1
    try:
        current = os.readlink(os.path.join(data, "current.db"))
        database = sqlite3.connect(f"file:{data}/current.db?mode=ro", uri=True)
        is_sound = database.execute("PRAGMA quick_check").fetchone() == ("ok",)
        revision = database.execute("SELECT value FROM corpus_info WHERE key = 'revision'").fetchone()[0]
        if not is_sound or os.path.basename(current) != revision + ".db":
            corrupt += 1
        if not os.path.exists(os.path.join(data, before)):
            lost += 1
        database.close()
        history = sqlite3.connect(os.path.join(data, "state.db"))
        history.execute("SELECT count(*) FROM runs").fetchone()
        history.close()
    except (OSError, sqlite3.Error) as error:
        print("after kill", killed, error)
        corrupt += 1

def dump(target):
    return subprocess.run([mecadex, "dump", "--data", target], stdout=subprocess.PIPE, check=True).stdout

change()  # so that the last run has something to publish
subprocess.run(index(data), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
fresh = os.path.join(folder, "fresh")
subprocess.run(index(fresh), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
is_equal = dump(data) == dump(fresh)
if not is_equal:
    lost += 1
print(f"{killed} killed, {corrupt} corrupt, {lost} lost; the final dump "
      + ("equals that of an undisturbed run" if is_equal else "DIFFERS from that of an undisturbed run"))
sys.exit(0 if corrupt == 0 and lost == 0 else 1)
