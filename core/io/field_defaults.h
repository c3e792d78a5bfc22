// SPDX-License-Identifier: GPL-3.0-or-later
// Units, and default values as JSON text, for the schema and the documentation.
#pragma once

#include <fmt/format.h>

#include <string>

#include "core/io/number_text.h"
#include "core/model/fields.h"

namespace clank {

// Unit of a field in words: "kg", "rad or m", "any"; empty when there is none.
inline std::string unitText(const Field& field) {
  const std::string unit = field.unit;
  if (const auto bar = unit.find('|'); bar != std::string::npos)
    return unit.substr(0, bar) + " or " + unit.substr(bar + 1);
  return unit == "*" ? "any" : unit;
}

// Empty: nothing worth telling (absent, an empty text or list, an object).
template <class T>
std::string defaultText(const T&) {
  return {};
}
inline std::string defaultText(const std::string& value) {
  return value.empty() ? "" : fmt::format("\"{}\"", value);
}
inline std::string defaultText(bool value) {
  return value ? "true" : "false";
}
inline std::string defaultText(const Quantity& value) {
  return toShortestText(value.value);
}
inline std::string defaultText(const Point& value) {
  return fmt::format("[{}, {}]", defaultText(value.x), defaultText(value.y));
}
inline std::string defaultText(const ChoiceView& value) {
  return fmt::format("\"{}\"", value.word());
}

}  // namespace clank
