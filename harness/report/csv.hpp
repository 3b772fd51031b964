// The cases as tidy CSV: one row a case, one fact a column, units in the column names.
//
// RFC 4180: fields with commas, quotes or line breaks are quoted. What was not measured is an empty
// field. Decimal points whatever the locale. Parameters stand in one field,
// "stride=7919;share=0.1", since workloads differ in them.
#pragma once

#include <string>

#include "harness/report/result.hpp"

namespace ecsbench {

[[nodiscard]] std::string to_csv(const Result& result);

}  // namespace ecsbench
