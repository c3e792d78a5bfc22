// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/solid_edits.h"

#include <algorithm>
#include <cmath>

#include "core/model/touches.h"
#include "ui/document/element.h"

namespace clank {
namespace {

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

bool touchesIn(const ContactPair& contact, const std::string& body) {
  const bool isOne = contact.b == body ||
                     std::find(contact.bodies.begin(), contact.bodies.end(), body) != contact.bodies.end();
  const bool isCarrier = std::holds_alternative<OutlineSurface>(contact.surface) && contact.a == body;
  return (contact.outlineB && isOne) || isCarrier;
}

// Points and circles of a body that becomes solid do nothing more that its outline does not; their laws stay.
void widenPoints(Mechanism& drawn, const std::string& body) {
  std::set<std::string> met;
  std::erase_if(drawn.contacts, [&](const ContactPair& contact) {
    const auto* named = std::get_if<NamedSurface>(&contact.surface);
    return contact.b == body && !contact.outlineB && named && !met.insert(named->surface).second;
  });
  for (ContactPair& contact : drawn.contacts) {
    if (contact.b != body || contact.outlineB) continue;
    const DrawnSurface* surface = findSurface(drawn, contact);
    if (!surface || std::holds_alternative<CurveSurface>(surface->kind)) continue;
    contact.outlineB = true;
    contact.atB = {};
    contact.radius = 0;
  }
}

}  // namespace

bool isSolid(const Mechanism& mechanism, const std::string& body) {
  const Body* found = findById(mechanism.bodies, body);
  return (found && found->touches.value != Touches::nothing) ||
         std::any_of(mechanism.contacts.begin(), mechanism.contacts.end(),
                     [&](const ContactPair& contact) { return touchesIn(contact, body); });
}

void setSolid(Mechanism& drawn, const Mechanism& shown, const std::string& body, bool on) {
  Body* const found = findById(drawn.bodies, body);
  const Body* const now = findById(shown.bodies, body);
  if (!found || (found->touches.value != Touches::nothing && on) || (!on && !isSolid(drawn, body))) return;
  found->touches = on ? Touches::everything : Touches::nothing;
  if (on && now && !hasOutline(*now)) takeDrawnOutline(*found, shown);
  if (on) return widenPoints(drawn, body);
  std::erase_if(drawn.contacts, [&](const ContactPair& contact) {
    return std::holds_alternative<OutlineSurface>(contact.surface) && contact.a == body;
  });
  leaveTouches(drawn, {body});
}

void leaveTouches(Mechanism& mechanism, const std::set<std::string>& gone) {
  const auto isGone = [&](const std::string& id) { return gone.count(id) > 0; };
  for (ContactPair& contact : mechanism.contacts) {
    std::erase_if(contact.bodies, isGone);
    if (!contact.outlineB || !isGone(contact.b) || contact.bodies.empty()) continue;
    contact.b = contact.bodies.front();
    contact.bodies.erase(contact.bodies.begin());
  }
  std::erase_if(mechanism.contacts, [&](const ContactPair& c) { return c.outlineB && isGone(c.b); });
  const auto isMaterialGone = [&](const std::string& id) {
    return isGone(id) && !findById(mechanism.materials, id);
  };
  for (Body& body : mechanism.bodies) {
    if (body.touched) std::erase_if(*body.touched, isGone);
    if (isMaterialGone(materialOf(body))) body.material.reset();
  }
  for (DrawnSurface& surface : mechanism.surfaces)
    if (isMaterialGone(surface.material)) surface.material = kUsualMaterial;
  std::erase_if(mechanism.materialPairs,
                [&](const MaterialPair& pair) { return isMaterialGone(pair.a) || isMaterialGone(pair.b); });
}

}  // namespace clank
