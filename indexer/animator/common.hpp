// Structs that several classes share. Field names and meanings: data-model.md 2; bytes: formats.md 5.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "indexer/layouts/record.hpp"

namespace mecadex::animator {

/// A reference: file_id 0 is this file, n is externals[n-1]; path_id 0 in file 0 is null.
struct PPtr {
  std::int32_t file_id = 0;
  std::int64_t path_id = 0;

  bool is_null() const { return file_id == 0 && path_id == 0; }
  bool operator==(const PPtr&) const = default;
};

struct Float3 {
  float x = 0, y = 0, z = 0;
  bool operator==(const Float3&) const = default;
};

/// Also a quaternion, x y z w.
struct Float4 {
  float x = 0, y = 0, z = 0, w = 0;
  bool operator==(const Float4&) const = default;
};

/// xform: translation, rotation, scale. Before 5.4 t and s hold a fourth float, which means nothing.
struct Xform {
  Float3 t;
  Float4 q;
  Float3 s;
  bool operator==(const Xform&) const = default;
};

/// An entry of a name table (m_TOS): CRC-32 -> text.
struct NameEntry {
  std::uint32_t hash = 0;
  std::string text;
  bool operator==(const NameEntry&) const = default;
};

const layouts::Record& pptr_record();
const layouts::Record& float3_record();
const layouts::Record& float4_record();
const layouts::Record& xform_record();
const layouts::Record& name_entry_record();

}  // namespace mecadex::animator
