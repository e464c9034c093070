# 100 runs killed at random points: nothing corrupt, nothing lost.
python3 "$SOURCE_DIR/tests/nightly/kill_runs.py" "$PWD" 100
