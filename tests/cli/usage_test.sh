# Everything that is the user's slip ends with 2 and a line on stderr that helps.
expect 2 "$MECADEX"
expect 2 "$MECADEX" nonsense
expect 2 "$MECADEX" index
has err "name at least one folder"
expect 2 "$MECADEX" index --no-such-flag .
expect 2 "$MECADEX" index --jobs many .
expect 2 "$MECADEX" query
expect 2 "$MECADEX" query selector-transition-cout
has err "selector-transition-count"
expect 2 "$MECADEX" query corpus-census --format xml
expect 2 "$MECADEX" sql
expect 2 "$MECADEX" queries no-such-query

"$MAKE_GAME" game || fail "no made game"
expect 0 "$MECADEX" index --quiet game/tower-player
expect 2 "$MECADEX" query corpus-census --param nonsense
expect 2 "$MECADEX" query corpus-census --param colour=red
has err "colour"
expect 2 "$MECADEX" query selector-transition-count --param copies=distinct --param source=game --param source=x --param unity_version=1 --param unity_version=2
expect 2 "$MECADEX" sql "SELECT nothing FROM nowhere"
expect 2 "$MECADEX" sql "DELETE FROM sources"
expect 2 "$MECADEX" index --assume-version later game/tower-player
[ ! -s out ] || fail "an error wrote to stdout"
