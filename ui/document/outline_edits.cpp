// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/outline_edits.h"

#include <algorithm>
#include <cmath>

#include "ui/document/element_edits.h"

namespace clank {
namespace {

bool isOutline(const ContactPair& contact) {
  return std::holds_alternative<OutlineSurface>(contact.surface);
}

// What the drawing shows of a body without an outline: its circle, or a box around its points.
void takeDrawnOutline(Body& body, const Mechanism& shown) {
  std::vector<Point> points;
  for (const ContactPair& contact : shown.contacts) {
    if (contact.b != body.id || contact.outlineB) continue;
    const bool isCentred = contact.atB.x.value == 0 && contact.atB.y.value == 0;
    if (isCentred && contact.radius.value > 0) {
      body.radius = contact.radius;
      return;
    }
    points.push_back(contact.atB);
  }
  for (const Joint& joint : shown.joints) {
    if (joint.a == body.id) points.push_back(joint.atA);
    if (joint.b == body.id) points.push_back(joint.atB);
  }
  if (points.empty()) points.push_back(body.center);
  double left = HUGE_VAL, right = -HUGE_VAL, low = HUGE_VAL, high = -HUGE_VAL;
  for (const Point& p : points) {
    left = std::min(left, p.x.value);
    right = std::max(right, p.x.value);
    low = std::min(low, p.y.value);
    high = std::max(high, p.y.value);
  }
  // Points that span a box are its corners; else it is as wide as the body is drawn.
  const double half = std::max(body.width.value, 0.01) / 2;
  const double aside = right - left > half ? 0 : half, above = high - low > half ? 0 : half;
  body.outline = {{left - aside, low - above},
                  {right + aside, low - above},
                  {right + aside, high + above},
                  {left - aside, high + above}};
}

// The contact by whose surface and law a body that is the first begins to touch.
const ContactPair* findModel(const Mechanism& mechanism, const std::string& body) {
  const ContactPair* any = nullptr;
  for (const ContactPair& contact : mechanism.contacts) {
    if (isOutline(contact) || contact.a == body) continue;
    if (contact.b == body) return &contact;
    if (!any) any = &contact;
  }
  return any;
}

const Body* findPartner(const Mechanism& mechanism, const std::string& body) {
  for (const Body& other : mechanism.bodies)
    if (other.id != body && hasOutline(other)) return &other;
  return nullptr;
}

void begin(Mechanism& m, const std::string& body) {
  ContactPair touch;
  if (const ContactPair* model = findModel(m, body)) {
    touch = *model;
    touch.unknown.clear();
    touch.name.clear();
    touch.atB = {};
    touch.radius = 0;
    touch.bodies.clear();
    // Its points on this surface do nothing that the outline does not.
    const Surface surface = model->surface;
    std::erase_if(m.contacts,
                  [&](const ContactPair& c) { return (c.b == body || c.b.empty()) && c.surface == surface; });
  } else if (const Body* partner = findPartner(m, body)) {
    touch.a = partner->id;
    touch.surface = OutlineSurface{};
  } else {
    return;
  }
  touch.id = makeId(m, "touch");
  touch.b = body;
  touch.outlineB = true;
  m.contacts.push_back(touch);
}

}  // namespace

bool touchesAllAround(const ContactPair& contact, const std::string& body) {
  const bool isOne = contact.b == body ||
                     std::find(contact.bodies.begin(), contact.bodies.end(), body) != contact.bodies.end();
  return (contact.outlineB && isOne) || (isOutline(contact) && contact.a == body);
}

bool touchesAllAround(const Mechanism& mechanism, const std::string& body) {
  return std::any_of(mechanism.contacts.begin(), mechanism.contacts.end(),
                     [&](const ContactPair& contact) { return touchesAllAround(contact, body); });
}

bool canTouchAllAround(const Mechanism& shown, const std::string& body) {
  return findModel(shown, body) != nullptr || findPartner(shown, body) != nullptr;
}

void setTouchesAllAround(Mechanism& drawn, const Mechanism& shown, const std::string& body, bool on) {
  if (touchesAllAround(drawn, body) == on) return;
  if (!on) {
    std::erase_if(drawn.contacts, [&](const ContactPair& c) { return isOutline(c) && c.a == body; });
    return leaveTouches(drawn, {body});
  }
  const auto it =
      std::find_if(drawn.bodies.begin(), drawn.bodies.end(), [&](const Body& b) { return b.id == body; });
  if (it == drawn.bodies.end()) return;
  if (const auto now =
          std::find_if(shown.bodies.begin(), shown.bodies.end(), [&](const Body& b) { return b.id == body; });
      now != shown.bodies.end() && !hasOutline(*now))
    takeDrawnOutline(*it, shown);
  const auto touch = std::find_if(drawn.contacts.begin(), drawn.contacts.end(),
                                  [](const ContactPair& contact) { return contact.outlineB; });
  if (touch == drawn.contacts.end()) return begin(drawn, body);
  const Surface surface = touch->surface;
  touch->bodies.push_back(body);
  std::erase_if(drawn.contacts,
                [&](const ContactPair& c) { return c.b == body && !c.outlineB && c.surface == surface; });
}

void leaveTouches(Mechanism& mechanism, const std::set<std::string>& bodies) {
  for (ContactPair& contact : mechanism.contacts) {
    std::erase_if(contact.bodies, [&](const std::string& id) { return bodies.count(id) > 0; });
    if (!contact.outlineB || bodies.count(contact.b) == 0 || contact.bodies.empty()) continue;
    contact.b = contact.bodies.front();
    contact.bodies.erase(contact.bodies.begin());
  }
  std::erase_if(mechanism.contacts,
                [&](const ContactPair& c) { return c.outlineB && bodies.count(c.b) > 0; });
}

}  // namespace clank
