// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace clank {

// taut and slack are what beginning and end of a contact are called of a rope; contactOpen is a compliant
// contact that lasts beyond the end of the run.
enum class EventKind {
  impact,
  lock,
  merge,
  release,
  kinematicSwitch,
  contactBegin,
  contactEnd,
  contactOpen,
  stick,
  slip,
  driveJump,
  driveOff,
  taut,
  slack
};
// Word of the kind in events.csv: "impact", "lock", "merge", "release", "kinematic-switch", "contact-begin",
// "contact-end", "contact-open", "stick", "slip", "drive-jump", "drive-off", "taut", "slack".
const char* toWord(EventKind kind);

}  // namespace clank
