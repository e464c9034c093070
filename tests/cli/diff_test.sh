# What changed between two snapshots: one byte of a controller names that file and that controller, no more.
"$MAKE_GAME" game || fail "no made game"
expect 1 "$MECADEX" index --quiet --each game
first=$(basename "$(readlink corpus/current.db)" .db)
python3 - <<'PY' || fail "no such text in the made game"
path = "game/tower-player/Tower_Data/resources.assets"
data = open(path, "rb").read()
at = data.index(b"Ambience")
open(path, "wb").write(data[:at] + b"B" + data[at + 1:])
PY
expect 1 "$MECADEX" index --quiet --each game
expect 0 "$MECADEX" diff "${first:0:8}" current --json
python3 - <<'PY' || fail "other changes"
import json
rows = json.load(open("out"))["rows"]
assert [(r["change"], r["kind"], r["path"]) for r in rows] == [
    ("changed", "controller", "Tower_Data/resources.assets"), ("changed", "file", "Tower_Data/resources.assets")], rows
assert rows[0]["path_id"] == "21" and rows[0]["transitions_before"] == rows[0]["transitions_after"] == 2, rows
PY

rm -r game/tower.apk
expect 1 "$MECADEX" index --quiet --each game --remove game/tower.apk
expect 0 "$MECADEX" diff "$first" current
has out "removed"
expect 0 "$MECADEX" diff current "$first"
has out "added"
expect 0 "$MECADEX" diff current current
has out "0 rows"
expect 2 "$MECADEX" diff nowhere current
has err "no snapshot is kept whose revision begins with 'nowhere'"
expect 0 "$MECADEX" query changes-between --param "from=$first" --format csv
has out "removed,file,game/tower.apk"
expect 0 "$MECADEX" query changes-between --param "from=$first" --param source=game/tower-player --format csv --limit 1
[ "$(grep -c game/tower out)" = 1 ] || fail "limit"
expect 2 "$MECADEX" query changes-between --param from=nowhere
has err "mecadex runs"
cp corpus/current.db alone.db
expect 2 "$MECADEX" query changes-between --param from=current --db alone.db
has err "a file by itself"
expect 2 "$MECADEX" diff current
expect 5 "$MECADEX" diff --data elsewhere current current
