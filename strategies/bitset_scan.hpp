// BitsetScan: brings the matches of one query from bitmaps and arrays to a sink of view.hpp.
//
//   view<A, const B>(without<C>)     bits of A  AND  bits of B  AND NOT  bits of C, word by word (bitmap_join.hpp)
//
//   all(sink)          a full word, or several in a row, become sink.run; of other words each bit becomes sink.one, or runs
//                      of neighbours if the sink asks for runs
//   part(sink, rows)   all of it, but of these indices only: a part of the line of rows() (split.hpp)
//   along(list, sink)  the same for a list of exactly the matches, kept by somebody else
//
// Cost    O(words of the bitmaps + matches); along a list: O(matches).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <tuple>

#include "strategies/bitmap.hpp"
#include "strategies/bitmap_join.hpp"
#include "strategies/bitset_store.hpp"
#include "strategies/component.hpp"
#include "strategies/entity.hpp"
#include "strategies/entity_pool.hpp"
#include "strategies/index_list.hpp"
#include "strategies/mask.hpp"
#include "strategies/query.hpp"
#include "strategies/split.hpp"

namespace ecs {

template <class Asked, Component... Cs>
class BitsetScan {
  using Bits = Mask<sizeof...(Cs)>;
  using Places = typename Asked::Places;

 public:
  // Every bitmap has room for indices below `room`, a multiple of 64.
  BitsetScan(const EntityPool& pool, std::size_t room, const std::tuple<BitsetStore<Cs>...>& stores, Tick now)
      : pool_{pool}, room_{room}, stores_{stores}, now_{now} {}

  template <class Sink>
  [[gnu::always_inline]] void all(Sink& sink) const {
    const auto one = [&](std::size_t index) { return give_one(sink, index, Places{}); };
    const auto run = [&](std::size_t first, std::size_t n) { return give_run(sink, first, n, Places{}); };
    join().template walk<Sink::kWantsRuns>(run, one);
  }

  [[nodiscard]] std::size_t rows() const { return room_; }
  // REQUIRES: the range begins and ends at a word
  template <class Sink>
  void part(Sink& sink, RowRange range) const {
    const auto one = [&](std::size_t index) { return give_one(sink, index, Places{}); };
    const auto run = [&](std::size_t first, std::size_t n) { return give_run(sink, first, n, Places{}); };
    const WordRange words{range.first / Bitmap::kWordBits, range.last / Bitmap::kWordBits};
    join().template walk<Sink::kWantsRuns>(run, one, words);
  }

  // REQUIRES: the list holds exactly the matches
  template <class Sink>
  [[gnu::always_inline]] void along(const IndexList& list, Sink& sink) const {
    for (std::size_t at = 0; at < list.size;) {
      const std::size_t following = list.following_from(at);
      if (following != 0) {
        if (!give_run(sink, list.indices[at], following, Places{})) return;
        at += following;
        continue;
      }
      const std::size_t end = std::min(at + IndexList::kLine, list.size);
      for (; at < end; ++at) {
        if (!give_one(sink, list.indices[at], Places{})) return;
      }
    }
  }
  // The match at an index, which the caller has found; false to stop.
  template <class Sink>
  [[nodiscard]] bool at(Index index, Sink& sink) const {
    return give_one(sink, index, Places{});
  }

 private:
  template <class C>
  [[nodiscard]] const BitsetStore<C>& store() const {
    return std::get<BitsetStore<C>>(stores_);
  }

  template <class Sink, class... Named>
  [[gnu::always_inline]] bool give_one(Sink& sink, std::size_t index, List<Named...>) const {
    return sink.one([&] { return pool_.handle(static_cast<Index>(index)); }, place_of<Named>(index)...);
  }

  template <class Sink, class... Named>
  [[gnu::always_inline]] bool give_run(Sink& sink, std::size_t first, std::size_t n, List<Named...> places) const {
    if constexpr ((TermTraits<Named>::kRequired && ...)) {
      const auto entity_at = [&](std::size_t i) { return pool_.handle(static_cast<Index>(first + i)); };
      return sink.run(n, entity_at, place_of<Named>(first)...);
    } else {  // an Optional differs from row to row
      for (std::size_t index = first; index < first + n; ++index) {
        if (!give_one(sink, index, places)) return false;
      }
      return true;
    }
  }

  // What a term gets for an entity: the value, or nullptr for an optional one that is absent.
  template <class Term>
  [[nodiscard]] PlaceOf<Term> place_of(std::size_t index) const {
    const BitsetStore<ComponentOf<Term>>& held = store<ComponentOf<Term>>();
    if constexpr (!TermTraits<Term>::kRequired) {
      if (!held.has(static_cast<Index>(index))) return nullptr;
    }
    return TermTraits<Term>::place(held.place(index), held.marks(index), now_);
  }

  [[nodiscard]] auto join() const {
    constexpr std::size_t kRequired = Asked::kRequired.count();
    constexpr std::size_t kExcluded = Asked::kExcluded.count();
    const auto required = bitmaps<kRequired>(Asked::kRequired);
    const auto excluded = bitmaps<kExcluded>(Asked::kExcluded);
    const std::size_t words = room_ / Bitmap::kWordBits;
    if constexpr (kRequired == 0) {  // nothing leads: all that live
      const auto living = [&pool = pool_](std::size_t word) { return pool.living_word(word); };
      return BitmapJoin<kRequired, kExcluded, decltype(living)>{required, excluded, words, living};
    } else {
      return BitmapJoin<kRequired, kExcluded>{required, excluded, words};
    }
  }
  template <std::size_t kMany>
  [[nodiscard]] std::array<const Bitmap*, kMany> bitmaps(const Bits& wanted) const {
    const std::array<const Bitmap*, sizeof...(Cs)> all{&store<Cs>().bits()...};
    std::array<const Bitmap*, kMany> chosen{};
    std::size_t next = 0;
    wanted.for_each([&](std::size_t number) { chosen[next++] = all[number]; });
    return chosen;
  }

  const EntityPool& pool_;
  std::size_t room_;
  const std::tuple<BitsetStore<Cs>...>& stores_;
  Tick now_;  // what a Mut marks with
};

}  // namespace ecs
