// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/receipt.h"

#include <algorithm>

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
    case EventKind::driveOff:
      return "drive-off";
    case EventKind::taut:
      return "taut";
    case EventKind::slack:
      return "slack";
  }
  return "";
}

std::optional<JointImpulse> findThrough(const Receipt& receipt, const std::string& joint) {
  const auto found = std::ranges::find(receipt.jointImpulses, joint, &JointImpulse::joint);
  if (found == receipt.jointImpulses.end()) return std::nullopt;
  JointImpulse play;
  for (const ContactPush& push : receipt.contactImpulses) {
    if (push.element != joint || !push.playMoment) continue;
    play.x += push.x;
    play.y += push.y;
    play.moment += *push.playMoment;
  }
  return JointImpulse{joint, found->x + play.x, found->y + play.y, found->moment + play.moment};
}

ContactReport sumContacts(std::span<const ContactReport> contacts) {
  const ContactReport &first = contacts.front(), &last = contacts.back();
  ContactReport sum;
  sum.begin = first.begin;
  sum.duration = last.begin + last.duration - first.begin;
  sum.approach = first.approach;
  for (const ContactReport& contact : contacts) {
    sum.peakForce = std::max(sum.peakForce, contact.peakForce);
    sum.peakDepth = std::max(sum.peakDepth, contact.peakDepth);
    sum.normalImpulse += contact.normalImpulse;
    sum.slipImpulse += contact.slipImpulse;
    sum.dampingLoss += contact.dampingLoss;
    sum.frictionLoss += contact.frictionLoss;
    sum.isStruck = sum.isStruck || contact.isStruck;
  }
  if (first.approach > 0 && last.effectiveRestitution)
    sum.effectiveRestitution = *last.effectiveRestitution * last.approach / first.approach;
  return sum;
}

}  // namespace clank
