// StreamOut and StreamIn: the bytes of a snapshot, to and from a standard stream, with the place of what goes wrong.
//
// A snapshot is written to whatever stream it is given, piece by piece: when saving fails, a part of it has been written.
// Who keeps files writes aside and renames.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <istream>
#include <ostream>
#include <string>
#include <string_view>

#include "strategies/snapshot.hpp"
#include "strategies/utf8.hpp"

namespace ecs {

class StreamOut {
 public:
  explicit StreamOut(std::ostream& stream) : stream_{stream} {}

  void write(std::string_view bytes) {
    buffer_ += bytes;
    if (buffer_.size() >= kBuffer) flush();
  }
  // Throws SnapshotError if the stream did not take all.
  void finish() {
    flush();
    stream_.flush();
    require_good();
  }

 private:
  static constexpr std::size_t kBuffer = std::size_t{1} << 14;

  void flush() {
    stream_.write(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
    written_ += buffer_.size();
    buffer_.clear();
    require_good();
  }
  void require_good() const {
    if (stream_.good()) return;
    throw SnapshotError{"snapshot: the stream failed within the first " + std::to_string(written_) +
                        " bytes: is it open, and is there room?"};
  }

  std::ostream& stream_;
  std::string buffer_;
  std::size_t written_ = 0;
};

class StreamIn {
 public:
  explicit StreamIn(std::istream& stream) : bytes_{*stream.rdbuf()} {}

  [[nodiscard]] std::uint8_t byte() {
    const int next = bytes_.sbumpc();
    if (next == kEnd) refuse("the file ends here, in the middle");
    ++read_;
    return static_cast<std::uint8_t>(next);
  }
  // UTF-8 of this many bytes. Grows with what is there, not with what is announced.
  void read_text(std::uint64_t size, std::string& text) {
    text.clear();
    while (text.size() < size) {
      const std::size_t before = text.size();
      const auto piece = static_cast<std::size_t>(std::min<std::uint64_t>(size - before, kPiece));
      text.resize(before + piece);
      const auto got =
          static_cast<std::size_t>(bytes_.sgetn(text.data() + before, static_cast<std::streamsize>(piece)));
      read_ += got;
      if (got != piece) refuse("the file ends here, in the middle of a text");
    }
    if (const std::size_t fault = utf8::first_fault(text); fault != std::string::npos) {
      refuse("a text that ends here is no UTF-8 from its byte " + std::to_string(fault) + " on");
    }
  }
  void require_end() {
    if (bytes_.sgetc() != kEnd) refuse("something follows behind the end");
  }
  [[noreturn]] void refuse(const std::string& why) const {
    throw SnapshotError{"snapshot: byte " + std::to_string(read_) + ": " + why};
  }

 private:
  static constexpr int kEnd = std::char_traits<char>::eof();
  static constexpr std::uint64_t kPiece = std::uint64_t{1} << 16;

  std::streambuf& bytes_;
  std::uint64_t read_ = 0;
};

}  // namespace ecs
