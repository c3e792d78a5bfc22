// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/model/path_curve.h"
#include "core/model/quantity_text.h"
#include "core/model/touch_checks.h"
#include "core/model/words.h"

namespace clank {

namespace {

class ContactCheck : private TouchCheck {
 public:
  ContactCheck(const Mechanism& mechanism, ProblemList& problems) : TouchCheck(mechanism, problems) {}

  void run(const ContactPair& contact, const std::string& pointer) {
    part_ = "contact " + contact.id;
    pointer_ = pointer;
    checkLaws(contact);
    const bool isLost = checkSurfaceOf(contact);
    if (isWaiting(contact))
      checkWaiting(contact);
    else if (!isLost)
      checkEnds(part_, surfaces_.findCarrier(contact), contact.b, pointer, problems_);
    if (contact.b == kFrame)
      problems_.error(
          pointer + "/b",
          fmt::format("{}: the point belongs to a moving part; let the surface (a) be on the frame", part_));
    if (isBelow(contact.radius, 0))
      problems_.error(pointer + "/radius_b",
                      fmt::format("{}: the radius of the circle is {}, but it must not be "
                                  "negative; 0 makes it a point",
                                  part_, writeLength(contact.radius.value)));
    const ContactPair shaped = surfaces_.withShape(contact);
    if (shaped.surface == contact.surface) checkShape(contact.surface);
    checkRoom(shaped.surface, contact.radius.value);
    checkOutlines(contact);
    checkThickness(contact.thickness);
  }

  // The play of a joint and of its phases.
  void run(const Joint& joint, const std::string& pointer) {
    part_ = "joint " + joint.id;
    if (joint.clearance && joint.metamorphic)
      problems_.error(
          pointer + "/clearance",
          fmt::format("{}: in a metamorphic joint a phase has play: give it the clearance", part_));
    else if (joint.clearance)
      checkPlay(joint, joint.kind, *joint.clearance, pointer + "/clearance");
    if (!joint.metamorphic) return checkLoose(joint, pointer);
    const auto& phases = joint.metamorphic->phases;
    for (std::size_t p = 0; p < phases.size(); ++p)
      if (phases[p].clearance)
        checkPhase(joint, phases[p], fmt::format("{}/metamorphic/phases/{}", pointer, p));
    checkLoose(joint, pointer);
  }

 private:
  // A surface that is drawn before what is to meet it.
  static bool isWaiting(const ContactPair& contact) { return contact.b.empty() && !contact.outlineB; }
  void checkWaiting(const ContactPair& contact) {
    if (contact.a != kFrame) checkBody(part_, contact.a, pointer_ + "/a", problems_);
    problems_.warn(pointer_ + "/b", fmt::format("{}: nothing meets it yet", part_));
  }

  void checkPhase(const Joint& joint, const Phase& phase, const std::string& pointer) {
    const std::string at = pointer + "/clearance";
    const auto kind = findJointKind(joint, phase);
    if (phase.locked)
      problems_.error(at,
                      fmt::format("{}: phase '{}' is locked; what is locked has no play", part_, phase.id));
    if (!kind)
      return problems_.error(
          at, fmt::format("{}: in phase '{}' there is no joint that could have play", part_, phase.id));
    checkPlay(joint, *kind, *phase.clearance, at);
    for (std::size_t c = 0; c < joint.metamorphic->changes.size(); ++c) {
      const PhaseChange& change = joint.metamorphic->changes[c];
      if (isStop(joint, change) && (change.from == phase.id || change.to == phase.id))
        problems_.error(at,
                        fmt::format("{}: phase '{}' begins or ends at a stop (change {}), which a joint with "
                                    "play does not meet; use another guard",
                                    part_, phase.id, c + 1));
    }
  }

  void checkPlay(const Joint& joint, const JointKind& kind, const Clearance& play,
                 const std::string& pointer) {
    pointer_ = pointer;
    if (!takesClearance(kind))
      return problems_.error(pointer_,
                             fmt::format("{}: a {} has no clearance; a revolute, prismatic, slot or "
                                         "point_on_curve can have one",
                                         part_, Words<JointKind>::names[kind.index()]));
    checkSizes(kind, play);
    checkLaws(makeClearanceContact(joint, kind, play));
  }

  void checkLoose(const Joint& joint, const std::string& pointer) {
    if (listPlay(joint).empty()) return;
    if (joint.friction && isLoose(joint))
      problems_.error(
          pointer + "/friction",
          fmt::format("{}: a loose joint rubs where its parts touch: give the friction to its clearance",
                      part_));
    for (std::size_t d = 0; d < mechanism_.drives.size(); ++d)
      if (mechanism_.drives[d].joint == joint.id && mechanism_.drives[d].active.value != 0)
        problems_.error(fmt::format("/drives/{}/joint", d),
                        fmt::format("drive {}: joint {} is loose and cannot be driven",
                                    mechanism_.drives[d].id, joint.id));
  }

  // What bearing and journal are called in a kind of joint.
  static std::pair<const char*, const char*> wordsOf(const JointKind& kind) {
    if (std::holds_alternative<Prismatic>(kind))
      return {"half width of the guide", "half height of the block"};
    if (std::holds_alternative<Slot>(kind)) return {"half width of the slot", "radius of the pin"};
    if (std::holds_alternative<PointOnCurve>(kind)) return {"half width of the groove", "radius of the pin"};
    return {"radius of the bearing", "radius of the journal"};
  }

  void checkSizes(const JointKind& kind, const Clearance& play) {
    const auto [bearing, journal] = wordsOf(kind);
    const auto needPositive = [&](const Quantity& size, const char* key, const char* words) {
      if (isNotPositive(size))
        problems_.error(
            fmt::format("{}/{}", pointer_, key),
            fmt::format("{}: the {} is {}, but it must be positive", part_, words, writeLength(size.value)));
    };
    needPositive(play.bearing, "bearing", bearing);
    needPositive(play.journal, "journal", journal);
    if (play.journal.value > 0 && play.bearing.value > 0 && play.journal.value >= play.bearing.value)
      problems_.error(
          pointer_ + "/journal",
          fmt::format("{}: there is no play, the {} is {} and the {} {}{}", part_, journal,
                      writeLength(play.journal.value), bearing, writeLength(play.bearing.value),
                      play.journal.value > play.bearing.value ? ": the one does not go into the other" : ""));
    if (std::holds_alternative<Prismatic>(kind))
      needPositive(play.length, "length", "length of the block");
    else if (play.length.value != 0)
      problems_.warn(
          pointer_ + "/length",
          fmt::format("{}: only the block of a prismatic joint has a length; it is not used", part_));
    if (const PathCurve* curve = findCurve(kind)) checkGroove(*curve, play);
  }

  // The walls of a groove are parallel curves, which have corners where the curve turns more sharply than
  // they are away from it. At its cusp a pear does, and nothing passes there anyway.
  void checkGroove(const PathCurve& curve, const Clearance& play) {
    if (!isSound(curve) || std::holds_alternative<PearPath>(curve.kind)) return;
    for (const bool fromLeft : {true, false})
      if (const Hollow hollow = findTightestHollow(curve, fromLeft);
          hollow.curvature * play.bearing.value >= 1)
        return problems_.error(
            pointer_ + "/bearing",
            fmt::format("{}: half the width of the groove, {}, is more than the radius {} in which "
                        "the curve turns near ({}, {}): there a wall would cross itself",
                        part_, writeLength(play.bearing.value), writeLength(1 / hollow.curvature),
                        writeLength(hollow.x), writeLength(hollow.y)));
  }

  // Returns whether the surface that is named is not there.
  bool checkSurfaceOf(const ContactPair& contact) {
    const auto* named = std::get_if<NamedSurface>(&contact.surface);
    if (!named) return false;
    const DrawnSurface* surface = surfaces_.find(contact);
    if (surface && contact.a != kFrame && contact.a != surface->body)
      problems_.error(pointer_ + "/a", fmt::format("{}: surface {} belongs to {}, and a is {}; leave a out",
                                                   part_, surface->id, surface->body, contact.a));
    if (surface) return false;
    std::vector<std::string> known;
    for (const DrawnSurface& each : mechanism_.surfaces) known.push_back(each.id);
    problems_.error(pointer_ + "/surface", fmt::format("{}: there is no surface '{}'{}", part_,
                                                       named->surface, suggestName(named->surface, known)));
    return true;
  }

  void checkOutlines(const ContactPair& contact) {
    if (std::holds_alternative<OutlineSurface>(contact.surface)) checkOutlineOf(contact.a, "/a");
    if (!contact.outlineB) {
      if (!contact.bodies.empty())
        problems_.error(
            pointer_ + "/bodies",
            fmt::format("{}: more bodies touch with their outlines only: set outline_b to true", part_));
      return;
    }
    checkOutlineOf(contact.b, "/b");
    if (contact.radius.value != 0)
      problems_.warn(
          pointer_ + "/radius_b",
          fmt::format("{}: the whole outline of {} touches; the circle is not used", part_, contact.b));
    for (std::size_t i = 0; i < contact.bodies.size(); ++i) {
      const std::string &other = contact.bodies[i], key = fmt::format("/bodies/{}", i);
      const auto first = contact.bodies.begin() + static_cast<std::ptrdiff_t>(i);
      if (other == contact.a || other == contact.b ||
          std::find(contact.bodies.begin(), first, other) != first)
        problems_.error(pointer_ + key, fmt::format("{}: {} is named twice", part_, other));
      else
        checkOutlineOf(other, key);
    }
  }

  // A body that is there and has a shape.
};

}  // namespace

void checkContacts(const Mechanism& mechanism, ProblemList& problems) {
  ContactCheck check(mechanism, problems);
  for (std::size_t i = 0; i < mechanism.contacts.size(); ++i)
    check.run(mechanism.contacts[i], fmt::format("/contacts/{}", i));
  for (std::size_t i = 0; i < mechanism.joints.size(); ++i)
    check.run(mechanism.joints[i], fmt::format("/joints/{}", i));
}

}  // namespace clank
