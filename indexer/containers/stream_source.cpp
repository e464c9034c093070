#include "indexer/containers/stream_source.hpp"

#include <algorithm>
#include <array>

#include "indexer/bytes/checked.hpp"
#include "indexer/bytes/limits.hpp"

namespace mecadex::containers {
namespace {

using bytes::FindingCode;
using bytes::ParseError;

constexpr std::uint64_t kInputChunk = 64 * bytes::kKiB;
constexpr std::uint64_t kOutputChunk = 64 * bytes::kKiB;
// Small reads in a row shall not mean tiny steps of the decoder.
constexpr std::uint64_t kLeastStep = 4 * bytes::kKiB;
// Input that may expand freely before the ratio is judged.
constexpr std::uint64_t kRatioSlack = 1 * bytes::kKiB;

}  // namespace

StreamSource::StreamSource(StreamInput input, std::unique_ptr<StreamDecoder> decoder,
                           std::optional<std::uint64_t> declared,
                           std::shared_ptr<DecodeBudget> budget)
    : input_(std::move(input)),
      decoder_(std::move(decoder)),
      codec_(decoder_->name()),
      declared_(declared),
      budget_(std::move(budget)),
      spool_(budget_->spool_folder()) {}

std::uint64_t StreamSource::size() {
  if (declared_) return *declared_;
  decode_to(UINT64_MAX);
  if (end_ != End::done) throw_end(spool_.size(), 1);
  return spool_.size();
}

bool StreamSource::readable(std::uint64_t offset, std::uint64_t n) {
  if (declared_) return bytes::in_range(offset, n, *declared_);
  const auto end = bytes::checked_add(offset, n);
  if (!end) return false;
  decode_to(*end);
  if (*end <= spool_.size()) return true;
  if (end_ != End::done) throw_end(offset, n);
  return false;
}

std::uint64_t StreamSource::available(std::uint64_t wanted) {
  if (declared_) return std::min(wanted, *declared_);
  decode_to(wanted);
  return std::min(wanted, spool_.size());
}

void StreamSource::read_at(std::uint64_t offset, std::span<std::byte> out) {
  require(offset, out.size());
  spool_.read_at(offset, out);
}

std::span<const std::byte> StreamSource::view(std::uint64_t offset, std::size_t n,
                                              std::vector<std::byte>& scratch) {
  require(offset, n);
  return spool_.view(offset, n, scratch);
}

// Decodes [offset, offset + n) or throws.
void StreamSource::require(std::uint64_t offset, std::uint64_t n) {
  const auto end = bytes::checked_add(offset, n);
  if (!end || (declared_ && *end > *declared_)) throw_end(offset, n);
  decode_to(*end);
  if (*end > spool_.size()) throw_end(offset, n);
  if (end_ == End::too_long && *end == *declared_) throw_end(offset, n);
}

// Decodes until `target` bytes are there or the stream ends, in whichever way.
void StreamSource::decode_to(std::uint64_t target) {
  if (target <= spool_.size() || end_ != End::open) return;
  target = bytes::checked_add(target, kLeastStep - 1).value_or(target) / kLeastStep * kLeastStep;
  if (declared_) target = std::min(target, *declared_);
  decode_steps(target);
  if (declared_ && spool_.size() == *declared_) check_end();
  if (end_ != End::open) decoder_.reset();
}

void StreamSource::decode_steps(std::uint64_t target) {
  std::span<const std::byte> in = next_input();
  while (end_ == End::open && spool_.size() < target) {
    const bool is_last = in.empty();
    const DecodeStep step = decode_some(in, target - spool_.size());
    in = in.subspan(step.consumed);
    if (step.state == DecodeState::done) {
      end_ = End::done;
    } else if (step.state == DecodeState::damaged) {
      end_ = End::damaged;
    } else if (step.produced == 0 && step.consumed == 0) {
      end_ = !is_last ? End::damaged : decoder_->may_end() ? End::done : End::cut;
    }
    if (in.empty() && !is_last && end_ == End::open) in = next_input();
  }
}

// The compressed bytes from where the decoder stands; empty at their end.
std::span<const std::byte> StreamSource::next_input() {
  const auto at = bytes::checked_add(input_.offset, consumed_);
  if (!at) return {};
  std::uint64_t n = kInputChunk - *at % kInputChunk;
  if (input_.length) n = std::min(n, *input_.length - consumed_);
  if (n > 0 && !input_.source->readable(*at, n)) {
    const std::uint64_t size = input_.source->size();
    n = *at < size ? std::min(n, size - *at) : 0;
  }
  if (n == 0) return {};
  return input_.source->view(*at, static_cast<std::size_t>(n), scratch_);
}

DecodeStep StreamSource::decode_some(std::span<const std::byte> in, std::uint64_t wanted) {
  check_ratio();
  const auto room = spool_.prepare(static_cast<std::size_t>(std::min(wanted, kOutputChunk)));
  const DecodeStep step = decoder_->step(in, room);
  consumed_ += step.consumed;
  budget_->take(
      step.produced);  // once it throws it always does, so nothing is committed with a gap
  spool_.commit(step.produced);
  return step;
}

void StreamSource::check_ratio() const {
  if (spool_.size() / bytes::kMaxCompressionRatio <= consumed_ + kRatioSlack) return;
  throw ParseError(
      FindingCode::container_limit, input_.offset + consumed_,
      codec_ + " data expands more than " + std::to_string(bytes::kMaxCompressionRatio) + " times");
}

// All declared bytes are there: a codec that marks its end must be at it.
void StreamSource::check_end() {
  if (end_ != End::open) return;
  if (!decoder_->marks_end()) {
    end_ = End::done;
    return;
  }
  end_ = End::too_long;
  std::array<std::byte, 1> beyond{};
  while (true) {
    const auto in = next_input();
    const DecodeStep step = decoder_->step(in, beyond);
    consumed_ += step.consumed;
    if (step.state == DecodeState::done && step.produced == 0) end_ = End::done;
    if (end_ == End::done || step.produced > 0 || step.state != DecodeState::more) return;
    if (step.consumed == 0) {
      if (in.empty() && decoder_->may_end()) end_ = End::done;
      return;
    }
  }
}

void StreamSource::throw_end(std::uint64_t offset, std::uint64_t n) const {
  const std::string at = std::to_string(spool_.size());
  const std::uint64_t input_at = input_.offset + consumed_;
  if (end_ == End::damaged) {
    throw ParseError(FindingCode::container_codec, input_at,
                     codec_ + " data does not decode after " + at + " bytes");
  }
  if (end_ == End::cut) {
    throw ParseError(FindingCode::container_truncated, input_at,
                     codec_ + " data is cut off after " + at + " decoded bytes");
  }
  if (end_ == End::too_long || (end_ == End::done && declared_ && spool_.size() < *declared_)) {
    throw ParseError(
        FindingCode::container_codec, input_at,
        codec_ + " data has not the " + std::to_string(*declared_) + " bytes that are declared");
  }
  throw ParseError(FindingCode::container_truncated, offset,
                   std::to_string(n) + " bytes wanted at " + std::to_string(offset) + " of " +
                       std::to_string(declared_.value_or(spool_.size())));
}

std::uint64_t available(bytes::ByteSource& source, std::uint64_t wanted) {
  if (auto* stream = dynamic_cast<StreamSource*>(&source)) return stream->available(wanted);
  return std::min(wanted, source.size());
}

bool is_open_ended(const bytes::ByteSource& source) {
  const auto* stream = dynamic_cast<const StreamSource*>(&source);
  return stream != nullptr && !stream->has_declared_size();
}

std::vector<std::byte> read_head(bytes::ByteSource& source, std::size_t n) {
  std::vector<std::byte> head(static_cast<std::size_t>(available(source, n)));
  source.read_at(0, head);
  return head;
}

}  // namespace mecadex::containers
