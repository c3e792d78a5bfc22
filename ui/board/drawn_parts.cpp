// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/drawn_parts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "core/io/sheet_body.h"
#include "ui/board/hull.h"
#include "ui/board/plane.h"
#include "ui/board/tolerances.h"
#include "ui/look/joint_state.h"

namespace clank {
namespace {

// A pin beside the axis of a bar, inside its width, is no corner of it; but then it is drawn as wide as it
// is.
std::vector<QPointF> listCorners(const Body& body, DrawnParts::Part& part) {
  std::vector<QPointF> corners = part.points;
  if (!body.length || !body.outline.empty()) return corners;
  const QPointF end(body.length->value, 0);
  std::erase_if(corners, [&](QPointF p) {
    const double beside = length(nearestOnSegment(p, {}, end) - p);
    const bool isInside = beside > kSamePlace && beside <= body.width.value / 2;
    part.hasTrueWidth = part.hasTrueWidth || isInside;
    return isInside;
  });
  return corners;
}

// Each circle once, however many contacts it is of.
class DiscList {
 public:
  void add(std::size_t body, std::vector<DrawnParts::Disc>& discs, const Point& center,
           const Quantity& radius) {
    if (!std::isfinite(radius.value) || radius.value <= 0) return;
    const DrawnParts::Disc disc{toPointF(center), radius.value};
    const auto few = discs.begin() + static_cast<std::ptrdiff_t>(std::min(discs.size(), kFew));
    if (std::find(discs.begin(), few, disc) != few) return;
    if (discs.size() < kFew || known_.insert({body, {center.x.value, center.y.value, radius.value}}).second)
      discs.push_back(disc);
  }

 private:
  static constexpr std::size_t kFew = 4;  // of a body, that are gone through: most have one or two
  std::set<std::pair<std::size_t, std::array<double, 3>>> known_;
};

}  // namespace

DrawnParts::DrawnParts(SharedMechanism shown)
    : mechanism_(std::move(shown)), parts_(mechanism_->bodies.size()) {
  for (std::size_t i = 0; i < mechanism_->bodies.size(); ++i) {
    indexOf_.try_emplace(mechanism_->bodies[i].id, i);
    for (const Point& p : mechanism_->bodies[i].outline) parts_[i].points.push_back(toPointF(p));
    parts_[i].outline = parts_[i].points;
    for (const auto& [x, y] : listPlateLine(mechanism_->bodies[i])) parts_[i].line.emplace_back(x, y);
  }
  addJoints();
  addOwnPoints();
  addSurfaces();
  addContacts();
  addShapes();
}

std::optional<std::size_t> DrawnParts::find(const std::string& bodyId) const {
  const auto found = indexOf_.find(bodyId);
  return found == indexOf_.end() ? std::nullopt : std::optional(found->second);
}

void DrawnParts::addJoints() {
  for (std::size_t j = 0; j < mechanism_->joints.size(); ++j) {
    const Joint& joint = mechanism_->joints[j];
    if (const auto a = find(joint.a)) parts_[*a].points.push_back(toPointF(joint.atA));
    const auto b = find(joint.b);
    if (!b) continue;
    parts_[*b].points.push_back(toPointF(joint.atB));
    if (findShape(joint.kind) == PhaseShape::slider) parts_[*b].slidersOfBlock.push_back(j);
  }
}

void DrawnParts::addOwnPoints() {
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Body& body = mechanism_->bodies[i];
    std::vector<QPointF>& points = parts_[i].points;
    if (body.length) {
      points.emplace_back(0, 0);
      points.emplace_back(body.length->value, 0);
    }
    if (body.radius.value > 0) points.emplace_back(0, 0);
  }
}

void DrawnParts::addSurfaces() {
  surfaces_.reserve(mechanism_->surfaces.size());
  for (const DrawnSurface& surface : mechanism_->surfaces)
    surfaces_.push_back(makeSurfaceShape(surface.kind));
  shownTouches_ = listShownTouches(*mechanism_);
}

// Points that touch tell where a body is that has no others.
void DrawnParts::addContacts() {
  std::vector<bool> hasPoints;
  DiscList discs;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Body& body = mechanism_->bodies[i];
    hasPoints.push_back(!parts_[i].points.empty());
    discs.add(i, parts_[i].discs, {}, body.radius);
    parts_[i].hasTrueWidth = body.touches.value != Touches::nothing;
  }
  const auto showTrueWidth = [&](const std::string& id) {
    if (const auto body = find(id)) parts_[*body].hasTrueWidth = true;
  };
  for (const ContactPair& contact : mechanism_->contacts) {
    if (std::holds_alternative<OutlineSurface>(contact.surface)) showTrueWidth(contact.a);
    if (contact.outlineB) {
      showTrueWidth(contact.b);
      for (const std::string& body : contact.bodies) showTrueWidth(body);
    } else if (const auto b = find(contact.b)) {
      discs.add(*b, parts_[*b].discs, contact.atB, contact.radius);
      if (contact.radius.value > 0) showTrueWidth(contact.b);
      const QPointF at = toPointF(contact.atB);
      if (auto& points = parts_[*b].points; !hasPoints[*b] && (points.empty() || points.back() != at))
        points.push_back(at);
    }
  }
  for (std::size_t s = 0; s < mechanism_->surfaces.size(); ++s) {
    const DrawnSurface& surface = mechanism_->surfaces[s];
    const auto* curve = std::get_if<CurveSurface>(&surface.kind);
    if (const auto a = curve && curve->side.value == RoundSide::outside ? find(surface.body) : std::nullopt)
      parts_[*a].cams.push_back(s);
    const auto* circle = std::get_if<CircleSurface>(&surface.kind);
    const auto body = find(surface.body);
    if (circle && body && circle->side.value == RoundSide::outside)
      discs.add(*body, parts_[*body].discs, circle->center, circle->radius);
  }
}

void DrawnParts::addShapes() {
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Body& body = mechanism_->bodies[i];
    Part& part = parts_[i];
    if (part.points.empty()) part.points.push_back(toPointF(body.center));
    part.hull = makeHull(listCorners(body, part));
    const bool isOwnShape = body.radius.value > 0 || !body.outline.empty();
    const bool together = std::all_of(part.points.begin(), part.points.end(), [&](QPointF p) {
      return length(p - part.points.front()) < kSamePlace;
    });
    if (body.length || isOwnShape || !together) part.slidersOfBlock.clear();
    if (isOwnShape) continue;
    if (body.length)
      part.bar = Bar{{0, 0}, {body.length->value, 0}};
    else if (part.hull.size() == 2 && length(part.hull[1] - part.hull[0]) >= kSamePlace)
      part.bar = Bar{part.hull[0], part.hull[1]};
  }
}

}  // namespace clank
