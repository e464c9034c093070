#!/usr/bin/env python3
"""What linking has to show on the real files beside the project.

links.py MECADEX DATA: DATA holds the indexed players, bundles, sets, odd and rare files. Prints a line for each
check that failed, then "N tried, M failed"; exit 1 when any failed. Standard library alone.
"""
import json
import pathlib
import sqlite3
import subprocess
import sys
import zlib

mecadex, data = sys.argv[1], pathlib.Path(sys.argv[2])
db = sqlite3.connect(f"file:{data / 'current.db'}?mode=ro&immutable=1", uri=True)
tried = failed = 0


def check(what, holds, found=None):
    global tried, failed
    tried += 1
    if not holds:
        failed += 1
        print(f"FAILED: {what}: {found!r}")


def rows(sql, *values):
    return db.execute(sql, values).fetchall()


def answer(query, **params):
    """The rows of a named query; None when it does not answer."""
    command = [mecadex, "query", query, "--data", str(data), "--format", "json"]
    for key, value in params.items():
        command += ["--param", f"{key}={value}"]
    done = subprocess.run(command, capture_output=True, text=True)
    check(f"{query} answers", done.returncode == 0, done.stderr)
    return json.loads(done.stdout)["rows"] if done.returncode == 0 else None


def some(query, **params):
    found = answer(query, **params)
    check(f"{query} has rows", bool(found), params)
    return found or []


# ---- the queries of the catalogue ----
counts = some("animator-count")
check("Animators are those of the table", counts[0]["animators"] == rows("SELECT count(*) FROM animators")[0][0], counts)
nested = some("nested-animators")
check("a row a pair", len(nested) == rows("SELECT count(*) FROM animator_nestings")[0][0], len(nested))
outer = some("outer-animators")
check("outer Animators count their inner ones", sum(r["inner_count"] for r in outer) == len(nested), len(outer))
targets = some("outer-clips-on-inner-transforms")
played = {(r[0], r[1]) for r in rows("SELECT animator_id, clip_id FROM animator_clips_view")}
check("outer clips are clips that the outer Animator plays",
      all((r["outer_animator_id"], r["clip_id"]) in played for r in targets), len(targets))
inner = nested[0]
place = rows("SELECT s.label, f.path FROM animators a JOIN objects o ON o.object_id = a.animator_id "
             "JOIN serialized_files sf USING (serialized_file_id) JOIN files f USING (file_id) "
             "JOIN sources s USING (source_id) WHERE a.animator_id = ?", inner["inner_animator_id"])[0]
some("rig-owner", source=place[0], path=inner["inner_animator_path"])
some("animators-by-controller")
avatar = rows("SELECT avatar_id FROM avatars WHERE is_human = 1 ORDER BY node_count DESC LIMIT 1")[0][0]
for name in ("avatar-parts", "skeleton-nodes", "bone-axes", "human-bones"):
    some(name, avatar=avatar)
generic = some("generic-avatars")
check("generic avatars have no human nodes", all(r["human_nodes"] == 0 for r in generic), len(generic))
some("unresolved-hashes")
base = some("hash", name="Base Layer")
check("the hash of a name", base[0]["hash"] == 756556552 and base[0]["text"] == "Base Layer", base[0])
check("a hash of no name", answer("hash", name="no such name anywhere")[0]["kind"] is None)
for name in ("layer-table", "states", "default-state-motion", "entry-targets", "motion-sets", "transition-graph",
             "same-controller-copies", "unresolved-names", "missing-clips", "duplicate-controllers"):
    some(name)
collisions = answer("name-collisions")
check("every collision has several texts", all(r["text_count"] > 1 for r in collisions or []), collisions)
copies = answer("same-controller-copies")
stored = rows("SELECT count(*) FROM (SELECT 1 FROM objects WHERE class_id = 91 AND fingerprint IS NOT NULL "
              "GROUP BY fingerprint HAVING count(*) > 1)")[0][0]
check("a row a fingerprint that is stored twice", len(copies or []) == stored, (len(copies or []), stored))

# ---- names ----
odd = [r for r in rows("SELECT n.hash, n.text FROM names n JOIN name_use_rows u USING (name_id) WHERE u.origin = 'recovered'")
       if zlib.crc32(r[1].encode()) != r[0]]
check("recovered names have their hash", not odd, odd)
check("names are found by part", rows("SELECT count(*) FROM names_fts WHERE names_fts MATCH '\"Layer\"'")[0][0] > 0)

# ---- what Animators play ----
slots = rows("SELECT count(*) FROM animators a LEFT JOIN override_controllers v USING (override_controller_id) "
             "JOIN controller_clips k ON k.controller_id = coalesce(a.controller_id, v.effective_controller_id)")[0][0]
check("a row an Animator and slot", rows("SELECT count(*) FROM animator_clips_view")[0][0] == slots, slots)
loose = rows("SELECT count(*) FROM animator_clips_view WHERE clip_id IS NULL AND resolution = 'resolved'")[0][0]
check("what is resolved has a clip", loose == 0, loose)
check("every override was followed",
      rows("SELECT count(*) FROM override_controllers WHERE effective_resolution IS NULL")[0][0] == 0)

# ---- references between bundles ----
POINTERS = """
SELECT r.resolution, r.target_file_name, r.path_id, r.target_object_id, r.object_id, r.element_index
FROM object_refs r JOIN objects o USING (object_id) JOIN serialized_files USING (serialized_file_id)
JOIN files USING (file_id) JOIN sources s USING (source_id)
WHERE s.label = ? AND r.field = 'm_AnimationClips' AND r.file_index <> 0"""
CROSS, COMMON, GONE = ("CAB-41e555e0e0e7ada148bdcc08f9b0a007", "CAB-cb467f6985728e4e571e6affd4791d7b",
                       "CAB-e5b055c55287105603cdcb4a8b30d089")


def resolutions(source):
    found = {}
    for resolution, name, *_ in rows(POINTERS, source):
        found[resolution, name] = found.get((resolution, name), 0) + 1
    return found


check("cross-1 resolves", resolutions("sets/cross-1") == {("resolved", CROSS): 3}, resolutions("sets/cross-1"))
check("its half alone is missing", resolutions("bundles/2019.4.26f1-10") == {("missing", CROSS): 3},
      resolutions("bundles/2019.4.26f1-10"))
half = {("resolved", COMMON): 2, ("missing", GONE): 180}
check("cross-2 half resolves", resolutions("sets/cross-2") == half, resolutions("sets/cross-2"))
two = [r for r in rows(POINTERS, "sets/ambiguous-1") if r[1] == COMMON]
check("ambiguous-1 has two pointers to the bundle that is there twice", len(two) == 2, two)
for resolution, _, path_id, target, holder, index in two:
    copies_of = rows("SELECT o.object_id, o.fingerprint FROM objects o JOIN serialized_files sf USING (serialized_file_id) "
                     "JOIN files f USING (file_id) JOIN sources s USING (source_id) "
                     "WHERE s.label = 'sets/ambiguous-1' AND sf.node_path = ? AND o.path_id = ?", COMMON, path_id)
    candidates = {r[0] for r in rows("SELECT target_object_id FROM object_ref_candidates WHERE object_id = ? "
                                     "AND field = 'm_AnimationClips' AND element_index = ?", holder, index)}
    ids, contents = {r[0] for r in copies_of}, {r[1] for r in copies_of}
    check("both copies are stored", len(ids) == 2, copies_of)
    if len(contents) == 1:
        check("equal copies resolve", resolution == "resolved" and target in ids and not candidates, resolution)
    else:
        check("different copies are ambiguous", resolution == "ambiguous" and candidates == ids, (resolution, candidates))

print(f"{tried} tried, {failed} failed")
sys.exit(1 if failed else 0)
