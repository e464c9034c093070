#include "tests/support/container_writer.hpp"

#include <brotli/encode.h>
#include <fmt/format.h>
#include <lz4.h>
#include <lz4hc.h>
#include <lzma.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace mecadex::testing {
namespace {

constexpr std::string_view kGzipMarker = "UnityWeb Compressed Content (gzip)";
constexpr std::string_view kBrotliMarker = "UnityWeb Compressed Content (brotli)";

void require(bool condition, const char* what) {
  if (!condition) throw std::runtime_error(what);
}

// Appends numbers in one byte order.
class Writer {
 public:
  explicit Writer(bool is_big) : is_big_(is_big) {}
  Writer& number(std::uint64_t value, unsigned bytes) {
    for (unsigned i = 0; i < bytes; ++i) {
      out_.push_back(static_cast<std::byte>(value >> (8 * (is_big_ ? bytes - 1 - i : i))));
    }
    return *this;
  }
  Writer& u16(std::uint64_t value) { return number(value, 2); }
  Writer& u32(std::uint64_t value) { return number(value, 4); }
  Writer& u64(std::uint64_t value) { return number(value, 8); }
  Writer& text(std::string_view value) { return bytes(std::as_bytes(std::span(value))); }
  Writer& cstr(std::string_view value) { return text(value).number(0, 1); }
  Writer& bytes(std::span<const std::byte> value) {
    out_.insert(out_.end(), value.begin(), value.end());
    return *this;
  }
  Writer& align(std::size_t alignment) {
    while (out_.size() % alignment != 0) out_.push_back(std::byte{0});
    return *this;
  }
  std::size_t size() const { return out_.size(); }
  Bytes take() { return std::move(out_); }

 private:
  bool is_big_;
  Bytes out_;
};

Bytes concatenate(const std::vector<NamedFile>& files) {
  Bytes all;
  for (const NamedFile& file : files) all.insert(all.end(), file.data.begin(), file.data.end());
  return all;
}

Bytes encode(BlockCodec codec, std::span<const std::byte> data) {
  switch (codec) {
    case BlockCodec::none:
      return {data.begin(), data.end()};
    case BlockCodec::lzma:
      return make_lzma(data);
    case BlockCodec::lz4:
      return make_lz4(data, false);
    case BlockCodec::lz4hc:
      return make_lz4(data, true);
  }
  throw std::logic_error("codec");
}

struct Blocks {
  std::vector<RawBlock> table;
  Bytes data;
};

Blocks cut_blocks(std::span<const std::byte> all, const UnityFsOptions& options) {
  Blocks blocks;
  const std::size_t step = options.block_size == 0 ? all.size() : options.block_size;
  while (!all.empty()) {
    const auto piece = all.first(std::min(step, all.size()));
    all = all.subspan(piece.size());
    const Bytes packed = encode(options.codec, piece);
    const auto flags = static_cast<std::uint16_t>(static_cast<unsigned>(options.codec) |
                                                  options.extra_block_flags);
    blocks.table.push_back({static_cast<std::uint32_t>(piece.size()),
                            static_cast<std::uint32_t>(packed.size()), flags});
    blocks.data.insert(blocks.data.end(), packed.begin(), packed.end());
  }
  return blocks;
}

Bytes write_info(const std::vector<RawBlock>& blocks, const std::vector<RawNode>& nodes,
                 const Bytes& trailing) {
  Writer info(true);
  info.u64(0).u64(0).u32(blocks.size());
  for (const RawBlock& block : blocks) {
    info.u32(block.uncompressed).u32(block.compressed).u16(block.flags);
  }
  info.u32(nodes.size());
  for (const RawNode& node : nodes) {
    info.u64(node.offset).u64(node.size).u32(node.flags).cstr(node.path);
  }
  return info.bytes(trailing).take();
}

Bytes deflate_data(std::span<const std::byte> data, int window_bits, gz_header* header) {
  z_stream stream{};
  require(deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, window_bits, 8,
                       Z_DEFAULT_STRATEGY) == Z_OK,
          "deflateInit2");
  if (header != nullptr) deflateSetHeader(&stream, header);
  Bytes in(data.begin(), data.end());
  in.push_back({});  // so that there is an address
  Bytes out(deflateBound(&stream, static_cast<uLong>(data.size())) + 256);
  stream.next_in = reinterpret_cast<Bytef*>(in.data());
  stream.avail_in = static_cast<uInt>(data.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int result = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  require(result == Z_STREAM_END, "deflate");
  return out;
}

void brotli_step(BrotliEncoderState* state, BrotliEncoderOperation operation,
                 std::span<const std::byte> data, Bytes& out) {
  std::array<std::uint8_t, 4096> room{};
  std::size_t in_left = data.size();
  const auto* next_in = reinterpret_cast<const std::uint8_t*>(data.data());
  do {
    std::size_t out_left = room.size();
    std::uint8_t* next_out = room.data();
    require(BrotliEncoderCompressStream(state, operation, &in_left, &next_in, &out_left, &next_out,
                                        nullptr) != BROTLI_FALSE,
            "brotli");
    for (std::size_t i = 0; i < room.size() - out_left; ++i) {
      out.push_back(static_cast<std::byte>(room[i]));
    }
  } while (in_left > 0 || BrotliEncoderHasMoreOutput(state) != BROTLI_FALSE);
}

}  // namespace

Bytes to_bytes(std::string_view text) {
  const auto raw = std::as_bytes(std::span(text));
  return {raw.begin(), raw.end()};
}

Bytes join(std::span<const std::byte> front, std::span<const std::byte> back) {
  Bytes all(front.begin(), front.end());
  all.insert(all.end(), back.begin(), back.end());
  return all;
}

Bytes make_filler(std::size_t n, std::uint32_t seed) {
  Bytes filler(n);
  std::uint32_t state = seed * 2'654'435'761U + 1;
  for (std::size_t i = 0; i < n; ++i) {
    state = state * 1'664'525U + 1'013'904'223U;
    filler[i] = i % 64 < 40 ? std::byte{0x20} : static_cast<std::byte>(state >> 24U);
  }
  return filler;
}

std::vector<NamedFile> make_split_parts(const NamedFile& file, std::size_t part_size) {
  std::vector<NamedFile> parts;
  std::span<const std::byte> rest(file.data);
  while (!rest.empty() || parts.empty()) {
    const auto piece = rest.first(std::min(part_size, rest.size()));
    rest = rest.subspan(piece.size());
    parts.push_back(
        {file.path + ".split" + std::to_string(parts.size()), {piece.begin(), piece.end()}});
  }
  return parts;
}

Bytes make_unityfs(const std::vector<NamedFile>& files, const UnityFsOptions& options) {
  const Blocks blocks = cut_blocks(concatenate(files), options);
  std::vector<RawNode> nodes;
  std::uint64_t offset = 0;
  for (const NamedFile& file : files) {
    nodes.push_back({offset, file.data.size(), file.flags, file.path});
    offset += file.data.size();
  }
  return make_raw_unityfs(blocks.table, nodes, blocks.data, options);
}

Bytes make_raw_unityfs(const std::vector<RawBlock>& blocks, const std::vector<RawNode>& nodes,
                       std::span<const std::byte> data, const UnityFsOptions& options) {
  const Bytes info = write_info(blocks, nodes, options.info_trailing);
  const Bytes packed = encode(options.info_codec, info);
  const std::uint32_t flags = static_cast<unsigned>(options.info_codec) | 0x40U |
                              (options.info_at_end ? 0x80U : 0U) |
                              (options.is_padded_after_info ? 0x200U : 0U) | options.extra_flags;
  const auto write = [&](std::uint64_t size) {
    Writer out(true);
    out.cstr(options.signature).u32(options.version).cstr("5.x.x").cstr(options.engine_version);
    out.u64(size).u32(packed.size()).u32(info.size()).u32(flags);
    if (options.signature != "UnityFS") out.number(0, 1);
    if (options.is_header_padded.value_or(options.version >= 7)) out.align(16);
    if (!options.info_at_end) out.bytes(packed);
    if (options.is_padded_after_info) out.align(16);
    out.bytes(data);
    if (options.info_at_end) out.bytes(packed);
    return out.take();
  };
  const std::uint64_t size = write(0).size();
  return join(write(size + static_cast<std::uint64_t>(options.size_change)), options.trailing);
}

Bytes make_unity_web(const std::vector<NamedFile>& files, const WebOptions& options) {
  Writer payload(true);
  std::uint64_t directory = 4;
  for (const NamedFile& file : files) directory += file.path.size() + 1 + 8;
  directory = (directory + 3) / 4 * 4;
  payload.u32(files.size());
  std::uint64_t offset = directory;
  for (const NamedFile& file : files) {
    payload.cstr(file.path).u32(offset).u32(file.data.size());
    offset += file.data.size();
  }
  const Bytes all = payload.align(4).bytes(concatenate(files)).take();

  Writer packed(false);
  if (options.is_compressed) {
    const Bytes raw = make_lzma(all);
    packed.bytes(std::span(raw).first(5));
    packed.u64(options.is_size_unknown ? UINT64_MAX : all.size());
    packed.bytes(std::span(raw).subspan(5));
  } else {
    packed.bytes(all);
  }
  const Bytes data = packed.take();
  const auto write = [&](std::uint64_t header_size) {
    Writer out(true);
    out.cstr(options.is_compressed ? "UnityWeb" : "UnityRaw").u32(options.version);
    out.cstr("3.x.x").cstr(options.engine_version);
    if (options.version >= 4) out.u64(0).u64(0).u32(0);
    out.u32(header_size + data.size()).u32(header_size).u32(1).u32(options.levels);
    for (std::uint32_t i = 1; i <= options.levels; ++i) {  // totals up to and with each level
      out.u32(data.size() * i / options.levels).u32(all.size() * i / options.levels);
    }
    if (options.version >= 2) out.u32(header_size + data.size());
    if (options.version >= 3) out.u32(directory);
    return out.number(0, 1).align(4).take();
  };
  return join(write(write(0).size()), data);
}

Bytes make_web_data(const std::vector<NamedFile>& files, std::string_view signature) {
  std::uint64_t offset = signature.size() + 1 + 4;
  for (const NamedFile& file : files) offset += 12 + file.path.size();
  Writer out(false);
  out.cstr(signature).u32(offset);
  for (const NamedFile& file : files) {
    out.u32(offset).u32(file.data.size()).u32(file.path.size()).text(file.path);
    offset += file.data.size();
  }
  return out.bytes(concatenate(files)).take();
}

Bytes make_gzip(std::span<const std::byte> data, bool marker) {
  if (!marker) return deflate_data(data, MAX_WBITS + 16, nullptr);
  std::string name = "WebGL.data.unityweb";
  std::string comment(kGzipMarker);
  gz_header header{};
  header.name = reinterpret_cast<Bytef*>(name.data());
  header.comment = reinterpret_cast<Bytef*>(comment.data());
  return deflate_data(data, MAX_WBITS + 16, &header);
}

Bytes make_brotli(std::span<const std::byte> data, bool marker) {
  BrotliEncoderState* state = BrotliEncoderCreateInstance(nullptr, nullptr, nullptr);
  require(state != nullptr, "brotli");
  BrotliEncoderSetParameter(state, BROTLI_PARAM_LGWIN, 22);
  BrotliEncoderSetParameter(state, BROTLI_PARAM_QUALITY, 9);
  Bytes out;
  if (marker) {
    brotli_step(state, BROTLI_OPERATION_EMIT_METADATA, std::as_bytes(std::span(kBrotliMarker)),
                out);
  }
  brotli_step(state, BROTLI_OPERATION_FINISH, data, out);
  BrotliEncoderDestroyInstance(state);
  return out;
}

Bytes make_lzma(std::span<const std::byte> data) {
  lzma_options_lzma options{};
  require(!lzma_lzma_preset(&options, 1), "lzma preset");
  options.dict_size = 0x80000;
  options.ext_flags = 0;  // no end marker, as Unity writes it
  std::array<lzma_filter, 2> filters{
      {{LZMA_FILTER_LZMA1EXT, &options}, {LZMA_VLI_UNKNOWN, nullptr}}};
  Bytes out(data.size() + data.size() / 3 + 1024);
  std::size_t used = 0;
  require(lzma_raw_buffer_encode(filters.data(), nullptr,
                                 reinterpret_cast<const std::uint8_t*>(data.data()), data.size(),
                                 reinterpret_cast<std::uint8_t*>(out.data()), &used,
                                 out.size()) == LZMA_OK,
          "lzma");
  out.resize(used);
  Writer head(false);
  head.number((options.pb * 5 + options.lp) * 9 + options.lc, 1).u32(options.dict_size);
  return join(head.take(), out);
}

Bytes make_lz4(std::span<const std::byte> data, bool high_compression) {
  const int n = static_cast<int>(data.size());
  Bytes out(static_cast<std::size_t>(LZ4_compressBound(n)));
  const auto* in = reinterpret_cast<const char*>(data.data());
  auto* to = reinterpret_cast<char*>(out.data());
  const int room = static_cast<int>(out.size());
  const int used = high_compression ? LZ4_compress_HC(in, to, n, room, LZ4HC_CLEVEL_DEFAULT)
                                    : LZ4_compress_default(in, to, n, room);
  require(used > 0, "lz4");
  out.resize(static_cast<std::size_t>(used));
  return out;
}

Bytes make_zip(const std::vector<NamedFile>& files, const ZipOptions& options) {
  constexpr std::uint64_t kAllOnes = 0xFFFFFFFF;
  const std::uint16_t method =
      options.method.value_or(static_cast<std::uint16_t>(options.is_deflated ? 8 : 0));
  const std::uint64_t flags =
      (options.is_encrypted ? 1U : 0U) | (options.has_data_descriptor ? 8U : 0U);
  Writer out(false);
  Writer directory(false);
  for (const NamedFile& file : files) {
    const Bytes data =
        options.is_deflated ? deflate_data(file.data, -MAX_WBITS, nullptr) : file.data;
    const std::uint64_t crc = crc32(0, reinterpret_cast<const Bytef*>(file.data.data()),
                                    static_cast<uInt>(file.data.size()));
    const bool hides = options.has_data_descriptor;
    const std::uint64_t at = out.size();
    out.u32(0x04034B50).u16(20).u16(flags).u16(method).u32(0).u32(hides ? 0 : crc);
    out.u32(hides ? 0 : data.size()).u32(hides ? 0 : file.data.size());
    out.u16(file.path.size()).u16(0).text(file.path).bytes(data);
    if (hides) out.u32(0x08074B50).u32(crc).u32(data.size()).u32(file.data.size());

    const bool large = options.is_zip64;
    directory.u32(0x02014B50).u16(20).u16(20).u16(flags).u16(method).u32(0).u32(crc);
    directory.u32(large ? kAllOnes : data.size()).u32(large ? kAllOnes : file.data.size());
    directory.u16(file.path.size()).u16(large ? 28 : 0).u16(0).u16(0).u16(0).u32(0);
    directory.u32(large ? kAllOnes : at).text(file.path);
    if (large) directory.u16(1).u16(24).u64(file.data.size()).u64(data.size()).u64(at);
  }
  const std::uint64_t directory_at = out.size();
  const Bytes entries = directory.take();
  out.bytes(entries);
  if (options.is_zip64) {
    const std::uint64_t end64 = out.size();
    out.u32(0x06064B50).u64(44).u16(45).u16(45).u32(0).u32(0);
    out.u64(files.size()).u64(files.size()).u64(entries.size()).u64(directory_at);
    out.u32(0x07064B50).u32(0).u64(end64).u32(1);
  }
  const std::uint64_t count = options.is_zip64 ? 0xFFFF : options.count.value_or(files.size());
  out.u32(0x06054B50).u16(0).u16(0).u16(count).u16(count);
  out.u32(options.is_zip64 ? kAllOnes : entries.size());
  out.u32(options.is_zip64 ? kAllOnes : directory_at);
  return out.u16(options.comment.size()).text(options.comment).take();
}

namespace {

constexpr std::size_t kTarBlock = 512;

void put_octal(Bytes& header, std::size_t at, std::size_t digits, std::uint64_t value) {
  const std::string text = fmt::format("{:0{}o}", value, digits);
  for (std::size_t i = 0; i < digits; ++i) header[at + i] = static_cast<std::byte>(text[i]);
}

void put_text(Bytes& header, std::size_t at, std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) header[at + i] = static_cast<std::byte>(text[i]);
}

// A header and its padded data.
void add_tar_entry(Bytes& out, char type, std::string_view path, std::string_view prefix, const Bytes& data, TarForm form) {
  Bytes header(kTarBlock);
  put_text(header, 0, path.substr(0, 100));
  put_octal(header, 100, 7, 0644);
  put_octal(header, 124, 11, data.size());
  header[156] = static_cast<std::byte>(type);
  using namespace std::string_view_literals;
  if (form == TarForm::gnu) put_text(header, 257, "ustar  \0"sv);
  if (form == TarForm::posix || form == TarForm::pax) put_text(header, 257, "ustar\00000"sv);
  put_text(header, 345, prefix);
  put_text(header, 148, "        ");
  std::uint64_t sum = 0;
  for (const std::byte b : header) sum += std::to_integer<std::uint64_t>(b);
  put_octal(header, 148, 6, sum);
  header[154] = std::byte{0};
  out.insert(out.end(), header.begin(), header.end());
  out.insert(out.end(), data.begin(), data.end());
  out.resize((out.size() + kTarBlock - 1) / kTarBlock * kTarBlock);
}

std::string pax_record(const std::string& text) {
  std::size_t length = text.size() + 2;
  while (length != std::to_string(length).size() + 1 + text.size() + 1) ++length;
  return std::to_string(length) + " " + text + "\n";
}

}  // namespace

Bytes make_tar(const std::vector<NamedFile>& files, TarForm form) {
  Bytes out;
  for (const NamedFile& file : files) {
    std::string path = file.path;
    std::string prefix;
    const bool is_folder = path.ends_with('/');
    if (path.size() > 100 && form == TarForm::posix) {
      const std::size_t slash = path.find('/', path.size() - 100);
      prefix = path.substr(0, slash);
      path = path.substr(slash + 1);
    } else if (path.size() > 100 && form == TarForm::gnu) {
      add_tar_entry(out, 'L', "././@LongLink", "", to_bytes(path + std::string(1, '\0')), form);
    } else if (form == TarForm::pax) {
      add_tar_entry(out, 'x', "PaxHeaders/x", "", to_bytes(pax_record("mtime=1.5") + pax_record("path=" + path)), form);
      path = "shortened";
    }
    const char type = is_folder ? '5' : form == TarForm::oldest ? '\0' : '0';
    add_tar_entry(out, type, path, prefix, file.data, form);
  }
  out.resize(out.size() + 2 * kTarBlock);
  return out;
}

}  // namespace mecadex::testing
