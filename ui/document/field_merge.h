// SPDX-License-Identifier: GPL-3.0-or-later
// Elements compared and merged field by field, through the table of keys (core/model/fields.h). Ids, names
// and keys that this version does not know are left out of it: they belong to one element alone.
#pragma once

#include "core/model/fields.h"

namespace clank {

// What differs between two versions of an element is done to a third: `into` gets every value of `after` that
// is not what it was in `before`, and keeps all others.
void mergeFields(const RecordView& before, const RecordView& after, const RecordRef& into);

// Have resolved elements the same values? Numbers may differ by the tolerance, in their SI unit; laws are not
// looked at, for one law can be written in many ways.
bool haveSameValues(const RecordView& one, const RecordView& other, double tolerance);

}  // namespace clank
