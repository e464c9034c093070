# Shards 1, 2 and 7, one of them killed and run again, then merged: each dumps as the single run does.
"$MAKE_GAME" game >/dev/null
index() { "$MECADEX" index --data "$1" --each -q "${@:2}" game >out 2>err; [ $? -le 1 ] || fail "index $*"; }
index single
"$MECADEX" dump --data single >single.txt
tried=0 failed=0
for n in 1 2 7; do
  shards=()
  for ((i = 0; i < n; i++)); do
    index "shard$n-$i" --shard "$i/$n"
    shards+=("shard$n-$i")
  done
  # A shard that is lost is run again, alone; the variables of Slurm and Kubernetes say the same as --shard.
  rm -rf "shard$n-0"
  "$MECADEX" index --data "shard$n-0" --each -q --shard "0/$n" game >/dev/null 2>&1 & pid=$!
  kill -9 $pid 2>/dev/null
  wait $pid 2>/dev/null
  SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_COUNT=$n index "shard$n-0"
  expect 0 "$MECADEX" merge --data "merged$n" "${shards[@]}"
  "$MECADEX" dump --data "merged$n" >"merged$n.txt"
  tried=$((tried + 1))
  cmp single.txt "merged$n.txt" || failed=$((failed + 1))
done
echo "$tried tried, $failed failed"
[ "$failed" -eq 0 ]
