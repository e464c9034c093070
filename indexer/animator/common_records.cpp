#include "indexer/animator/common.hpp"

namespace mecadex::animator {

using layouts::field;
using layouts::Record;

const Record& pptr_record() {
  static const Record record{"PPtr", {field<&PPtr::file_id>("m_FileID"), field<&PPtr::path_id>("m_PathID")}};
  return record;
}

const Record& float3_record() {
  static const Record record{"float3", {field<&Float3::x>("x"), field<&Float3::y>("y"), field<&Float3::z>("z")}};
  return record;
}

const Record& float4_record() {
  static const Record record{
      "float4",
      {field<&Float4::x>("x"), field<&Float4::y>("y"), field<&Float4::z>("z"), field<&Float4::w>("w")}};
  return record;
}

const Record& xform_record() {
  static const Record record{"xform",
                             {field<&Xform::t>("t", float3_record()), field<&Xform::q>("q", float4_record()),
                              field<&Xform::s>("s", float3_record())}};
  return record;
}

const Record& name_entry_record() {
  static const Record record{"pair", {field<&NameEntry::hash>("first"), field<&NameEntry::text>("second")}};
  return record;
}

}  // namespace mecadex::animator
