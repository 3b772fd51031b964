// Sinks: what becomes of the matches that a storage finds. It hands them over in two forms, in whatever order suits it:
//
//   sink.run(n, entity_at, first...)    n rows that lie side by side: first[0..n) of each component, nullptr if absent
//   sink.one(entity, place...)          a single match
//
//   EachSink    a visitor, match by match        ChunkSink   a visitor, run by run, as spans
//   CountSink   how many                         ListSink    their handles        IndexSink   visit(index)
//
// Both answer false to stop. kWantsRuns: a storage shall look for runs in sparse places, too.
#pragma once

#include <cstddef>
#include <iterator>
#include <span>
#include <tuple>
#include <type_traits>
#include <vector>

#include "strategies/entity.hpp"
#include "strategies/query.hpp"

namespace ecs {

template <class Visitor, class... Terms>
struct EachSink {
  static constexpr bool kWantsRuns = false;  // a storage need not look for runs in sparse places
  Visitor& visitor;

  template <class EntityAt>
  [[gnu::always_inline]] bool run(std::size_t n, const EntityAt& entity_at, PlaceOf<Terms>... first) {
    for (std::size_t i = 0; i < n; ++i) {
      if (!call<Terms...>(
              visitor, [&] { return entity_at(i); }, rows_later<Terms>(first, i)...))
        return false;
    }
    return true;
  }
  template <class EntityOf>
  [[gnu::always_inline]] bool one(const EntityOf& entity, PlaceOf<Terms>... place) {
    return call<Terms...>(visitor, entity, place...);
  }
};

struct CountSink {
  static constexpr bool kWantsRuns = true;
  std::size_t matches = 0;

  bool run(std::size_t n, const auto&, const auto&...) {
    matches += n;
    return true;
  }
  bool one(const auto&, const auto&...) {
    ++matches;
    return true;
  }
};

struct ListSink {
  static constexpr bool kWantsRuns = true;
  std::vector<Entity>& matches;

  bool run(std::size_t n, const auto& entity_at, const auto&...) {
    for (std::size_t i = 0; i < n; ++i) matches.push_back(entity_at(i));
    return true;
  }
  bool one(const auto& entity, const auto&...) {
    matches.push_back(entity());
    return true;
  }
};

// Calls visit(index) for each match.
template <class Visit>
struct IndexSink {
  static constexpr bool kWantsRuns = true;
  Visit& visit;

  bool run(std::size_t n, const auto& entity_at, const auto&...) {
    for (std::size_t i = 0; i < n; ++i) visit(entity_at(i).index);
    return true;
  }
  bool one(const auto& entity, const auto&...) {
    visit(entity().index);
    return true;
  }
};

// The entities of a chunk, made as they are asked for.
template <class EntityAt>
class EntityRange {
 public:
  EntityRange(std::size_t n, const EntityAt& entity_at) : n_{n}, entity_at_{entity_at} {}
  [[nodiscard]] std::size_t size() const { return n_; }
  [[nodiscard]] Entity operator[](std::size_t i) const { return entity_at_(i); }

  class Iterator {
   public:
    using value_type = Entity;
    using difference_type = std::ptrdiff_t;
    Iterator() = default;
    Iterator(const EntityRange* range, std::size_t i) : range_{range}, i_{i} {}
    Entity operator*() const { return (*range_)[i_]; }
    Iterator& operator++() {
      ++i_;
      return *this;
    }
    Iterator operator++(int) {
      Iterator before = *this;
      ++i_;
      return before;
    }
    friend bool operator==(const Iterator&, const Iterator&) = default;

   private:
    const EntityRange* range_ = nullptr;
    std::size_t i_ = 0;
  };
  [[nodiscard]] Iterator begin() const { return {this, 0}; }
  [[nodiscard]] Iterator end() const { return {this, n_}; }

 private:
  std::size_t n_;
  const EntityAt& entity_at_;
};

template <class Visitor, class... Terms>
struct ChunkSink {
  static constexpr bool kWantsRuns = true;
  Visitor& visitor;

  template <class EntityAt>
  bool run(std::size_t n, const EntityAt& entity_at, PlaceOf<Terms>... first) {
    auto spans = std::tuple_cat(span_of<Terms>(first, n)...);
    if constexpr (kApplies<Visitor, decltype(spans)>) {
      return goes_on([&]() -> decltype(auto) { return std::apply(visitor, spans); });
    } else {
      const EntityRange<EntityAt> entities{n, entity_at};
      return goes_on(
          [&]() -> decltype(auto) { return std::apply(visitor, std::tuple_cat(std::tie(entities), spans)); });
    }
  }
  template <class EntityOf>
  bool one(const EntityOf& entity, PlaceOf<Terms>... place) {
    return run(
        1, [&](std::size_t) { return entity(); }, place...);
  }

 private:
  template <class Term>
  static auto span_of(PlaceOf<Term> first, std::size_t n) {
    if constexpr (std::is_empty_v<ComponentOf<Term>>) {
      return std::tuple<>{};  // there is no array of tags
    } else if constexpr (kNeedsMarks<Term>) {
      for (std::size_t i = 0; i < n; ++i) first.marks[i].changed = first.now;
      return std::tuple{typename TermTraits<Term>::Span{first.value, n}};
    } else {
      return std::tuple<typename TermTraits<Term>::Span>{
          typename TermTraits<Term>::Span{first, first == nullptr ? 0 : n}};
    }
  }
};

}  // namespace ecs
