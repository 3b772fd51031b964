// QueryList: the entities that match one query. QueryLists: all such lists of a world, and who must look at which.
//
//   a list        required {P V}  excluded {F}
//                 entities_   list     [ 0  2  5 ]              a sparse set of a tag: list and position in it,
//                             position [ 0  .  1  .  .  2 ]     appended to, and left by swap and pop
//
//   lists_        [ {P V} {P V}-{F} {V} ]        in order of birth
//   of_query_     number of a query's type -> list           view<P, V> and view<const P, V> share one
//   naming_       P -> 0 1    V -> 0 1 2    F -> 1           an insert or remove of C can change these
//   homes_        P -> 0 1    V -> 2                         by first required component: an entity that comes or goes
//                                                            meets each list once at most
// Invariants (checked by consistent())
//   (1) no two lists have the same masks; each requires something;
//   (2) naming_[C] holds exactly the lists that require or exclude C, homes_[C] those whose lowest required number is C;
//   (3) each list is consistent as a sparse set.
// Cost    enter, leave: O(1). The list of a query's type: one load.
// Memory  a list: 4 B per entity index below the highest it held + 4 B per match.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "strategies/entity.hpp"
#include "strategies/entity_pool.hpp"
#include "strategies/index_list.hpp"
#include "strategies/memory.hpp"
#include "strategies/sparse_set_storage.hpp"
#include "strategies/strategy.hpp"

namespace ecs {

template <class Bits>
class QueryList {
 public:
  QueryList(const Bits& required, const Bits& excluded) : required_{required}, excluded_{excluded} {}

  [[nodiscard]] const Bits& required() const { return required_; }
  [[nodiscard]] const Bits& excluded() const { return excluded_; }
  [[nodiscard]] bool matches(const Bits& mask) const { return mask.matches(required_, excluded_); }

  [[nodiscard]] std::size_t size() const { return entities_.size(); }
  [[nodiscard]] bool has(Index index) const { return entities_.has(index); }
  [[nodiscard]] IndexList list() const { return entities_.rows(); }
  [[nodiscard]] Index newest() const { return entities_.indices()[size() - 1]; }

  [[nodiscard]] bool has_room(Index index) const { return entities_.has_room(index); }
  // Room for `more` entries, for indices below `slots`. Throws bad_alloc and changes nothing.
  void make_room(std::size_t more, std::size_t slots) { entities_.make_room(more, slots); }
  // Room for all that for_each(visit(index)) visits, and no more.
  template <class ForEach>
  void make_room_for_all(const ForEach& for_each) {
    std::size_t more = 0;
    std::size_t slots = 0;
    for_each([&](Index index) {
      ++more;
      slots = std::max(slots, index + std::size_t{1});
    });
    make_room(more, slots);
  }
  // Cells for indices below `slots`; where some are missing, for `to_come` more behind them too: new indices follow each
  // other. Throws as make_room does.
  void make_cells(std::size_t slots, std::size_t to_come) {
    if (!entities_.has_cells(slots)) entities_.make_room(to_come + 1, slots + to_come);
  }
  void reserve(std::size_t n) { entities_.reserve(n); }

  // REQUIRES: room for it, and !has(index)
  void enter(Index index) noexcept { entities_.append(index, Listed{}); }
  void enter_many(std::span<const Index> indices) noexcept { entities_.append_many(indices); }
  // REQUIRES: has(index)
  void leave(Index index) noexcept { entities_.remove(index); }
  void clear() noexcept { entities_.clear(); }

  void shrink_to_fit() { entities_.shrink_to_fit(); }
  // Throws bad_alloc.
  [[nodiscard]] std::unique_ptr<QueryList> clone() const {
    auto copy = std::make_unique<QueryList>(required_, excluded_);
    copy->entities_ = entities_.clone();
    return copy;
  }
  // Every cell of the position counts as index: a list does not know which indices are in use.
  [[nodiscard]] MemoryUse memory() const { return entities_.memory(EntityPool::kMostEntities); }
  [[nodiscard]] bool consistent() const { return entities_.consistent() && !required_.empty(); }

 private:
  struct Listed {};

  Bits required_;
  Bits excluded_;
  SparseSet<Listed> entities_;
};

template <class Bits, std::size_t kComponents>
class QueryLists {
 public:
  using List = QueryList<Bits>;

  // A list as it is filed: whether it matches is seen without a look at the list itself.
  struct Filed {
    Bits required;
    Bits excluded;
    List* list;
    [[nodiscard]] bool matches(const Bits& mask) const { return mask.matches(required, excluded); }
  };

  // The list of a query's type by its number (type_number.hpp); nullptr if there is none yet.
  [[nodiscard]] List* of_query(std::uint32_t number) const {
    return number < of_query_.size() ? of_query_[number] : nullptr;
  }
  [[nodiscard]] List* find(const Bits& required, const Bits& excluded) const {
    for (const auto& list : lists_) {
      if (list->required() == required && list->excluded() == excluded) return list.get();
    }
    return nullptr;
  }

  // Takes a list whose masks are new. Throws bad_alloc and changes nothing.
  List* add(std::unique_ptr<List> list) {
    assert(find(list->required(), list->excluded()) == nullptr);
    List* const added = list.get();
    make_room_for_one_more();
    Bits named = added->excluded();
    added->required().for_each([&](std::size_t number) { named.set(number); });
    const Filed filed{added->required(), added->excluded(), added};
    named.for_each([&](std::size_t number) { naming_[number].push_back(filed); });
    homes_[home_of(*added)].push_back(filed);
    lists_.push_back(std::move(list));
    return added;
  }
  // Throws bad_alloc.
  [[nodiscard]] QueryLists clone() const {
    QueryLists copy;
    for (const auto& list : lists_) copy.add(list->clone());
    for (std::uint32_t number = 0; number < of_query_.size(); ++number) {
      const List* const known = of_query_[number];
      if (known != nullptr) copy.note_query(number, copy.find(known->required(), known->excluded()));
    }
    return copy;
  }
  void note_query(std::uint32_t number, List* list) {
    if (number >= of_query_.size()) of_query_.resize(number + std::size_t{1}, nullptr);
    of_query_[number] = list;
  }

  // The lists that a change of this component can concern.
  [[nodiscard]] const Vector<Filed>& naming(std::size_t number) const { return naming_[number]; }

  // Room in each list that an entity enters whose mask changes in this component. Throws bad_alloc; nobody enters then.
  [[gnu::always_inline]] void make_room_to_enter(std::size_t changed, Index index, const Bits& before,
                                                 const Bits& after) {
    for (const Filed& filed : naming_[changed]) {
      const bool enters = !filed.matches(before) && filed.matches(after);
      if (enters && !filed.list->has_room(index)) [[unlikely]]
        filed.list->make_room(1, index + std::size_t{1});
    }
  }
  // REQUIRES: room where it enters
  [[gnu::always_inline]] void move_between(std::size_t changed, Index index, const Bits& before,
                                           const Bits& after) noexcept {
    for (const Filed& filed : naming_[changed]) {
      const bool was = filed.matches(before);
      const bool is = filed.matches(after);
      if (is && !was) filed.list->enter(index);
      if (was && !is) filed.list->leave(index);
    }
  }

  // Calls visit for each list that an entity with this mask is in.
  template <class Visit>
  [[gnu::always_inline]] void for_each_matching(const Bits& mask, Visit visit) const {
    const auto visit_home = [&](std::size_t number) {
      for (const Filed& filed : homes_[number]) {
        if (filed.matches(mask)) visit(*filed.list);
      }
    };
    if constexpr (kComponents <= kFewComponents) {  // asked one by one: 22 -> 18 ns a despawn with one list
      [&]<std::size_t... kNumbers>(std::index_sequence<kNumbers...>) {
        ((mask.test(kNumbers) ? visit_home(kNumbers) : void()), ...);
      }(std::make_index_sequence<kComponents>{});
    } else {
      mask.for_each(visit_home);
    }
  }
  // The same for components known when the world is compiled: 17 -> 12 ns a spawn with one list.
  template <std::size_t... kHeld, class Visit>
  [[gnu::always_inline]] void for_each_of(Visit visit) const {
    constexpr Bits kMask = Bits::of(kHeld...);
    [[maybe_unused]] const auto visit_home = [&](const Vector<Filed>& home) {  // by no one where nothing is held
      for (const Filed& filed : home) {
        if (filed.matches(kMask)) visit(*filed.list);
      }
    };
    (visit_home(homes_[kHeld]), ...);
  }
  template <class Visit>
  void for_each(Visit visit) const {
    for (const auto& list : lists_) visit(*list);
  }

  [[nodiscard]] MemoryUse memory() const {
    MemoryUse use{};
    const auto count = [&](const auto& array) {
      use.index_bytes += array.size() * sizeof(array[0]);
      use.slack_bytes += (array.capacity() - array.size()) * sizeof(array[0]);
    };
    count(lists_);
    count(of_query_);
    for (const Vector<Filed>& naming : naming_) count(naming);
    for (const Vector<Filed>& home : homes_) count(home);
    for_each([&](const List& list) { use += list.memory(); });
    return use;
  }

  [[nodiscard]] bool consistent() const {
    std::size_t homes = 0;
    std::size_t named = 0;
    std::size_t names = 0;
    for (const Vector<Filed>& home : homes_) homes += home.size();
    for (const Vector<Filed>& naming : naming_) named += naming.size();
    for (const auto& list : lists_) names += list->required().count() + list->excluded().count();
    if (homes != lists_.size() || named != names) return false;
    return std::all_of(lists_.begin(), lists_.end(), [&](const std::unique_ptr<List>& list) {
      return list->consistent() && find(list->required(), list->excluded()) == list.get() && is_filed(*list);
    });
  }

 private:
  static constexpr std::size_t kFewComponents = 8;

  [[nodiscard]] static std::size_t home_of(const List& list) {
    std::size_t lowest = kComponents;
    list.required().for_each([&](std::size_t number) { lowest = std::min(lowest, number); });
    return lowest;
  }

  [[nodiscard]] bool is_filed(const List& list) const {
    const auto holds = [&](const Vector<Filed>& files) {
      return std::count_if(files.begin(), files.end(), [&](const Filed& filed) {
               return filed.list == &list && filed.required == list.required() && filed.excluded == list.excluded();
             }) == 1;
    };
    bool filed = holds(homes_[home_of(list)]);
    for (std::size_t number = 0; number < kComponents; ++number) {
      const bool named = list.required().test(number) || list.excluded().test(number);
      filed &= holds(naming_[number]) == named;
    }
    return filed;
  }

  // Room in every array that the next list may have to be filed in.
  void make_room_for_one_more() {
    const auto grow = [](auto& array) {
      if (array.size() == array.capacity()) array.reserve(array.empty() ? 1 : array.size() * 2);
    };
    grow(lists_);
    for (Vector<Filed>& naming : naming_) grow(naming);
    for (Vector<Filed>& home : homes_) grow(home);
  }

  Vector<std::unique_ptr<List>> lists_;
  Vector<List*> of_query_;
  std::array<Vector<Filed>, kComponents> naming_;
  std::array<Vector<Filed>, kComponents> homes_;
};

}  // namespace ecs
