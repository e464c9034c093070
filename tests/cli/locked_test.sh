# One run at a time: a second one ends with 4 and changes nothing.
"$MAKE_GAME" game || fail "no made game"
expect 0 "$MECADEX" index --quiet game/tower-player
exec 9>>corpus/lock
flock -n 9 || fail "the lock is still held"
expect 4 "$MECADEX" index --quiet game/tower-6000
has err "another run"
expect 0 "$MECADEX" query corpus-census --format csv
has out "7,0,4,1,3,1,4,0"
exec 9>&-
expect 0 "$MECADEX" index --quiet game/tower-6000
