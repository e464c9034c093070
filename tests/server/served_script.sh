#!/usr/bin/env bash
# served_script.sh SCRIPT ARGS...: runs an acceptance script in a temporary folder of its own; exit code 77 means
# skipped. The scripts' full forms (release checks; minutes) are:
#
#   hostile_sql.py 10000    publish_load.py 200000 64 30    streams.py 2000000    ../bench/server_bench.py 3
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export TMPDIR=$folder PYTHONDONTWRITEBYTECODE=1
script=$1
shift
case $script in
  *.py) python3 "$script" "$@" ;;
  *) bash "$script" "$@" ;;
esac
