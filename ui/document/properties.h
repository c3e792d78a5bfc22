// SPDX-License-Identifier: GPL-3.0-or-later
// A part of a mechanism as a tree of properties for a panel, and edits of it by JSON pointer. Both visit the
// table of keys (core/model/fields.cpp): a key that is added there can be seen and edited without a line
// here.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/mechanism.h"

namespace clank {

struct Property {
  enum class Kind {
    text,      // a name, a note
    id,        // of the element itself: renamed with all that refers to it
    partName,  // id of another element: one of words
    flag,      // "true" or "false"
    quantity,  // number or text with unit or expression
    onOff,     // quantity that is 0 or 1
    law,       // expression of time and state
    choice,    // one of words
    variant,   // one of words; the parts after it depend on it
    point,     // two quantities
    group,     // parts, of one object
    list       // parts, of equal kind
  };
  Kind kind = Kind::text;
  std::string pointer;     // "/joints/2/metamorphic/changes/0/value"
  std::string key, label;  // "at_a"; "at a" for people
  std::string unit, help;  // SI unit of a quantity
  bool required = false;
  bool optional = false, present = true;  // optional: may be absent, with an empty text
  std::string text;                       // as the user gave it
  std::optional<double> value;            // SI, of a quantity that is present
  std::optional<double> standing;         // SI: where a body stands that a pose of parameters puts elsewhere
  std::string word;                       // of a choice: what is in force, also where a parameter chooses
  std::vector<std::string> words;
  std::vector<Property> parts;
};

// The properties of the object at a pointer ("/joints/2"; "" for the mechanism without its lists), with the
// values of shown, which has the same elements. Empty: there is no such object.
std::vector<Property> listProperties(const Mechanism& drawn, const Mechanism& shown,
                                     std::string_view pointer);

// Edits of a copy. Each returns false when there is nothing like that at the pointer.
// Text of a leaf as a user types it; the empty text takes an optional away.
bool setPropertyText(Mechanism& mechanism, std::string_view pointer, const std::string& text);
bool setPresent(Mechanism& mechanism, std::string_view pointer, bool present);  // an optional object
bool addItem(Mechanism& mechanism, std::string_view pointer);                   // at the end of a list
// Changes places with a neighbour: by is -1 or 1.
bool moveItem(Mechanism& mechanism, std::string_view pointer, int by);
bool removeItem(Mechanism& mechanism, std::string_view pointer);  // pointer of the item

}  // namespace clank
