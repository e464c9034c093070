# Without a corpus a question ends with 5 and says what to do first.
expect 5 "$MECADEX" query corpus-census
has err "mecadex index"
expect 5 "$MECADEX" query corpus-census --data elsewhere
has err "mecadex index --data elsewhere"
expect 5 "$MECADEX" sql "SELECT 1" --db nothing.db
has err "nothing.db"
[ ! -e corpus ] || fail "a question made a data directory"
