# Folders without anything readable: 1 with the reasons, and a snapshot that exists stays.
"$MAKE_GAME" game || fail "no made game"
expect 0 "$MECADEX" index --quiet game/tower-player
before=$(readlink corpus/current.db)
mkdir broken
head -c 1000 game/tower-bundles/heroes > broken/heroes
expect 1 "$MECADEX" index --quiet broken
has out "nothing of Unity's could be read"
has out "nothing was published"
has out "declares"
[ "$(readlink corpus/current.db)" = "$before" ] || fail "the snapshot was replaced"
mkdir empty
echo text > empty/notes.txt
expect 1 "$MECADEX" index --quiet empty
[ "$(readlink corpus/current.db)" = "$before" ] || fail "the snapshot was replaced"
[ -z "$(ls corpus/work)" ] || fail "something was left in the work folder"
# With files that were read beside them the run is published, and says 1.
cp -r broken game/tower-player/
expect 1 "$MECADEX" index --quiet game/tower-player
[ "$(readlink corpus/current.db)" != "$before" ] || fail "nothing was published"
