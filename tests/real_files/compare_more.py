"""Hold a corpus against the independent reading where ../shared/tools/compare.py does not look.

Names, destination kinds and what they lead to, default values, clip slots (of 4.x leaves too), pair arrays and
neighbours, behaviours and their owners, every pose, axes, human bones, index maps, the human description,
override pairs, clip events and binding kinds, references.

usage: python3 compare_more.py CURRENT_DB CORPUS_ROOT READINGS.jsonl.gz
Closes with 'N objects agree, M disagree'. Exit 0 only if M == 0 and N > 0.
"""
import gzip
import json
import os
import sqlite3
import struct
import sys
import zlib
from collections import Counter

NONE = 0xFFFFFFFF
SELECTOR = 30000

db_path, root, readings = sys.argv[1:4]
root = os.path.realpath(root)
db = sqlite3.connect(f"file:{db_path}?mode=ro", uri=True)
db.row_factory = sqlite3.Row
shown = Counter()


def rows(sql, *args):
    return db.execute(sql, args).fetchall()


def column(sql, *args):
    return [r[0] for r in db.execute(sql, args)]


def serialized_files():
    found = {}
    for r in rows("SELECT s.serialized_file_id id, s.node_path, f.path, src.label FROM serialized_files s "
                  "JOIN files f USING (file_id) JOIN sources src USING (source_id)"):
        is_folder = os.path.isdir(os.path.join(root, r["label"]))
        base = r["label"] if is_folder else os.path.dirname(r["label"])
        path = os.path.normpath(os.path.join(base, r["path"]))
        found.setdefault(path, []).append((r["node_path"], r["id"]))
    return found


FILES = serialized_files()


def find_object(reading):
    nodes = FILES.get(reading["path"], [])
    node = reading.get("node") or ""
    best = [i for n, i in nodes if n == node or n.endswith("/" + node)] or [i for _, i in nodes if len(nodes) == 1]
    found = column("SELECT object_id FROM objects WHERE serialized_file_id = ? AND path_id = ?", best[0], reading["path_id"]) if best else []
    return found[0] if found else None


def data(x):
    return x["data"] if isinstance(x, dict) and set(x) == {"data"} else x


def number(x):
    return {"NaN": None, "Infinity": float("inf"), "-Infinity": float("-inf")}.get(x, x) if isinstance(x, str) else x


def pairs(entries):
    return [tuple(e) if isinstance(e, list) else (e["first"], e["second"]) for e in entries]


class Differ:
    def __init__(self):
        self.found = []

    def same(self, what, want, got):
        if not equal(want, got):
            self.found.append((what, want, got))


def equal(want, got):
    if isinstance(want, (list, tuple)):
        return isinstance(got, (list, tuple)) and len(want) == len(got) and all(map(equal, want, got))
    want = number(want)
    if isinstance(want, bool):
        want = int(want)
    if isinstance(want, float) or isinstance(got, float):
        return want == got or (want is not None and got is not None and abs(want - got) <= 1e-6 * max(1, abs(want)))
    return want == got


def text(names, value):
    return names.get(value)




def destination(raw, states, selectors, state_ids, selector_ids):
    if raw == NONE:
        return ("none", None, None)
    if raw < SELECTOR:
        return ("state", state_ids[raw], None) if raw < states else ("out_of_range", None, None)
    n = raw - SELECTOR
    return ("selector", None, selector_ids[n]) if n < selectors else ("out_of_range", None, None)


def floats_of(node_id, name):
    blob = b"".join(column("SELECT data FROM blend_pair_arrays WHERE blend_node_id = ? AND array_name = ? ORDER BY part", node_id, name))
    return [None if v != v else v for v in struct.unpack(f"<{len(blob) // 4}f", blob)]


def check_transition(d, raw, row, machine):
    want = destination(raw, *machine)
    d.same("destination", want, (row["destination_kind"], row["destination_state_id"], row["destination_selector_id"]))


def check_node(d, node, state, motion_set, row, clip_count):
    is_leaf = not node["m_ChildIndices"]
    d.same("is_leaf", is_leaf, row["is_leaf"])
    leaf_infos = [data(x) for x in state.get("m_LeafInfoArray", [])]
    slot, kind = None, "none"
    if is_leaf and node["m_ClipID"] != NONE:
        ids = leaf_infos[motion_set]["m_IDArray"] if motion_set < len(leaf_infos) else []
        if node["m_ClipID"] in ids:
            slot, kind = leaf_infos[motion_set]["m_IndexOffset"] + ids.index(node["m_ClipID"]), "leaf_info"
        elif node["m_ClipID"] < clip_count:
            slot, kind = node["m_ClipID"], "slot"
        else:
            kind = "out_of_range"
    d.same("clip slot", (slot, kind), (row["clip_slot"], row["clip_resolution"]))
    two = data(node.get("m_Blend2dData", {}))
    flat = [c for v in two.get("m_ChildPairVectorArray", []) for c in (v["x"], v["y"])]
    d.same("pair vectors", flat, floats_of(row["blend_node_id"], "pair_vector"))
    d.same("pair magnitudes", two.get("m_ChildPairAvgMagInvArray", []), floats_of(row["blend_node_id"], "pair_avg_mag_inv"))
    lists = [(c, i, n) for c, l in enumerate(two.get("m_ChildNeighborListArray", [])) for i, n in enumerate(data(l)["m_NeighborArray"])]
    d.same("neighbours", lists, [tuple(r) for r in rows("SELECT child_position, neighbor_index, neighbor FROM blend_neighbors WHERE blend_node_id = ? ORDER BY 1, 2", row["blend_node_id"])])
    magnitudes = two.get("m_ChildMagnitudeArray", [])
    if len(magnitudes) == len(node["m_ChildIndices"]):
        d.same("magnitudes", magnitudes, column("SELECT magnitude FROM blend_children WHERE blend_node_id = ? ORDER BY child_position", row["blend_node_id"]))
    direct = data(node.get("m_BlendDirectData", {}))
    d.same("normalized", direct.get("m_NormalizedBlendValues"), row["is_normalized"])


def check_state(d, state, row, names, machine, clip_count):
    d.same("state name", text(names, state["m_NameID"]) if "m_NameID" in state else None, row["name"])
    if "m_NameID" not in state:
        d.same("path of 4.0", state.get("m_ID"), row["path_hash"])
    for x, t in zip(map(data, state["m_TransitionConstantArray"]), rows("SELECT * FROM transitions WHERE state_id = ? ORDER BY transition_index", row["state_id"])):
        check_transition(d, x["m_DestinationState"], t, machine)
    trees = state["m_BlendTreeConstantArray"]
    for motion_set, index in enumerate(state["m_BlendTreeConstantIndexArray"]):
        if not 0 <= index < len(trees):
            continue
        stored = rows("SELECT n.* FROM blend_nodes n JOIN blend_trees t USING (blend_tree_id) WHERE t.state_id = ? AND t.motion_set = ? ORDER BY n.node_index", row["state_id"], motion_set)
        for node, r in zip(map(data, data(trees[index])["m_NodeArray"]), stored):
            check_node(d, node, state, motion_set, r, clip_count)


def check_machine(d, machine, row, names, clip_count):
    mid = row["state_machine_id"]
    states = [data(x) for x in machine["m_StateConstantArray"]]
    selectors = [data(x) for x in machine.get("m_SelectorStateConstantArray", [])]
    state_ids = column("SELECT state_id FROM states WHERE state_machine_id = ? ORDER BY state_index", mid)
    selector_ids = column("SELECT selector_id FROM selectors WHERE state_machine_id = ? ORDER BY selector_index", mid)
    d.same("counts", (len(states), len(selectors)), (row["state_count"], row["selector_count"]))
    default = machine["m_DefaultState"]
    d.same("default state", state_ids[default] if default < len(state_ids) else None, row["default_state_id"])
    place = (len(states), len(selectors), state_ids, selector_ids)
    for state, r in zip(states, rows("SELECT * FROM states WHERE state_machine_id = ? ORDER BY state_index", mid)):
        check_state(d, state, r, names, place, clip_count)
    for x, t in zip(map(data, machine["m_AnyStateTransitionConstantArray"]), rows("SELECT * FROM transitions WHERE state_machine_id = ? AND owner_kind = 'any_state' ORDER BY transition_index", mid)):
        check_transition(d, x["m_DestinationState"], t, place)
    for x, s in zip(selectors, rows("SELECT * FROM selectors WHERE state_machine_id = ? ORDER BY selector_index", mid)):
        name = text(names, x["m_FullPathID"])
        if name is not None:
            d.same("machine path", name, s["machine_path"])
        elif s["machine_path"] is not None:
            d.same("recovered machine path", x["m_FullPathID"], zlib.crc32(s["machine_path"].encode()))
        for y, t in zip(map(data, x["m_TransitionConstantArray"]), rows("SELECT * FROM transitions WHERE selector_id = ? ORDER BY transition_index", s["selector_id"])):
            check_transition(d, y["m_Destination"], t, place)
            d.same("owner kind", "entry" if x["m_IsEntry"] else "exit", t["owner_kind"])


def check_behaviours(d, tree, oid):
    description = tree.get("m_StateMachineBehaviourVectorDescription")
    if description is None:
        return
    behaviours = tree["m_StateMachineBehaviours"]
    indices = description["m_StateMachineBehaviourIndices"]
    want = []
    for key, span in pairs(description["m_StateMachineBehaviourRanges"]):
        for i in range(span["m_StartIndex"], span["m_StartIndex"] + span["m_Count"]):
            want.append((indices[i], key["m_LayerIndex"], key["m_StateID"]))
    in_range = {w[0] for w in want}
    want += [(i, None, None) for i in range(len(behaviours)) if i not in in_range]
    want = [w + (behaviours[w[0]]["m_FileID"], behaviours[w[0]]["m_PathID"]) for w in want]
    got = [tuple(r) for r in rows("SELECT behaviour_index, layer_index, state_full_path_hash, file_index, path_id FROM behaviours WHERE controller_id = ?", oid)]
    d.same("behaviours", sorted(want, key=str), sorted(got, key=str))


DEFAULTS = {1: ("m_FloatValues", "default_float"), 3: ("m_IntValues", "default_int"), 4: ("m_BoolValues", "default_bool"), 9: ("m_BoolValues", "default_bool")}


def check_controller(d, tree, oid):
    names = {}
    for value, name in pairs(tree["m_TOS"]):
        names.setdefault(value, name)
    core = tree["m_Controller"]
    row = rows("SELECT * FROM controllers WHERE controller_id = ?", oid)[0]
    d.same("name", tree["m_Name"], row["name"])
    d.same("size", tree["m_ControllerSize"], row["controller_size"])
    d.same("multi threaded", tree.get("m_MultiThreadedStateMachine"), row["multi_threaded_state_machine"])
    d.same("on start", tree.get("m_EvaluateTransitionsOnStart"), row["evaluate_transitions_on_start"])
    machine_ids = column("SELECT state_machine_id FROM state_machines WHERE controller_id = ? ORDER BY machine_index", oid)
    layers = [data(x) for x in core.get("m_LayerArray", core.get("m_HumanLayerArray"))]
    for layer, r in zip(layers, rows("SELECT * FROM layers WHERE controller_id = ? ORDER BY layer_index", oid)):
        d.same("layer name", text(names, layer["m_Binding"]), r["name"])
        index = layer["m_StateMachineIndex"]
        d.same("layer machine", machine_ids[index] if index < len(machine_ids) else None, r["state_machine_id"])
    values = data(core["m_Values"])["m_ValueArray"]
    defaults = data(core["m_DefaultValues"])
    for v, r in zip(values, rows("SELECT * FROM parameters WHERE controller_id = ? ORDER BY parameter_index", oid)):
        d.same("parameter name", text(names, v["m_ID"]), r["name"])
        array, wanted = DEFAULTS.get(v["m_Type"], (None, None))
        for field in ("default_float", "default_int", "default_bool"):
            has = field == wanted and v["m_Index"] < len(defaults[array])
            d.same(field, defaults[array][v["m_Index"]] if has else None, r[field])
    for array, name in (("m_PositionValues", "position"), ("m_QuaternionValues", "quaternion"), ("m_ScaleValues", "scale"), ("m_VectorValues", "vector")):
        want = [tuple(v.get(k) for k in "xyzw") for v in defaults.get(array, [])]
        d.same("defaults " + name, want, [tuple(r) for r in rows("SELECT x, y, z, w FROM controller_default_values WHERE controller_id = ? AND array_name = ? ORDER BY element_index", oid, name)])
    for machine, r in zip(map(data, core["m_StateMachineArray"]), rows("SELECT * FROM state_machines WHERE controller_id = ? ORDER BY machine_index", oid)):
        check_machine(d, machine, r, names, len(tree["m_AnimationClips"]))
    check_behaviours(d, tree, oid)
    want = sorted(set(pairs(tree["m_TOS"])))
    got = sorted({(r[0], r[1]) for r in rows("SELECT hash, text FROM name_uses WHERE object_id = ? AND origin = 'controller_tos'", oid)})
    d.same("name table", want, got)
    for i, (pointer, r) in enumerate(zip(tree["m_AnimationClips"], rows("SELECT * FROM controller_clips WHERE controller_id = ? ORDER BY slot", oid))):
        check_pointer(d, f"clip slot {i}", pointer, r["resolution"], r["clip_id"], oid, 74)


def check_pointer(d, what, pointer, resolution, target, owner, class_id):
    if pointer["m_PathID"] == 0:
        return d.same(what + " null", ("null", None), (resolution, target))
    if pointer["m_FileID"] != 0:
        return None  # another file: linking across files is not part of a file's reading
    found = rows("SELECT o.object_id, o.class_id FROM objects o JOIN objects mine USING (serialized_file_id) WHERE mine.object_id = ? AND o.path_id = ?", owner, pointer["m_PathID"])
    if found and found[0]["class_id"] == class_id:
        d.same(what, ("resolved", found[0]["object_id"]), (resolution, target))
    return None


def xform(v):
    return [v["t"][k] for k in "xyz"] + [v["q"][k] for k in "xyzw"] + [v["s"][k] for k in "xyz"]


def columns(prefix):
    return [f"{prefix}_t_{k}" for k in "xyz"] + [f"{prefix}_q_{k}" for k in "xyzw"] + [f"{prefix}_s_{k}" for k in "xyz"]


def check_skeleton(d, oid, name, skeleton, pose, default_pose, name_hashes, names):
    stored = rows("SELECT * FROM avatar_nodes WHERE avatar_id = ? AND skeleton = ? ORDER BY node_index", oid, name)
    d.same(name + " nodes", [(n["m_ParentId"], n["m_AxesId"]) for n in skeleton["m_Node"]], [(r["parent_index"], r["axes_index"]) for r in stored])
    d.same(name + " ids", skeleton["m_ID"], [r["path_hash"] for r in stored][:len(skeleton["m_ID"])])
    d.same(name + " paths", [names.get(h) for h in skeleton["m_ID"]], [r["path"] for r in stored][:len(skeleton["m_ID"])])
    for prefix, values in (("pose", pose), ("default_pose", default_pose)):
        for i, r in enumerate(stored):
            want = xform(values[i]) if values and i < len(values) else [None] * 10
            d.same(f"{name} {prefix}", want, [r[c] for c in columns(prefix)])
    if name_hashes:
        d.same(name + " name hashes", name_hashes, [r["name_hash"] for r in stored][:len(name_hashes)])
    axes = rows("SELECT * FROM avatar_axes WHERE avatar_id = ? AND skeleton = ? ORDER BY axes_index", oid, name)
    for a, r in zip(skeleton["m_AxesArray"], axes):
        want = [a["m_PreQ"][k] for k in "xyzw"] + [a["m_PostQ"][k] for k in "xyzw"] + [a["m_Sgn"][k] for k in "xyz"]
        want += [a["m_Limit"]["m_Min"][k] for k in "xyz"] + [a["m_Limit"]["m_Max"][k] for k in "xyz"] + [a["m_Length"], a["m_Type"]]
        got = [r[f"pre_q_{k}"] for k in "xyzw"] + [r[f"post_q_{k}"] for k in "xyzw"] + [r[f"sign_{k}"] for k in "xyz"]
        got += [r[f"limit_min_{k}"] for k in "xyz"] + [r[f"limit_max_{k}"] for k in "xyz"] + [r["length"], r["type"]]
        d.same(name + " axes", want, got)


SCALARS = (("m_Scale", "scale"), ("m_ArmTwist", "arm_twist"), ("m_ForeArmTwist", "fore_arm_twist"), ("m_UpperLegTwist", "upper_leg_twist"),
           ("m_LegTwist", "leg_twist"), ("m_ArmStretch", "arm_stretch"), ("m_LegStretch", "leg_stretch"), ("m_FeetSpacing", "feet_spacing"),
           ("m_HasTDoF", "has_translation_dof"), ("m_HasLeftHand", "has_left_hand"), ("m_HasRightHand", "has_right_hand"))
DESCRIPTION = (("m_ArmTwist", "arm_twist"), ("m_ForeArmTwist", "fore_arm_twist"), ("m_UpperLegTwist", "upper_leg_twist"), ("m_LegTwist", "leg_twist"),
               ("m_ArmStretch", "arm_stretch"), ("m_LegStretch", "leg_stretch"), ("m_FeetSpacing", "feet_spacing"), ("m_GlobalScale", "global_scale"),
               ("m_RootMotionBoneName", "root_motion_bone_name"), ("m_HasTranslationDoF", "has_translation_dof"),
               ("m_HasExtraRoot", "has_extra_root"), ("m_SkeletonHasParents", "skeleton_has_parents"))


def check_avatar(d, tree, oid):
    a = tree["m_Avatar"]
    row = rows("SELECT * FROM avatars WHERE avatar_id = ?", oid)[0]
    names = {}
    for value, name in pairs(tree["m_TOS"]):
        names.setdefault(value, name)
    d.same("name", tree["m_Name"], row["name"])
    d.same("size", tree["m_AvatarSize"], row["avatar_size"])
    poses = lambda key: data(a[key])["m_X"] if key in a else None
    check_skeleton(d, oid, "avatar", data(a.get("m_AvatarSkeleton", a.get("m_Skeleton"))), poses("m_AvatarSkeletonPose") or poses("m_SkeletonPose"),
                   poses("m_DefaultPose"), a.get("m_SkeletonNameIDArray"), names)
    human = data(a["m_Human"])
    check_skeleton(d, oid, "human", data(human["m_Skeleton"]), data(human["m_SkeletonPose"])["m_X"], None, None, names)
    if "m_RootMotionSkeleton" in a:
        check_skeleton(d, oid, "root_motion", data(a["m_RootMotionSkeleton"]), poses("m_RootMotionSkeletonPose"), None, None, names)
    d.same("human root", xform(human["m_RootX"]), [row[c] for c in columns("human_root")])
    d.same("root motion bone", xform(a["m_RootMotionBoneX"]), [row[c] for c in columns("root_motion_bone")])
    for field, name in SCALARS:
        d.same(name, human.get(field), row[name])
    for part, values in (("body", human["m_HumanBoneIndex"]), ("left_hand", data(human["m_LeftHand"])["m_HandBoneIndex"]), ("right_hand", data(human["m_RightHand"])["m_HandBoneIndex"])):
        d.same(part, values, column("SELECT node_index FROM avatar_human_bones WHERE avatar_id = ? AND part = ? ORDER BY bone_index", oid, part))
    d.same("mass", human["m_HumanBoneMass"], column("SELECT mass FROM avatar_human_bones WHERE avatar_id = ? AND part = 'body' ORDER BY bone_index", oid))
    for field, name in (("m_HumanSkeletonIndexArray", "human_skeleton"), ("m_HumanSkeletonReverseIndexArray", "human_skeleton_reverse"), ("m_RootMotionSkeletonIndexArray", "root_motion_skeleton")):
        d.same(name, a.get(field, []), column("SELECT value FROM avatar_index_maps WHERE avatar_id = ? AND map = ? ORDER BY position", oid, name))
    description = tree.get("m_HumanDescription") or {}
    for field, name in DESCRIPTION:
        d.same("description " + name, description.get(field), row["description_" + name])
    got = rows("SELECT * FROM human_description_bones WHERE avatar_id = ? ORDER BY bone_index", oid)
    for b, r in zip(description.get("m_Human", []), got):
        limit = b["m_Limit"]
        want = [b["m_BoneName"], b["m_HumanName"]] + [limit[f][k] for f in ("m_Min", "m_Max", "m_Value") for k in "xyz"] + [limit["m_Length"], limit["m_Modified"]]
        d.same("human bone", want, [r["bone_name"], r["human_name"]] + [r[f"{f}_{k}"] for f in ("min", "max", "value") for k in "xyz"] + [r["length"], r["modified"]])
    got = rows("SELECT * FROM human_description_skeleton WHERE avatar_id = ? ORDER BY bone_index", oid)
    for b, r in zip(description.get("m_Skeleton", []), got):
        want = [b["m_Name"], b["m_ParentName"]] + [b["m_Position"][k] for k in "xyz"] + [b["m_Rotation"][k] for k in "xyzw"] + [b["m_Scale"][k] for k in "xyz"]
        d.same("skeleton bone", want, [r["name"], r["parent"]] + [r[f"position_{k}"] for k in "xyz"] + [r[f"rotation_{k}"] for k in "xyzw"] + [r[f"scale_{k}"] for k in "xyz"])
    d.same("name table", sorted(set(pairs(tree["m_TOS"]))), sorted({(r[0], r[1]) for r in rows("SELECT hash, text FROM name_uses WHERE object_id = ? AND origin = 'avatar_tos'", oid)}))


def check_override(d, tree, oid):
    row = rows("SELECT * FROM override_controllers WHERE override_controller_id = ?", oid)[0]
    d.same("name", tree["m_Name"], row["name"])
    for i, (pair, r) in enumerate(zip(tree["m_Clips"], rows("SELECT * FROM override_clips WHERE override_controller_id = ? ORDER BY pair_index", oid))):
        check_pointer(d, f"original {i}", pair["m_OriginalClip"], r["original_resolution"], r["original_clip_id"], oid, 74)
        check_pointer(d, f"override {i}", pair["m_OverrideClip"], r["override_resolution"], r["override_clip_id"], oid, 74)
    base = rows("SELECT * FROM object_refs WHERE object_id = ? AND field = 'm_Controller'", oid)[0]
    d.same("base", (tree["m_Controller"]["m_FileID"], tree["m_Controller"]["m_PathID"]), (base["file_index"], base["path_id"]))


def check_clip(d, tree, oid):
    row = rows("SELECT * FROM clips WHERE clip_id = ?", oid)[0]
    if tree.get("m_Legacy") is not None:
        d.same("legacy", tree["m_Legacy"], row["is_legacy"])
    got = [tuple(r) for r in rows("SELECT path_hash, attribute_hash, type_id, custom_type, is_pptr_curve FROM clip_bindings WHERE clip_id = ? ORDER BY binding_index", oid)]
    d.same("bindings", [tuple(b) for b in tree["bindings"]], got)
    d.same("events", tree["events"], column("SELECT count(*) FROM clip_events WHERE clip_id = ?", oid)[0])


def check_animator(d, tree, oid):
    row = rows("SELECT * FROM animators WHERE animator_id = ?", oid)[0]
    controller = row["controller_id"] or row["override_controller_id"]
    target = 91 if row["override_controller_id"] is None else 221
    check_pointer(d, "controller", tree["m_Controller"], row["controller_resolution"], controller, oid, target)
    check_pointer(d, "avatar", tree["m_Avatar"], row["avatar_resolution"], row["avatar_id"], oid, 90)


CHECKS = {90: ("avatars", check_avatar), 91: ("controllers", check_controller), 95: ("animators", check_animator),
          221: ("override_controllers", check_override), 74: ("clips", check_clip)}
agree = disagree = 0
for line in gzip.open(readings, "rt"):
    reading = json.loads(line)
    if reading["class"] in ("SerializedFile", "Error"):
        continue
    if reading["class_id"] == 91 and "m_Controller" not in reading["tree"]:
        continue
    oid = find_object(reading)
    differ = Differ()
    if oid is None:
        differ.found.append(("object", reading["path_id"], None))
    else:
        CHECKS[reading["class_id"]][1](differ, reading["tree"], oid)
    agree += not differ.found
    disagree += bool(differ.found)
    for what, want, got in differ.found[:5]:
        shown[what] += 1
        if shown[what] <= 3:
            print(f"{reading['path']} [{reading.get('node')}] {reading['path_id']} {reading['class']} {what}: reading {str(want)[:150]} corpus {str(got)[:150]}")
print(f"{agree} objects agree, {disagree} disagree")
sys.exit(0 if disagree == 0 and agree > 0 else 1)
