// SPDX-License-Identifier: GPL-3.0-or-later
// The clearance c = bearing - journal of a joint with play, as it is typed. It has no key of its own: the
// bearing is then the sum "journal + c", and as long as it is, it follows the journal. A bearing that is
// typed itself is what it says, and c the difference.
#pragma once

#include <string>

#include "core/model/joint.h"

namespace clank {

// As it was typed; of radii that were typed both their difference (m), shown being the same with values.
std::string writePlay(const Clearance& drawn, double shownBearing, double shownJournal);
void typePlay(Clearance& clearance, const std::string& text);
// The journal; a bearing that follows it does so.
void typeJournal(Clearance& clearance, const Quantity& journal);

}  // namespace clank
