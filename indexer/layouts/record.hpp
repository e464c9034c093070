// Records: which fields of a layout we want, and which member of a C++ struct each one fills.
//
//   const Record& condition_record() {
//     static const Record record{"ConditionConstant", {
//         field<&Condition::mode>("m_ConditionMode"),
//         field<&Condition::parameter_hash>("m_EventID"), ...}};
//     return record;
//   }
//
// A field is named by its path in the layout, dotted ("m_LayerArray", "first.m_StateID"); wrappers that
// carry no bytes (OffsetPtr's `data`) are not written. Alternatives for renamed fields stand side by side:
// "m_SynchronizedLayerCount|m_MotionSetCount". A member of type std::optional is an optional field: a
// layout without it leaves it empty, which becomes SQL NULL. Every other field is required: a layout
// without it gives no plan. Kinds follow from the member's type:
//
//   bool, integers            one integer leaf, range-checked against the member
//   float                     one real leaf; NaN is kept and noted
//   std::string               a string
//   std::vector<number>       an array of leaves
//   RawFloats                 an array of float32 leaves (or of structs of them), kept as bytes
//   struct + Record           a nested struct
//   std::vector<struct> + Record   an array of structs
//
// A record of one field named "" reads the element itself: an array of strings is an array of such records.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "indexer/bytes/reader.hpp"

namespace mecadex::layouts {

/// The kinds of leaf on disk.
enum class Leaf : unsigned char { none, i8, u8, i16, u16, i32, u32, i64, u64, f32, f64 };

constexpr std::size_t leaf_size(Leaf leaf) {
  constexpr std::size_t kSizes[] = {0, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8};
  return kSizes[static_cast<std::size_t>(leaf)];
}
constexpr bool is_real(Leaf leaf) { return leaf == Leaf::f32 || leaf == Leaf::f64; }

inline std::int64_t load_integer(const std::byte* at, Leaf leaf, bytes::Endian endian) {
  using bytes::load;
  switch (leaf) {
    case Leaf::i8: return load<std::int8_t>(at, endian);
    case Leaf::u8: return load<std::uint8_t>(at, endian);
    case Leaf::i16: return load<std::int16_t>(at, endian);
    case Leaf::u16: return load<std::uint16_t>(at, endian);
    case Leaf::i32: return load<std::int32_t>(at, endian);
    case Leaf::u32: return load<std::uint32_t>(at, endian);
    case Leaf::i64: return load<std::int64_t>(at, endian);
    case Leaf::u64: return static_cast<std::int64_t>(load<std::uint64_t>(at, endian));
    default: return 0;
  }
}
inline double load_real(const std::byte* at, Leaf leaf, bytes::Endian endian) {
  return leaf == Leaf::f64 ? bytes::load<double>(at, endian) : static_cast<double>(bytes::load<float>(at, endian));
}

/// float32 values as they stand, little-endian: stored as BLOB parts.
struct RawFloats {
  std::vector<std::byte> data;
  bool operator==(const RawFloats&) const = default;
};

struct Record;

/// What fills one member. Function pointers take the record object and convert the value on disk.
struct Field {
  enum class Kind : unsigned char { integer, real, text, integers, reals, raw_floats, record, records, count };

  std::vector<std::vector<std::string>> paths;  // alternatives, each split at the dots
  Kind kind = Kind::integer;
  bool is_required = true;
  const Record* record = nullptr;                           // record, records
  std::size_t stride = 0;                                   // records: sizeof the element
  bool (*set_integer)(void*, std::int64_t) = nullptr;       // false: out of the member's range
  void (*set_real)(void*, double) = nullptr;
  void (*set_text)(void*, std::string_view) = nullptr;
  void* (*member)(void*) = nullptr;                         // record: the nested object
  void* (*resize)(void*, std::size_t) = nullptr;            // records: the first of n elements
  // arrays of leaves; false: a value is out of range
  bool (*assign)(void*, Leaf, const std::byte*, std::size_t, bytes::Endian) = nullptr;
  bool (*has_nan)(const void*) = nullptr;                   // reals
};

struct Record {
  std::string_view name;      // for messages
  std::vector<Field> fields;
  bool head_only = false;     // what follows the last field is not read (script fields, platform settings)
};

namespace detail {

template <typename T>
struct MemberOf;
template <typename C, typename M>
struct MemberOf<M C::*> {
  using Class = C;
  using Member = M;
};
template <typename T>
struct Unwrap {
  using Type = T;
  static constexpr bool kOptional = false;
};
template <typename T>
struct Unwrap<std::optional<T>> {
  using Type = T;
  static constexpr bool kOptional = true;
};
template <typename T>
inline constexpr bool kIsVector = false;
template <typename T>
inline constexpr bool kIsVector<std::vector<T>> = true;

template <auto M>
auto& member(void* object) {
  return static_cast<typename MemberOf<decltype(M)>::Class*>(object)->*M;
}

template <typename T>
constexpr bool fits(std::int64_t value) {
  if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, std::uint64_t>) {
    return true;
  } else {
    return std::in_range<T>(value);
  }
}

std::vector<std::vector<std::string>> split_paths(std::string_view names);

template <typename T>
bool assign_numbers(std::vector<T>& out, Leaf leaf, const std::byte* at, std::size_t n, bytes::Endian endian) {
  out.resize(n);
  const std::size_t size = leaf_size(leaf);
  bool ok = true;
  for (std::size_t i = 0; i < n; ++i, at += size) {
    if constexpr (std::is_floating_point_v<T>) {
      out[i] = static_cast<T>(load_real(at, leaf, endian));
    } else {
      const std::int64_t value = load_integer(at, leaf, endian);
      ok = ok && fits<T>(value);
      out[i] = static_cast<T>(value);
    }
  }
  return ok;
}

template <typename T>
bool any_nan(const std::vector<T>& values) {
  for (const T value : values) {
    if (value != value) return true;
  }
  return false;
}

}  // namespace detail

/// A field for a number, a text or an array of numbers; see the file's head.
template <auto M>
Field field(std::string_view names) {
  using Declared = typename detail::MemberOf<decltype(M)>::Member;
  using Type = typename detail::Unwrap<Declared>::Type;
  Field f;
  f.paths = detail::split_paths(names);
  f.is_required = !detail::Unwrap<Declared>::kOptional;
  if constexpr (std::is_same_v<Type, std::string>) {
    f.kind = Field::Kind::text;
    f.set_text = [](void* o, std::string_view text) { detail::member<M>(o) = std::string(text); };
  } else if constexpr (std::is_floating_point_v<Type>) {
    f.kind = Field::Kind::real;
    f.set_real = [](void* o, double value) { detail::member<M>(o) = static_cast<Type>(value); };
  } else if constexpr (std::is_integral_v<Type>) {
    f.kind = Field::Kind::integer;
    f.set_integer = [](void* o, std::int64_t value) {
      detail::member<M>(o) = static_cast<Type>(value);
      return detail::fits<Type>(value);
    };
  } else if constexpr (std::is_same_v<Type, RawFloats>) {
    f.kind = Field::Kind::raw_floats;
    f.assign = [](void* o, Leaf, const std::byte* at, std::size_t n, bytes::Endian endian) {
      std::vector<std::byte> data(n * sizeof(float));
      for (std::size_t i = 0; i < n; ++i) {
        const auto bits = bytes::load<std::uint32_t>(at + i * sizeof(float), endian);
        for (std::size_t b = 0; b < 4; ++b) data[i * 4 + b] = static_cast<std::byte>(bits >> (8 * b));
      }
      detail::member<M>(o) = RawFloats{std::move(data)};
      return true;
    };
  } else {
    static_assert(detail::kIsVector<Type>, "a struct member needs its Record");
    using Element = typename Type::value_type;
    f.kind = std::is_floating_point_v<Element> ? Field::Kind::reals : Field::Kind::integers;
    f.assign = [](void* o, Leaf leaf, const std::byte* at, std::size_t n, bytes::Endian endian) {
      Type values;
      const bool ok = detail::assign_numbers(values, leaf, at, n, endian);
      detail::member<M>(o) = std::move(values);
      return ok;
    };
    if constexpr (std::is_floating_point_v<Element>) {
      f.has_nan = [](const void* o) {
        const auto& declared = detail::member<M>(const_cast<void*>(o));
        if constexpr (detail::Unwrap<Declared>::kOptional) {
          return detail::any_nan(*declared);
        } else {
          return detail::any_nan(declared);
        }
      };
    }
  }
  return f;
}

/// A field for a struct or an array of structs, each read by `record`.
template <auto M>
Field field(std::string_view names, const Record& record) {
  using Declared = typename detail::MemberOf<decltype(M)>::Member;
  using Type = typename detail::Unwrap<Declared>::Type;
  Field f;
  f.paths = detail::split_paths(names);
  f.is_required = !detail::Unwrap<Declared>::kOptional;
  f.record = &record;
  if constexpr (detail::kIsVector<Type>) {
    f.kind = Field::Kind::records;
    f.stride = sizeof(typename Type::value_type);
    f.resize = [](void* o, std::size_t n) -> void* {
      if constexpr (detail::Unwrap<Declared>::kOptional) {
        return detail::member<M>(o).emplace(n).data();
      } else {
        detail::member<M>(o).resize(n);
        return detail::member<M>(o).data();
      }
    };
  } else {
    f.kind = Field::Kind::record;
    f.member = [](void* o) -> void* {
      if constexpr (detail::Unwrap<Declared>::kOptional) {
        return &detail::member<M>(o).emplace();
      } else {
        return &detail::member<M>(o);
      }
    };
  }
  return f;
}

/// A field for the number of elements of an array; the elements are stepped over.
template <auto M>
Field count_of(std::string_view names) {
  Field f = field<M>(names);
  f.kind = Field::Kind::count;
  return f;
}

}  // namespace mecadex::layouts
