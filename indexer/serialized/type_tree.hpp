// Type trees: how a serialized file describes the classes it holds (formats.md 3.4).
//
// A tree stands in the metadata in one of three forms; which one follows from the file's format
// number and is told by the caller. Stepping over a tree and understanding it are two things: most
// trees of a file belong to classes that nobody asked for.
//
//   recursive        blob              node of a blob, file's endianness
//   cstr type        u32 node count    0  u16 version
//   cstr name        u32 string bytes  2  u8  level, 0 for the root
//   i32 byte size    nodes             3  u8  1 array, 2 managed reference, 4 registry, 8 array of
//   i32 index        string bytes             references, 16 registry frame, 32 shared subtree
//   i32 is array                       4  u32 type   bit 31: offset in the common strings, else in
//   i32 version                        8  u32 name           the tree's own string bytes
//   u32 meta flag                      12 i32 byte size, -1 when it varies
//   i32 child count                    16 u32 index
//   children                           20 u32 meta flag, 0x4000 align after the node
//                                      24 u64 reference type hash, in the wide node only
//
//   sized blob: u32 magic "mhtt" 0x7474686D, u32 tree format, then a blob of wide nodes
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "indexer/bytes/reader.hpp"
#include "indexer/layouts/layout.hpp"

namespace mecadex::serialized {

enum class TreeForm : unsigned char {
  recursive,
  blob,         // nodes of 24 bytes
  wide_blob,    // nodes of 32 bytes
  either_blob,  // one of the two: readers disagree on format 18; the nodes' levels tell
  sized_blob,   // with magic and tree format word
};

/// Moves past a tree that begins at the reader and returns its bytes. Not for sized blobs, whose
/// size is stored before them. Throws ParseError (serialized_*) when the tree's end cannot be
/// found.
std::span<const std::byte> step_over_tree(bytes::Reader& reader, TreeForm form);

/// The layout that `tree` describes. Null when the tree is empty or in a form that is not
/// published: an unknown tree format word, or shared subtrees. Throws ParseError (layout_type_tree)
/// when it is damaged. Equal bytes are parsed once in the life of the program and share one layout.
layouts::LayoutPtr embedded_layout(std::span<const std::byte> tree, TreeForm form,
                                   bytes::Endian endian);

}  // namespace mecadex::serialized
