// snapshot: a world as a file, loaded into any strategy. Here: what the file looks like.
//
//   snapshot_json.hpp  snapshot_cbor.hpp     for users: save_json, load_json, save_cbor, load_cbor
//   snapshot_equal.hpp                       when two worlds are equal
//   snapshot_save.hpp                        a world, taken apart in the order of the file
//   snapshot_load.hpp  snapshot_builder.hpp  the order of the file watched over; and the world that grows of it
//   snapshot_value.hpp                       one component, put together from what the file says
//
//   { "format": "ecsbench snapshot", "version": 1,
//     "components": [ ["Position", "{x float32, y float32}"],       0: name and shape (fields.hpp)
//                     ["Velocity", "{dx float32, dy float32}"] ],   1
//     "entities": 3,
//     "ids": [ "1f..", "c4..", "72.." ],                      rows 0, 1, 2 of all that follows
//     "blocks": [ {"has": [0],    "rows": 1, "columns": [ [[9,9]] ]},                row 0
//                 {"has": [0, 1], "rows": 2, "columns": [ [[0,1],[0,3]],             rows 1 and 2: positions,
//                                                         [[1,0],[1,0]] ]} ] }       velocities
//
// Format, version 1
//   (1) keys come in this order, each once, and no others. CBOR: the same data, keys and ids as text;
//   (2) a block is a run of rows with the same components, kMostRows at most; blocks cover the rows in order. "has" names
//       the components by number, ascending; each that is no tag has a column, which has a value for each row;
//   (3) a value is the list of its fields, in the order of its shape; a stand-in is written instead of what it stands for;
//   (4) an entity in a field is its id; null, dead and unknown alike are the null id, 32 zeros, and load as kNull;
//   (5) a finite number is exact. inf, -inf and nan:BITS (hexadecimal) are texts, since JSON has no such numbers;
//   (6) rows are sorted by component set and then by id: equal worlds with one list of components give the same bytes.
// A later version adds the section "relations" behind "blocks"; version 1 has none and refuses it, and refuses to compile
// for a world with relations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "strategies/utf8.hpp"

namespace ecs {

inline constexpr std::string_view kSnapshotFormat = "ecsbench snapshot";
inline constexpr std::uint64_t kSnapshotVersion = 1;
// Of a block. In archetypes so many rows at most wait in a table for their next component.
inline constexpr std::size_t kMostRows = 4096;

// A sentence: what is wrong, where, and what is allowed.
class SnapshotError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Text in a file is UTF-8. Throws SnapshotError.
inline void require_utf8(std::string_view text) {
  const std::size_t fault = utf8::first_fault(text);
  if (fault == std::string_view::npos) return;
  throw SnapshotError{"byte " + std::to_string(fault) + " of a text of " + std::to_string(text.size()) +
                      " is no UTF-8, and a snapshot holds nothing else: bytes that are no text go into a "
                      "std::vector<std::uint8_t>"};
}

// Where a snapshot is written to: JsonOut (snapshot_json.hpp), CborOut (snapshot_cbor.hpp). The sizes of lists and maps are
// known beforehand. text() throws SnapshotError for what is no UTF-8.
template <class Out>
concept SnapshotOut = requires(Out out, std::size_t n, std::string_view text) {
  out.begin_map(n);
  out.key(text);
  out.end_map();
  out.begin_list(n);
  out.end_list();
  out.text(text);
  out.truth(true);
  out.number(std::int64_t{-1});
  out.number(std::uint64_t{1});
  out.number(1.0F);
  out.number(1.0);
};

}  // namespace ecs
