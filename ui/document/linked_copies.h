// SPDX-License-Identifier: GPL-3.0-or-later
// Copies of parts, and copies that stay alike (core/model/linked_copy.h). Pure, on a copy of the drawing
// inside MechanismDocument::edit().
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/document/element.h"

namespace clank {

// Carries over to the other side of linked copies what an edit did to one side. A value that both sides have
// changed counts as it is on the side with more changes, on the original if they have equally many; unless
// both have been moved together: then the mirror line, or the step of a copy, goes with them. A part that has
// been deleted is deleted on the other side; a side that has been deleted as a whole leaves the other alone.
void keepAlike(const Mechanism& before, Mechanism& after, const std::string& caseId);

// What an element stays alike with.
struct Likeness {
  std::vector<ElementId> others;  // the original first
  bool isCopy = false;            // of the first of them
  bool mirrored = false;
};
std::optional<Likeness> findLikeness(const Mechanism& mechanism, const ElementId& element);

// Ends every linked copy that one of the elements is in.
void unlinkCopies(Mechanism& mechanism, const std::vector<ElementId>& elements);

}  // namespace clank
