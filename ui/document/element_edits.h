// SPDX-License-Identifier: GPL-3.0-or-later
// Changes of a drawing that touch more than one element. Pure: they work on a copy inside
// MechanismDocument::edit().
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ui/document/element.h"

namespace clank {

// An id that nothing has yet: the stem and the first free number ("link" gives "link3"). The digits at the
// end of a stem are left away, so a copy of link2 becomes link3.
std::string makeId(const Mechanism& mechanism, std::string_view stem);

// Why an element cannot be called id, in words; empty: it can. own: what it is called now.
std::string explainId(const Mechanism& mechanism, std::string_view id, std::string_view own = {});

// Removes elements and, round after round, all that hang on them: joints, forces and contacts of a body,
// drives of a joint, values of a parameter in cases. Expressions that name them stay and become problems.
void removeElements(Mechanism& mechanism, std::vector<ElementId> elements);

// Gives an element another id; everything that names it follows, expressions included. The new id must be
// free.
void renameElement(Mechanism& mechanism, const ElementId& element, const std::string& id);

// A copy of elements of another (or the same) mechanism put at the end, with new ids where theirs are taken;
// references among them follow. Returns their new ids.
std::vector<ElementId> insertElements(Mechanism& mechanism, Mechanism elements);

// The elements alone, with the joints, drives and forces whose bodies are all among them (or the frame), and
// the parameters they name. What read a named point of another body says what that point said.
Mechanism extractElements(const Mechanism& mechanism, const std::vector<ElementId>& elements);

// As it was typed, a number in SI otherwise.
std::string writePlain(const Quantity& quantity);
// The text of a parameter in force: that of the case if it sets one, else its own.
std::string findParameterText(const Mechanism& mechanism, const std::string& caseId, const std::string& id);
// The limits of a new parameter, and those that are 0 and twice its value, go with a value that is typed.
void moveLimits(Parameter& parameter, const std::string& before, const std::string& typed);
void setParameterText(Mechanism& mechanism, const std::string& caseId, const std::string& id,
                      const std::string& text);

}  // namespace clank
