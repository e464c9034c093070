#!/usr/bin/env bash
# From a fresh clone to an answer: installs packages, builds, indexes, asks, serves.
#
#   ./quickstart.sh [--check] [GAME_FOLDER...]
#
# Without a folder a small made-up game is indexed. --check stops after the first answer. Can be run
# again: what is installed, built and indexed already is kept.
set -euo pipefail
cd "$(dirname "$0")"
caller=$OLDPWD
. ./packages.sh

readonly port=8080
check=no
folders=()
for argument in "$@"; do
  case $argument in
    --check) check=yes ;;
    -h | --help) sed -n '2,7s/^# \{0,1\}//p' "$0"; exit 0 ;;
    -*) echo "quickstart.sh: unknown option $argument (see --help)" >&2; exit 2 ;;
    *)
      folder=$(cd "$caller" && realpath -e -- "$argument" 2>/dev/null) ||
        { echo "quickstart.sh: $argument does not exist" >&2; exit 2; }
      folders+=("$folder")
      ;;
  esac
done

step() { printf '\n== %s\n' "$*"; }

# Runs a command: a terminal sees it, else its output is kept and shown when it fails.
quietly() {
  if [ -t 1 ]; then
    "$@"
  else
    "$@" >build/quickstart.log 2>&1 || { tail -n 40 build/quickstart.log; return 1; }
  fi
}

step "Packages"
install_packages build run

step "Building in ./build (the first time takes a few minutes)"
mkdir -p build
options=(-DMECADEX_MADE_GAME=ON)
[ -e build/CMakeCache.txt ] ||
  options+=(-DCMAKE_BUILD_TYPE=Release -DMECADEX_TESTS=OFF -DMECADEX_BENCHMARKS=OFF)
quietly cmake -S . -B build -G Ninja "${options[@]}"
quietly cmake --build build --parallel "$(nproc)" --target mecadex mecadex-server make_game

mecadex=./build/indexer/mecadex
if [ ${#folders[@]} -eq 0 ]; then
  step "Indexing a made-up game into ./corpus (give your own: ./quickstart.sh GAME_FOLDER...)"
  rm -rf build/made-game
  ./build/tests/support/make_game build/made-game
  index=(--each build/made-game)
else
  step "Indexing ${folders[*]} into ./corpus"
  index=("${folders[@]}")
fi
code=0
"$mecadex" index --data ./corpus "${index[@]}" || code=$?
# 1: done, and some files could not be read whole; anything else went wrong.
[ "$code" -le 1 ] || exit "$code"
[ -e corpus/current.db ] || exit 1

step "First question: which transitions of entry and exit nodes lead nowhere (0xFFFFFFFF)?"
"$mecadex" query selector-transitions-without-destination --data ./corpus

step "Ask the next"
cat <<'TEXT'
  ./build/indexer/mecadex queries                         what can be asked
  ./build/indexer/mecadex query no-destination-profile    what those machines look like
  ./build/indexer/mecadex sql "SELECT name, count(*) FROM controllers GROUP BY 1"
TEXT
[ "$check" = no ] || exit 0

if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
  echo
  echo "port $port is in use, so nothing is served. Another port:" >&2
  echo "  ./build/server/mecadex-server --data ./corpus --bind 127.0.0.1:8081" >&2
  exit 1
fi
step "Serving on http://127.0.0.1:$port until Ctrl-C"
echo "  curl http://127.0.0.1:$port/v1/queries/selector-transitions-without-destination"
exec ./build/server/mecadex-server --data ./corpus --bind "127.0.0.1:$port"
