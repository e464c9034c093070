#!/usr/bin/env python3
"""Writes data/*.layout and data/versions.list from layouts.json.

    generate_layouts.py LAYOUTS_JSON [OUTPUT_FOLDER]

layouts.json holds each distinct release type tree of a class and the ranges of versions that have it. A
class file holds the same trees cut into their distinct subtrees, a line each, so that a field that a new
Unity version adds changes a few lines, then the layouts, then the runs: from which version on a layout
holds. Ranges are inclusive in the order of `versions`; a version without any class (an empty dump) is
left out of versions.list and ends no run.

Kept of a node: type, name, byte size, array flag and the align bit (0x4000) of its meta flag. Trees
that differ in other meta bits only are one layout. The same input gives the same bytes.
"""

import json
import os
import re
import sys

ALIGN = 0x4000
LEVEL, TYPE, NAME, BYTE_SIZE, IS_ARRAY, META_FLAG = range(6)

HEADER = """\
# {name} (class {class_id}): its release layouts and the Unity versions that have them.{extra}
# Written by generate_layouts.py from layouts.json; run it again rather than edit this file.
#
#   N | type | bytes | flags | name:N ...   a distinct subtree: its children by name (bytes -1: varies)
#   layout N | name:N                       a distinct tree: its root
#   version -> layout N                     from this version on
"""

EXTRA = {"PlayerSettings": "\n# The trees stop after productName: what follows is not read."}


def subtree_key(tree, position, subtrees):
    """The number of the subtree at `position` and the position after it; new subtrees are appended."""
    node = tree[position]
    children = []
    after = position + 1
    while after < len(tree) and tree[after][LEVEL] > node[LEVEL]:
        name = tree[after][NAME]
        number, after = subtree_key(tree, after, subtrees)
        children.append((name, number))
    flags = []
    if node[IS_ARRAY]:
        flags.append("array")
    if node[META_FLAG] & ALIGN:
        flags.append("align")
    key = (node[TYPE], node[BYTE_SIZE], " ".join(flags), tuple(children))
    return subtrees.setdefault(key, len(subtrees)), after


def check_text(tree):
    """The text form separates by '|', ':' and spaces: types may hold spaces, names nothing of these."""
    for node in tree:
        if re.search(r"[|\n]", node[TYPE]) or re.search(r"[|:\s]", node[NAME]):
            raise SystemExit(f"cannot write the node {node}")


def intervals(entries, order):
    """(first version index, last version index, entry), oldest first."""
    spans = [(order[first], order[last], entry) for entry in entries for first, last in entry["ranges"]]
    return sorted(spans, key=lambda span: span[0])


def class_text(name, class_id, entries, versions, known):
    order = {version: index for index, version in enumerate(versions)}
    subtrees, roots, runs = {}, {}, []
    expected = None
    for first, last, entry in intervals(entries, order):
        if expected is not None and any(versions[i] in known for i in range(expected, first)):
            raise SystemExit(f"{name} is missing between {versions[expected]} and {versions[first]}")
        expected = last + 1
        check_text(entry["tree"])
        number, _ = subtree_key(entry["tree"], 0, subtrees)
        layout = roots.setdefault((entry["tree"][0][NAME], number), len(roots))
        if not runs or runs[-1][1] != layout:
            runs.append((versions[first], layout))
    if expected != len(versions):
        raise SystemExit(f"{name} ends at {versions[expected - 1]}")
    header = HEADER.format(name=name, class_id=class_id, extra=EXTRA.get(name, ""))
    lines = [header, f"class {class_id} {name}", ""]
    for (type_name, byte_size, flags, children), number in subtrees.items():
        fields = [str(number), type_name, str(byte_size)]
        if flags or children:
            fields.append(flags or "-")
        if children:
            fields.append(" ".join(f"{child}:{child_number}" for child, child_number in children))
        lines.append(" | ".join(fields))
    lines.append("")
    lines += [f"layout {number} | {root}:{subtree}" for (root, subtree), number in roots.items()]
    lines.append("")
    lines += [f"{version} -> layout {layout}" for version, layout in runs]
    return "\n".join(lines) + "\n"


def known_versions(document):
    """The versions that have a tree of any class."""
    order = {version: index for index, version in enumerate(document["versions"])}
    known = set()
    for entries in document["layouts"].values():
        for first, last, _ in intervals(entries, order):
            known.update(document["versions"][first : last + 1])
    return known


def versions_text(versions, known):
    lines = [
        "# The Unity versions whose release layouts are known, oldest first, a line for each major.minor.",
        "# Written by generate_layouts.py from layouts.json; run it again rather than edit this file.",
    ]
    stream = None
    for version in versions:
        if version not in known:
            continue
        if version.split(".")[:2] != stream:
            stream = version.split(".")[:2]
            lines.append(version)
        else:
            lines[-1] += " " + version
    return "\n".join(lines) + "\n"


def write(folder, name, text):
    with open(os.path.join(folder, name), "w", encoding="utf-8", newline="\n") as file:
        file.write(text)


def main(arguments):
    if len(arguments) not in (2, 3):
        raise SystemExit(__doc__)
    here = os.path.dirname(os.path.abspath(__file__))
    folder = arguments[2] if len(arguments) == 3 else os.path.join(here, "data")
    with open(arguments[1], encoding="utf-8") as file:
        document = json.load(file)
    versions = document["versions"]
    known = known_versions(document)
    for name, entries in document["layouts"].items():
        text = class_text(name, document["class_ids"][name], entries, versions, known)
        write(folder, name + ".layout", text)
    write(folder, "versions.list", versions_text(versions, known))


if __name__ == "__main__":
    main(sys.argv)
