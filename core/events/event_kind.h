// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace clank {

enum class EventKind {
  impact,
  lock,
  merge,
  release,
  kinematicSwitch,
  contactBegin,
  contactEnd,
  stick,
  slip,
  driveJump
};
// Word of the kind in events.csv: "impact", "lock", "merge", "release", "kinematic-switch", "contact-begin",
// "contact-end", "stick", "slip", "drive-jump".
const char* toWord(EventKind kind);

}  // namespace clank
