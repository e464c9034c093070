# The real files beside the project (MECADEX_SHARED names their folder) against an independent reading.
shared=${MECADEX_SHARED:-$SOURCE_DIR/../shared}
if [ ! -d "$shared/corpus" ]; then
  echo "SKIPPED: no real files in $shared"
  exit 77
fi
expect 1 "$MECADEX" index --quiet --each "$shared"/corpus/players "$shared"/corpus/bundles \
  "$shared"/corpus/sets "$shared"/corpus/odd "$shared"/corpus/rare
cat out
expect 0 python3 "$shared/tools/compare.py" corpus/current.db "$shared/corpus" \
  "$shared/readings/readings.jsonl.gz"
tail -n 1 out
expect 0 python3 "$SOURCE_DIR/tests/real_files/compare_more.py" corpus/current.db "$shared/corpus" \
  "$shared/readings/readings.jsonl.gz"
tail -n 1 out

expect 0 "$MECADEX" query selector-transitions-without-destination --format ndjson
[ "$(wc -l < out)" -eq 6 ] || fail "not 6 transitions"
expect 0 "$MECADEX" query no-destination-profile --format json
python3 - <<'PY' || fail "a profile differs from the observation"
import json
rows = json.load(open("out"))["rows"]
assert len(rows) == 6
for r in rows:
    assert (r["machine_states"], r["transitions_of_selector"], r["exit_destination"]) == (0, 1, 30000), r
    assert r["is_entry"] in (1, True), r
PY
expect 0 "$MECADEX" query transitions-without-destination --format csv
printf 'owner_kind,n\r\nany_state,0\r\nstate,0\r\n' | cmp -s - out || fail "a state leads nowhere"
