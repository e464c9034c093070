#!/usr/bin/env bash
# Installs packages, builds everything with warnings as errors in ./build-test, runs every test.
# Ends with a line "N passed, N failed, N skipped"; tests on real game files are skipped where there
# are none.
set -euo pipefail
cd "$(dirname "$0")"
. ./packages.sh

# A compiler cache serves every clone alike, wherever it lies.
export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1

echo "== Packages"
install_packages build run test

echo "== Building in ./build-test"
cmake -S . -B build-test -G Ninja -DCMAKE_BUILD_TYPE=Release -DMECADEX_WERROR=ON \
  -DMECADEX_TESTS=ON >build-test.log 2>&1 || { cat build-test.log; exit 1; }
mv build-test.log build-test/configure.log
cmake --build build-test --parallel "$(nproc)"

echo "== Tests"
log=build-test/ctest.log
code=0
ctest --test-dir build-test --parallel "$(nproc)" --output-on-failure 2>&1 | tee "$log" || code=$?

# ctest counts skipped tests as passed: "95% tests passed, 2 tests failed out of 40".
total=$(sed -n 's/.* tests failed out of \([0-9]*\)$/\1/p' "$log" | tail -n 1)
failed=$(sed -n 's/.*, \([0-9]*\) tests failed out of [0-9]*$/\1/p' "$log" | tail -n 1)
skipped=$(grep -c '\*\*\*Skipped' "$log" || true)
total=${total:-0}
failed=${failed:-0}
[ "$total" -gt 0 ] || { echo "no test was run" >&2; code=1; }
echo "$((total - failed - skipped)) passed, $failed failed, $skipped skipped"
exit "$code"
