// SPDX-License-Identifier: GPL-3.0-or-later
// A number as the user gave it: its value in SI and, when it was not typed as a plain SI number, the text.
#pragma once

#include <string>

#include "core/support/rare.h"
#include "core/support/shared_list.h"

namespace clank {

struct Quantity {
  double value = 0;  // SI
  RareText text;     // "250 mm", "2*L1"; empty when the user gave a plain SI number

  Quantity() = default;
  Quantity(double si) : value(si) {}  // NOLINT(google-explicit-constructor): numbers are quantities
  friend bool operator==(const Quantity&, const Quantity&) = default;
};

// One of a closed set of words; "=name" in the file refers to a word parameter of that name.
template <class E>
struct Choice {
  E value{};           // of a reference: what it was last, which means nothing
  RareText reference;  // name of the parameter, or empty

  Choice() = default;
  Choice(E v) : value(v) {}  // NOLINT(google-explicit-constructor)
  friend bool operator==(const Choice& a, const Choice& b) {
    return a.reference == b.reference && (!a.reference.empty() || a.value == b.value);
  }
};

// A function of time and state, evaluated during the run: "1.955 - 0.0196*link1.omega".
struct Law {
  std::string text = "0";
  friend bool operator==(const Law&, const Law&) = default;
};

struct Point {
  Quantity x, y;  // m
  friend bool operator==(const Point&, const Point&) = default;
};

}  // namespace clank
