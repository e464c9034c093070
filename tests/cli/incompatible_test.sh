# A database that is none of ours, or of a later version, ends with 3.
sqlite3 other.db "CREATE TABLE t (a)"
expect 3 "$MECADEX" query corpus-census --db other.db
has err "other.db"
"$MAKE_GAME" game || fail "no made game"
expect 0 "$MECADEX" index --quiet game/tower-player
cp "$(readlink -f corpus/current.db)" later.db
chmod u+w later.db
sqlite3 later.db "PRAGMA user_version = 999"
expect 3 "$MECADEX" sql "SELECT 1" --db later.db
cp later.db "$(readlink -f corpus/current.db)"
expect 3 "$MECADEX" index --quiet game/tower-player
echo "no database" > text.db
expect 3 "$MECADEX" sql "SELECT 1" --db text.db
