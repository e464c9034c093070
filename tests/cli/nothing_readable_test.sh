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
# What was found can be asked for, until the next run.
expect 0 "$MECADEX" index --quiet game/tower-player
expect 1 "$MECADEX" index --quiet broken
has out "files-not-read --db"
expect 0 "$MECADEX" query files-not-read --db corpus/unread.db --format csv
has out heroes,damaged
expect 0 "$MECADEX" index --quiet game/tower-player
[ ! -e corpus/unread.db ] || fail "unread.db outlived the next run"

# Without a corpus nothing is published either: not for an empty folder, not for one of unreadable files.
mkdir nothing
expect 1 "$MECADEX" index --data first --quiet nothing
has out "there are no files"
[ ! -e first/current.db ] && [ -z "$(ls first/snapshots)" ] || fail "a corpus of no files was published"
expect 1 "$MECADEX" index --data first --quiet broken
[ ! -e first/current.db ] && [ -z "$(ls first/snapshots)" ] || fail "a corpus of unreadable files was published"
expect 0 "$MECADEX" query files-not-read --data first --format csv
has out heroes,damaged
has err "no corpus is published"
expect 0 "$MECADEX" index --data first --quiet game/tower-player
[ -e first/current.db ] || fail "nothing was published after runs that read nothing"

# With files that were read beside them the run is published, and says 1.
cp -r broken game/tower-player/
expect 1 "$MECADEX" index --quiet game/tower-player
[ "$(readlink corpus/current.db)" != "$before" ] || fail "nothing was published"
