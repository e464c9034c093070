#!/usr/bin/env bash
# What the server says about itself, read by the tools that others use: /openapi.json by redocly (npm, pinned in
# tests/package-lock.json), /metrics by promtool (Debian's prometheus). A tool that is absent is skipped aloud.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
tried=0
failed=0

"$MAKE_GAME" "$TMPDIR/game" >/dev/null
"$MECADEX" index --data "$TMPDIR/data" "$TMPDIR/game" >/dev/null 2>&1 || [ $? -eq 1 ]
"$MECADEX_SERVER" --data "$TMPDIR/data" --bind 127.0.0.1:0 --quiet 2>"$TMPDIR/log" &
server=$!
trap 'kill $server; wait $server' EXIT
for _ in $(seq 100); do
  url=$(sed -n 's/.*\(http:\/\/127.0.0.1:[0-9]*\)\/.*/\1/p' "$TMPDIR/log")
  [ -n "$url" ] && break
  sleep 0.05
done
for path in /v1/controllers /v1/nonsense '/v1/sql?sql=SELECT%201' /v1/queries/corpus-census; do
  curl -s -o /dev/null "$url$path"
done
curl -sf "$url/metrics" >"$TMPDIR/metrics"
curl -sf "$url/openapi.json" >"$TMPDIR/openapi.json"

if command -v promtool >/dev/null; then
  tried=$((tried + 1))
  promtool check metrics <"$TMPDIR/metrics" || failed=$((failed + 1))
else
  echo "promtool is absent (Debian package prometheus): /metrics was not checked"
fi
if command -v npm >/dev/null && cp "$here/../package.json" "$here/../package-lock.json" "$TMPDIR" &&
   (cd "$TMPDIR" && npm ci --ignore-scripts --no-audit --no-fund >npm.log 2>&1); then
  tried=$((tried + 1))
  REDOCLY_TELEMETRY=off "$TMPDIR/node_modules/.bin/redocly" lint --extends recommended \
    "$TMPDIR/openapi.json" || failed=$((failed + 1))
else
  echo "npm is absent or has no network: /openapi.json was not linted"
fi
echo "$tried tried, $failed failed"
[ $tried -gt 0 ] || exit 77
[ $failed -eq 0 ]
