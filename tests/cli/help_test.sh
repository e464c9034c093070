# Help and version go to stdout, with exit code 0.
expect 0 "$MECADEX" --help
for command in index queries query sql schema; do has out "$command"; done
expect 0 "$MECADEX" --version
has out "mecadex "
for command in index queries query sql schema; do
  expect 0 "$MECADEX" "$command" --help
  [ -s out ] || fail "$command has no help"
  [ ! -s err ] || fail "$command's help went to stderr"
done
expect 0 "$MECADEX" index --help
has out "Exit codes"
has out "--each"
expect 0 "$MECADEX" queries
has out "selector-transitions-without-destination"
expect 0 "$MECADEX" queries no-destination-profile
has out "exit_destination"
