# Away from a terminal there are plain lines: no escape codes, no carriage returns, answers on stdout only.
"$MAKE_GAME" game || fail "no made game"
plain() { ! LC_ALL=C grep -q "$(printf '[\033\r]')" "$1" || fail "$1 is not plain"; }
expect 0 "$MECADEX" index game/tower-player
plain out
plain err
has err "mecadex: listing files"
has_not out "listing files"
expect 0 env NO_COLOR=1 "$MECADEX" index game/tower-player
plain out
plain err
expect 0 "$MECADEX" index --quiet game/tower-player
[ ! -s err ] || fail "--quiet was not"
expect 0 "$MECADEX" query corpus-census
plain out
expect 2 "$MECADEX" query nothing
plain err
[ ! -s out ] || fail "an error went to stdout"
# A control character in a name must not reach the terminal.
expect 0 "$MECADEX" sql "SELECT char(27) || '[31m' AS red"
plain out
