// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/receipt.h"

namespace clank {

const char* toWord(EventKind kind) {
  switch (kind) {
    case EventKind::impact:
      return "impact";
    case EventKind::lock:
      return "lock";
    case EventKind::merge:
      return "merge";
    case EventKind::release:
      return "release";
    case EventKind::kinematicSwitch:
      return "kinematic-switch";
    case EventKind::contactBegin:
      return "contact-begin";
    case EventKind::contactEnd:
      return "contact-end";
    case EventKind::contactOpen:
      return "contact-open";
    case EventKind::stick:
      return "stick";
    case EventKind::slip:
      return "slip";
    case EventKind::driveJump:
      return "drive-jump";
    case EventKind::taut:
      return "taut";
    case EventKind::slack:
      return "slack";
  }
  return "";
}

}  // namespace clank
