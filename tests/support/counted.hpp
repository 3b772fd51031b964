// Counted, CountedToo: components that keep the books of their own lives.
//
//   ledger.constructed, ledger.destroyed     must be equal in the end
//   ledger.living                            where objects live now: a row moved bytewise is not among them
//   ledger.faults                            what must never happen: a self-move, a second destruction, the use of the dead
//   ledger.copies_left                       the copy after this many throws CopyFailed
//
// CountedLives is the fixture that opens a new ledger and closes it with these checks.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <limits>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace ecsbench::tests {

struct CopyFailed : std::runtime_error {
  CopyFailed() : std::runtime_error{"this copy was told to fail"} {}
};

struct Ledger {
  static constexpr std::size_t kNever = std::numeric_limits<std::size_t>::max();

  std::size_t constructed = 0;
  std::size_t destroyed = 0;
  std::size_t copied = 0;
  std::size_t copies_left = kNever;
  std::map<const void*, const int*> living;  // each living object and its number
  std::vector<std::string> faults;

  [[nodiscard]] std::multiset<int> living_values() const;
};
inline Ledger ledger;
inline constexpr int kMovedFrom = -77;

template <int kKind>
class CountedKind {
 public:
  CountedKind() { begin(); }
  explicit CountedKind(int number) : value_{number} { begin(); }
  CountedKind(const CountedKind& other) : value_{other.read_alive("copied")} {
    count_copy();
    begin();
  }
  CountedKind(CountedKind&& other) noexcept : value_{other.take(*this)} { begin(); }
  CountedKind& operator=(const CountedKind& other) {
    count_copy();
    value_ = other.read_alive("copy-assigned");
    return *this;
  }
  CountedKind& operator=(CountedKind&& other) noexcept {
    value_ = other.take(*this);
    return *this;
  }
  ~CountedKind() {
    ++ledger.destroyed;
    if (ledger.living.erase(this) == 0) fault("destroyed where no object lives");
  }

  [[nodiscard]] int read() const { return read_alive("read"); }

 private:
  static void fault(const std::string& what) { ledger.faults.push_back(what); }
  static void count_copy() {
    if (ledger.copies_left == 0) throw CopyFailed{};
    if (ledger.copies_left != Ledger::kNever) --ledger.copies_left;
    ++ledger.copied;
  }
  void begin() {
    ++ledger.constructed;
    if (!ledger.living.emplace(this, &value_).second) fault("constructed over a living object");
  }
  [[nodiscard]] int read_alive(const char* how) const {
    if (!ledger.living.contains(this)) fault(std::string{how} + " where no object lives");
    return value_;
  }
  [[nodiscard]] int take(const CountedKind& taker) {
    if (this == &taker) fault("moved onto itself");
    return std::exchange(value_, (static_cast<void>(read_alive("moved")), kMovedFrom));
  }

  int value_ = 0;
};
using Counted = CountedKind<0>;
using CountedToo = CountedKind<1>;

// The numbers of the objects that live now; what is left of moved ones does not count.
inline std::multiset<int> Ledger::living_values() const {
  std::multiset<int> values;
  for (const auto& [object, number] : living) {
    if (*number != kMovedFrom) values.insert(*number);
  }
  return values;
}

class CountedLives : public ::testing::Test {
 protected:
  CountedLives() { ledger = Ledger{}; }
  ~CountedLives() override {
    EXPECT_EQ(ledger.constructed, ledger.destroyed);
    EXPECT_TRUE(ledger.living.empty()) << ledger.living.size() << " objects were never destroyed";
    for (const std::string& fault : ledger.faults) ADD_FAILURE() << "a component was " << fault;
  }
};

}  // namespace ecsbench::tests
