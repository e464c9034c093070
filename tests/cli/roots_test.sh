# ROOTs: missing ones, two of one label, --each on a file, names of labels.
mkdir -p a/game b/game
expect 2 "$MECADEX" index nowhere
has err "nowhere"
expect 2 "$MECADEX" index a/game b/game
has err "--label"
expect 2 "$MECADEX" index --label one a b
expect 2 "$MECADEX" index --each --label one a
echo text > file
expect 2 "$MECADEX" index --each file
expect 2 "$MECADEX" index --remove nothing
has err "nothing"

"$MAKE_GAME" made || fail "no made game"
expect 0 "$MECADEX" index --quiet made/tower-player/
expect 0 "$MECADEX" index --quiet --label mine made/tower-player/.
expect 0 "$MECADEX" index --quiet made/tower.apk
expect 0 "$MECADEX" sql "SELECT label FROM sources ORDER BY 1" --format csv
printf 'label\r\nmine\r\ntower-player\r\ntower.apk\r\n' | cmp -s - out || fail "other labels"
expect 0 "$MECADEX" index --quiet --remove mine
expect 0 "$MECADEX" sql "SELECT count(*) AS n FROM sources" --format csv
has out 2
