# run_in_folder.sh SCRIPT: runs a test in an empty folder that is removed afterwards. For the test:
#
#   expect CODE COMMAND...   runs a command; its output is in ./out and ./err; fails on another code
#   has FILE TEXT            FILE contains TEXT
#   has_not FILE TEXT
set -u
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1

fail() {
  echo "FAILED: $*"
  for file in out err; do [ -s "$file" ] && sed "s/^/  $file: /" "$file"; done
  exit 1
}
expect() {
  local want=$1 code=0
  shift
  "$@" >out 2>err || code=$?
  [ "$code" -eq "$want" ] || fail "exit code $code instead of $want: $*"
}
has() { grep -qF -- "$2" "$1" || fail "$1 lacks: $2"; }
has_not() { ! grep -qF -- "$2" "$1" || fail "$1 has: $2"; }

. "$1"
