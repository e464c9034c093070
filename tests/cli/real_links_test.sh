# What linking has to show on the real files beside the project (MECADEX_SHARED names their folder): references
# between bundles, rigs, names, copies, and the queries that ask about them.
shared=${MECADEX_SHARED:-$SOURCE_DIR/../shared}
if [ ! -d "$shared/corpus" ]; then
  echo "SKIPPED: no real files in $shared"
  exit 77
fi
expect 1 "$MECADEX" index --quiet --each "$shared"/corpus/players "$shared"/corpus/bundles \
  "$shared"/corpus/sets "$shared"/corpus/odd "$shared"/corpus/rare
expect 0 python3 "$SOURCE_DIR/tests/real_files/links.py" "$MECADEX" corpus
cat out
has out ", 0 failed"
