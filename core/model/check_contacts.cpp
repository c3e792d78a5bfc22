// SPDX-License-Identifier: GPL-3.0-or-later
#include <numbers>

#include "core/model/checks.h"

namespace clank {

namespace {

class ContactCheck {
 public:
  ContactCheck(const Mechanism& mechanism, ProblemList& problems)
      : mechanism_(mechanism), problems_(problems) {}

  void run(const ContactPair& contact, const std::string& pointer) {
    part_ = "contact " + contact.id;
    pointer_ = pointer;
    checkEnds(mechanism_, part_, contact.a, contact.b, pointer, problems_);
    if (contact.b == kFrame)
      problems_.error(
          pointer + "/b",
          fmt::format("{}: the point belongs to a moving part; let the surface (a) be on the frame", part_));
    if (isBelow(contact.radius, 0))
      problems_.error(pointer + "/radius_b",
                      fmt::format("{}: the radius of the circle is {} m, but it is not "
                                  "negative; 0 makes it a point",
                                  part_, contact.radius.value));
    if (isBelow(contact.restitution, 0) || isAbove(contact.restitution, 1))
      problems_.error(pointer + "/restitution",
                      fmt::format("{}: the restitution is {}, but it must be from 0 to 1", part_,
                                  contact.restitution.value));
    checkTangential(contact);
    if (isBelow(contact.friction, 0))
      problems_.error(pointer + "/friction",
                      fmt::format("{}: the coefficient of friction is {}, but it is not "
                                  "negative",
                                  part_, contact.friction.value));
    if (!bounces(contact.law.value) && contact.restitution.value != 0)
      problems_.warn(
          pointer + "/restitution",
          fmt::format("{}: the law 'constraint' does not bounce; its restitution is not used", part_));
    std::visit([&](const auto& surface) { check(surface, contact.radius.value); }, contact.surface);
  }

 private:
  void checkTangential(const ContactPair& contact) {
    const std::string pointer = pointer_ + "/tangential_restitution";
    const double tangential = contact.tangentialRestitution.value;
    if (isBelow(contact.tangentialRestitution, 0) || isAbove(contact.tangentialRestitution, 1))
      problems_.error(pointer, fmt::format("{}: the tangential restitution is {}, but it must be from 0 to 1",
                                           part_, tangential));
    else if (tangential > 0 && !bounces(contact.law.value))
      problems_.warn(pointer, fmt::format("{}: the law 'constraint' does not bounce; its tangential "
                                          "restitution is not used",
                                          part_));
    else if (tangential > 0 && contact.friction.value == 0)
      problems_.warn(pointer, fmt::format("{}: without friction nothing gives a slip back; the tangential "
                                          "restitution is not used",
                                          part_));
  }

  void check(const LineSurface& line, double) { checkSegment(line.from, line.to, "/to", "its line"); }

  void check(const PolylineSurface& line, double) {
    const bool closed = line.closed.value != 0;
    const std::size_t least = closed ? 3 : 2;
    if (line.points.size() < least)
      problems_.error(pointer_ + "/points",
                      fmt::format("{}: {} points make no {} line; it needs {} at least", part_,
                                  line.points.size(), closed ? "closed" : "open", least));
    for (std::size_t i = 0; i + 1 < line.points.size() + (closed ? 1 : 0); ++i)
      checkSegment(line.points[i], line.points[(i + 1) % line.points.size()],
                   fmt::format("/points/{}", (i + 1) % line.points.size()),
                   fmt::format("segment {} of its line", i + 1));
  }

  void check(const ArcSurface& arc, double radius) {
    checkRound(arc.radius, arc.side.value, radius);
    if (std::isfinite(arc.from.value) && std::isfinite(arc.to.value) &&
        std::remainder(arc.to.value - arc.from.value, 2 * std::numbers::pi) == 0)
      problems_.error(pointer_ + "/to",
                      fmt::format("{}: the arc begins and ends at the same angle; for a whole circle use the "
                                  "type circle",
                                  part_));
  }

  void check(const CircleSurface& circle, double radius) {
    checkRound(circle.radius, circle.side.value, radius);
  }

  void checkRound(const Quantity& surface, RoundSide side, double radius) {
    if (isNotPositive(surface))
      problems_.error(pointer_ + "/radius",
                      fmt::format("{}: the radius of the surface is {} m, but it must be positive", part_,
                                  surface.value));
    else if (side == RoundSide::inside && radius >= surface.value)
      problems_.error(pointer_ + "/radius", fmt::format("{}: a circle of {} m has no room inside one of {} m",
                                                        part_, radius, surface.value));
  }

  void checkSegment(const Point& from, const Point& to, const std::string& key, const std::string& what) {
    if (from.x.value == to.x.value && from.y.value == to.y.value)
      problems_.error(pointer_ + key, fmt::format("{}: {} has no length", part_, what));
  }

  const Mechanism& mechanism_;
  ProblemList& problems_;
  std::string part_, pointer_;  // of the contact in hand
};

}  // namespace

void checkContacts(const Mechanism& mechanism, ProblemList& problems) {
  ContactCheck check(mechanism, problems);
  for (std::size_t i = 0; i < mechanism.contacts.size(); ++i)
    check.run(mechanism.contacts[i], fmt::format("/contacts/{}", i));
}

}  // namespace clank
