# How a run ends, as the nightly job sees it: exit codes, what is published, and what the message says.
"$MAKE_GAME" game >/dev/null
expect 1 "$MECADEX" index --data c --each -q game
revision=$(readlink c/current.db)
same() { [ "$(readlink c/current.db)" = "$revision" ] || fail "current.db moved: $1"; }

# The same again: nothing is read, nothing is published.
expect 1 "$MECADEX" index --data c --each -q --json game
has out '"files_parsed":0'
same "an unchanged corpus"

# mtime only: one is compared, none read, and the next time not even that.
touch -d '+1 hour' game/tower-player/Tower_Data/level0
expect 1 "$MECADEX" index --data c --each -q --json game
has out '"files_parsed":0'
has out '"files_hashed":1'
expect 1 "$MECADEX" index --data c --each -q --json game
has out '"files_hashed":0'
same "a touched file"

# A second run at once ends in a tenth of a second. The lock dies with its process.
exec 9>c/lock
flock -n 9 || fail "the lock is held"
before=$(date +%s%N)
expect 4 "$MECADEX" index --data c --each -q game
took=$((($(date +%s%N) - before) / 1000000))
[ "$took" -lt 100 ] || fail "the second run took $took ms to see the lock"
exec 9>&-

# An unmounted root: exit 6, and the option is named.
mv game away
mkdir game
expect 6 "$MECADEX" index --data c --each -q game
rmdir game
expect 6 "$MECADEX" index --data c --each -q game
has err --allow-missing-root
mv away game
same "a root that was not there"

# More than a fifth gone: exit 6, unless forced.
mkdir away
mv game/tower-bundles game/tower-player away
expect 6 "$MECADEX" index --data c --each -q game
has err --force
same "a fifth gone"
mv away/* game

# One byte of a controller: diff names that file and that controller.
printf 'x' | dd of=game/tower-player/Tower_Data/resources.assets bs=1 seek=$(($(stat -c %s game/tower-player/Tower_Data/resources.assets) - 1)) conv=notrunc status=none
expect 1 "$MECADEX" index --data c --each -q game
[ "$(readlink c/current.db)" != "$revision" ] || fail "a changed byte kept the revision"
expect 0 "$MECADEX" diff --data c --json "$(basename "$revision" .db)" current
has out resources.assets
has_not out sharedassets
expect 0 "$MECADEX" runs --data c
has out 'more than a fifth'
expect 0 "$MECADEX" verify --data c

# A full disk: exit 5, what is published stays. Needs the right to mount.
if mkdir full && mount -t tmpfs -o size=16m tmpfs full 2>/dev/null; then
  trap 'umount full; rm -rf "$folder"' EXIT
  expect 1 "$MECADEX" index --data full/c --each -q game
  kept=$(readlink full/c/current.db)
  size=$(stat -Lc %s full/c/current.db)
  leave() {  # so many bytes
    rm -f full/filler
    head -c $(($(stat -fc '%a * %S' full) - $1)) /dev/zero >full/filler
  }
  for copy in 1 2 3 4; do "$MAKE_GAME" "game/copy$copy" >/dev/null; done  # much more than there is room for
  for room in $((size * 2)) $((size * 23 / 10)) $((size * 26 / 10)); do  # seen at once; found while it works
    leave "$room"
    expect 5 "$MECADEX" index --data full/c --each -q game
    has err full
    [ "$(readlink full/c/current.db)" = "$kept" ] || fail "a full disk moved current.db"
    expect 0 "$MECADEX" verify --data full/c
    [ -z "$(ls full/c/work)" ] || fail "a full disk is kept full by $(ls full/c/work)"
  done
  # Room that appears at any moment of a run publishes the whole corpus or nothing.
  expect 1 "$MECADEX" index --data whole --each -q game
  "$MECADEX" dump --data whole >whole.dump
  for moment in 0.00 0.02 0.04 0.06 0.08 0.10 0.13 0.16 0.20 0.25; do
    rm -rf full/filler full/c && cp -a c full/c
    kept=$(readlink full/c/current.db)
    leave $((size * 23 / 10))
    { sleep "$moment"; rm -f full/filler; } &
    code=0
    "$MECADEX" index --data full/c --each -q game >out 2>err || code=$?
    wait $!
    if [ "$code" -eq 5 ]; then
      [ "$(readlink full/c/current.db)" = "$kept" ] || fail "a disk that was full for a while moved current.db"
    else
      [ "$code" -eq 1 ] || fail "exit $code of a run on a disk that was full for a while"
      "$MECADEX" dump --data full/c >full.dump
      cmp -s whole.dump full.dump || fail "a disk that was full for a while left something out"
    fi
    expect 0 "$MECADEX" verify --data full/c
  done
  rm -f full/filler
  expect 1 "$MECADEX" index --data full/c --each -q game
  [ "$(readlink full/c/current.db)" != "$kept" ] || fail "nothing was published when there was room again"
else
  echo "not allowed to mount: the full disk was not tried"
fi
