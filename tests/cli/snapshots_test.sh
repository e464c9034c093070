# Finished snapshots from the command line: dump, merge, verify, prune.
"$MAKE_GAME" game || fail "no made game"
expect 1 "$MECADEX" index --quiet --each game
for shard in tower-player tower-bundles rest; do
  mkdir -p "parts/$shard/game"
done
mv game/tower-player parts/tower-player/game/
mv game/tower-bundles parts/tower-bundles/game/
mv game/* parts/rest/game/
for shard in tower-player tower-bundles rest; do
  "$MECADEX" index --quiet --data "data-$shard" --each "parts/$shard/game" >/dev/null || [ $? -eq 1 ] || fail "index"
done

# A merge dumps as the single run; a data directory and a file are both databases.
expect 0 "$MECADEX" dump
mv out whole
[ "$(wc -l < whole)" -gt 1000 ] || fail "a short dump"
LC_ALL=C sort -c whole || fail "not in the order of bytes"
expect 0 "$MECADEX" merge -o merged.db data-rest data-tower-player/current.db data-tower-bundles
expect 0 "$MECADEX" dump --db merged.db
cmp out whole || fail "the merge differs from the single run"
expect 0 "$MECADEX" merge --data published data-tower-bundles data-rest data-tower-player
expect 0 "$MECADEX" dump --data published
cmp out whole || fail "the published merge differs"
[ "$(readlink published/current.db)" = "$(readlink corpus/current.db)" ] || fail "another revision"
expect 0 "$MECADEX" merge --data published data-rest
expect 0 "$MECADEX" dump --data published
has_not out "tower-player"
[ ! -e merged.db.part* ] || fail "a part is left"

expect 2 "$MECADEX" merge -o merged.db data-rest
has err "--force"
expect 0 "$MECADEX" merge --force -o merged.db data-rest
expect 2 "$MECADEX" merge -o twice.db corpus data-rest
has err "the source game/"
[ ! -e twice.db ] || fail "a failed merge left a file"
expect 2 "$MECADEX" merge data-rest
expect 5 "$MECADEX" merge -o x.db nowhere
sqlite3 merged.db "UPDATE corpus_info SET value = '99' WHERE key = 'decoder_version'"
expect 3 "$MECADEX" merge -o x.db merged.db data-tower-player
has err "decoder 99"
expect 3 "$MECADEX" dump --db whole
exec 9>>published/lock
flock -n 9 || fail "the lock is still held"
expect 4 "$MECADEX" merge --data published data-rest
expect 4 "$MECADEX" prune --data published --keep 1
exec 9>&-

# verify
expect 0 "$MECADEX" verify
has out "sound"
expect 0 "$MECADEX" verify --data published --all --json
python3 -c 'import json; a = json.load(open("out")); assert a["sound"] and len(a["databases"]) == 2' || fail "no JSON"
expect 8 "$MECADEX" verify --db merged.db
has out "damaged: its revision is"
expect 5 "$MECADEX" verify --data nowhere
expect 2 "$MECADEX" verify --all --db merged.db

# prune
snapshots=published/snapshots
old=$(ls $snapshots | grep -v "$(basename "$(readlink published/current.db)")")
expect 0 "$MECADEX" prune --data published --keep 1 --dry-run
has out "would remove $old: old"
[ -e "$snapshots/$old" ] || fail "a dry run removed something"
exec 8<"$snapshots/$old"
flock -s 8
expect 0 "$MECADEX" prune --data published --keep 1
has out "kept $old: a server uses it"
exec 8<&-
expect 0 "$MECADEX" prune --data published --keep 1
has out "removed $old: old"
has out ": current"
[ "$(ls $snapshots | wc -l)" -eq 1 ] || fail "not one snapshot left"
expect 2 "$MECADEX" prune --data published
expect 5 "$MECADEX" prune --data nowhere --keep 1
[ ! -e nowhere ] || fail "prune made a folder"
