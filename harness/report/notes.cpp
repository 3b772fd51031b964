#include "harness/report/notes.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "harness/report/text.hpp"

namespace ecsbench {
namespace {

// "¹²" for the twelfth.
std::string mark(std::size_t place) {
  constexpr std::array<std::string_view, 10> kDigits = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text;
  for (std::size_t number = place + 1; number > 0; number /= 10) text.insert(0, kDigits[number % 10]);
  return text;
}

}  // namespace

Cell Notes::missing(std::string reason) {
  return {"n/a" + mark_of(std::move(reason)), Tone::kFaint};
}

std::string Notes::mark_of(std::string reason) {
  const auto known = std::find(reasons_.begin(), reasons_.end(), reason);
  const std::size_t place = static_cast<std::size_t>(known - reasons_.begin());
  if (known == reasons_.end()) reasons_.push_back(std::move(reason));
  return mark(place);
}

std::string Notes::text(std::size_t width, bool colour) const {
  std::string text;
  for (std::size_t place = 0; place < reasons_.size(); ++place) {
    const std::string line = "  " + mark(place) + " " + reasons_[place];
    text += "  " + paint(wrap(line, width - 2, 4), Tone::kFaint, colour) + '\n';
  }
  return text;
}

}  // namespace ecsbench
