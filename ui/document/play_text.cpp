// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/play_text.h"

#include <fmt/format.h>

#include "core/io/number_text.h"

namespace clank {
namespace {

constexpr std::string_view kPlus = " + ";

// A term of a sum of lengths: a plain number is one of metres.
std::string toTerm(const std::string& text) {
  if (readNumber(text)) return text + " m";
  return text.find_first_of("?<>=&|") == std::string::npos ? text : "(" + text + ")";
}

std::string writeTerm(const Quantity& quantity) {
  return toTerm(quantity.text.empty() ? toShortestText(quantity.value) : quantity.text.str());
}

// What of the bearing is more than the journal; empty: it does not follow that.
std::string findTyped(const Clearance& clearance) {
  const std::string bearing = clearance.bearing.text.str();
  const std::string begin = writeTerm(clearance.journal) + std::string(kPlus);
  return bearing.starts_with(begin) ? bearing.substr(begin.size()) : std::string();
}

void follow(Clearance& clearance, const std::string& more) {
  clearance.bearing = Quantity();
  clearance.bearing.text = writeTerm(clearance.journal) + std::string(kPlus) + more;
}

}  // namespace

std::string writePlay(const Clearance& drawn, double shownBearing, double shownJournal) {
  const std::string typed = findTyped(drawn);
  return typed.empty() ? fmt::format("{:.10g}", shownBearing - shownJournal) : typed;
}

void typePlay(Clearance& clearance, const std::string& text) {
  follow(clearance, toTerm(text));
}

void typeJournal(Clearance& clearance, const Quantity& journal) {
  const std::string typed = findTyped(clearance);
  clearance.journal = journal;
  if (!typed.empty()) follow(clearance, typed);
}

}  // namespace clank
