#!/usr/bin/env bash
# Layers point one way: what each folder may include, and nothing else. Beside the linker this is the proof
# that the server knows the database and nothing of the indexer. $1: the project's folder.
set -euo pipefail
cd "$1"

failed=0
# allow FOLDER MAY-INCLUDE...
allow() {
  local folder=$1 found
  shift
  for found in $(grep -rhoE '#include "(indexer/[a-z]+|schema|queries|server|tests)/' --include='*.?pp' "$folder" |
                 sed -E 's/#include "//; s/\/$//' | sort -u); do
    [[ " $folder $* " == *" $found "* ]] || { echo "$folder includes $found"; failed=1; }
  done
}

i=indexer
allow $i/bytes
allow $i/layouts $i/bytes
allow $i/serialized $i/layouts $i/bytes
allow $i/containers $i/bytes
allow $i/animator $i/serialized $i/layouts $i/bytes
allow $i/corpus schema $i/animator $i/serialized $i/layouts $i/bytes
allow $i/crawl schema $i/corpus $i/animator $i/serialized $i/containers $i/layouts $i/bytes
allow $i/commands queries schema $i/crawl $i/corpus $i/bytes
allow schema
allow queries schema
allow server queries schema
exit $failed
