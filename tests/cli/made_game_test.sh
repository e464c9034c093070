# The whole made game from the command line: made twice alike, indexed, asked in every format.
"$MAKE_GAME" game || fail "no made game"
"$MAKE_GAME" again || fail "no made game"
diff -r game again || fail "two made games differ"
[ "$(du -sb game | cut -f1)" -lt 1048576 ] || fail "the made game is big"
expect 2 "$MAKE_GAME"

expect 1 "$MECADEX" index --each game
has out "damaged"
has out "next: mecadex query"
revision=$(basename "$(readlink corpus/current.db)" .db)
has out "$revision"
expect 1 "$MECADEX" index --each game --json --jobs 1
python3 -c 'import json, sys; r = json.load(open("out")); assert r["revision"] == sys.argv[1] and r["files"] == 22' \
  "$revision" || fail "another revision or no JSON"

expect 0 "$MECADEX" query selector-transitions-without-destination --format ndjson
[ "$(wc -l < out)" -eq 13 ] || fail "not 13 transitions"
python3 -c 'import json; [json.loads(line) for line in open("out")]' || fail "no ndjson"
expect 0 "$MECADEX" query no-destination-profile --format json --limit 2
python3 -c 'import json; a = json.load(open("out")); assert len(a["rows"]) == 2 and a["truncated"] and a["scope"]["controllers"] == 16, a' ||
  fail "another answer"
expect 0 "$MECADEX" query selector-transition-count --param group_by=source --param source=game/tower.apk --format csv
has out "game/tower.apk,9"
expect 0 "$MECADEX" sql "SELECT name, count(*) AS n FROM controllers GROUP BY 1 ORDER BY 1" --format csv
has out "Ambience,8"
sqlite3 corpus/current.db "SELECT count(*) FROM controllers" | grep -qx 16 || fail "SQLite reads something else"
