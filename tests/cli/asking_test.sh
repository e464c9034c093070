# Asking as people do: values without names, wildcards, statements from files, misspelt names that are put right.
expect 2 "$MECADEX" qurey
has err "did you mean query?"
expect 2 "$MECADEX" frobnicate
has err "mecadex --help"

"$MAKE_GAME" game || fail "no made game"
expect 1 "$MECADEX" index --quiet --each game

# --data is taken by every command that reads.
for command in queries "query corpus-census" "sql SELECT+1" schema runs verify dump; do
  read -ra words <<< "$command"
  expect 0 "$MECADEX" "${words[@]//+/ }" --data corpus
done
expect 0 "$MECADEX" queries hash --db corpus/current.db

# Values without names fill the required parameters, then the others.
expect 0 "$MECADEX" query hash Idle --format csv
has out "2081823275"
expect 0 "$MECADEX" query hash name=Idle --format csv
has out "2081823275"
expect 0 "$MECADEX" query avatar-parts '*' game/tower-player --format csv
has out "game/tower-player"
has_not out "game/tower-bundles"
expect 0 "$MECADEX" query corpus-census 'game/tower-*' --format csv
cp out pattern
expect 0 "$MECADEX" query corpus-census --param 'source=game/tower-*' --format csv
cmp -s out pattern || fail "a value without a name is another one"
expect 2 "$MECADEX" query corpus-census a a a a a a a
has err "one value too many"

# Names that the corpus does not have.
expect 2 "$MECADEX" query corpus-census --param source=game/tower-playr
has err "did you mean game/tower-player"
expect 2 "$MECADEX" query states --param 'controller=Ambiance'
has err "did you mean Ambience?"
expect 2 "$MECADEX" query states --param 'controller=Zzz*'
has err "fits 'Zzz*'"
expect 2 "$MECADEX" query states --param 'file=sharedassets0.asset'
has err "sharedassets0.assets"
expect 2 "$MECADEX" query avatar-parts Nobody
[ "$(wc -l < err)" -eq 1 ] || fail "more than one line"
[ ! -s out ] || fail "an error wrote to stdout"
expect 2 "$MECADEX" query states --param contoller=Ambience
has err "did you mean controller?"
expect 0 "$MECADEX" query selector-transition-count --param source=game/tower-webgl --param controller=Hero --format csv

# Statements from stdin and files.
printf 'SELECT count(*) AS n\nFROM controllers;\n' > question.sql
expect 0 "$MECADEX" sql --file question.sql --format csv
has out "16"
expect 0 "$MECADEX" sql - --format csv < question.sql
has out "16"
expect 2 "$MECADEX" sql
has err "--file FILE"
expect 2 "$MECADEX" sql "SELECT 1" --file question.sql
expect 5 "$MECADEX" sql --file nowhere.sql
has err "nowhere.sql"
head -c 3000000 /dev/zero > long.sql
expect 2 "$MECADEX" sql --file long.sql
has err "too long"

# Tables and columns.
expect 2 "$MECADEX" sql "SELECT 1 FROM controler"
has err "did you mean controllers"
expect 2 "$MECADEX" sql "SELECT c.nme FROM controllers c"
has err "did you mean name"
expect 0 "$MECADEX" schema
has out "transitions_view"
has out "names_fts"
expect 0 "$MECADEX" schema transitions
has out "destination_raw"
has out "INTEGER"
expect 0 "$MECADEX" schema transitions --json
python3 - <<'PY' || fail "no table as JSON"
import json
table = json.load(open("out"))
assert table["name"] == "transitions" and table["kind"] == "table" and table["doc"], table
assert all(column["doc"] for column in table["columns"]), table
assert table["indexes"] and table["sql"].startswith("CREATE TABLE"), table
PY
expect 0 "$MECADEX" schema --json
python3 -c 'import json; assert all(t["name"] and t["doc"] for t in json.load(open("out")))' || fail "no list as JSON"
expect 2 "$MECADEX" schema transition
has err "did you mean transitions"

# What a query takes.
expect 0 "$MECADEX" queries skeleton-nodes
has out "(required) name or id of the avatar"
has out "[avatar, human, root_motion]"
expect 0 "$MECADEX" query animator-count --param group_by=source --format csv
has out "source,animators"
