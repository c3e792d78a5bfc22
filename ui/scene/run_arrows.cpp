// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/run_arrows.h"

#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "ui/scene/flat_drawing.h"

namespace clank {

double calcFullLength(const MechanismLayout& layout) {
  return 0.3 * layout.size;
}

double roundUp(double value) {
  if (!(value > 0) || !std::isfinite(value)) return 0;
  const double decade = std::pow(10, std::floor(std::log10(value)));
  for (const double step : {1.0, 2.0, 5.0})
    if (step * decade >= value * (1 - 1e-9)) return step * decade;
  return 10 * decade;
}

QColor RunArrows::colour(ArrowKind kind, const Palette& palette) {
  switch (kind) {
    case ArrowKind::contact:
      return palette.contact;
    case ArrowKind::reaction:
      return palette.ink;
    case ArrowKind::velocity:
      return palette.action;
  }
  return palette.ink;
}

bool RunArrows::shows(ArrowKind kind) const {
  switch (kind) {
    case ArrowKind::contact:
      return look_.contacts;
    case ArrowKind::reaction:
      return look_.reactions;
    case ArrowKind::velocity:
      return look_.velocities;
  }
  return false;
}

double RunArrows::findFull(double peak) const {
  double full = roundUp(peak);
  for (int i = 0; i < look_.longer; ++i) full = roundUp(0.4 * full);  // from 1, 2, 5 to the step below
  for (int i = 0; i > look_.longer; --i) full = roundUp(1.5 * full);
  return full;
}

double RunArrows::fullForce() const {
  const double contacts = look_.contacts ? record_.peak(ArrowKind::contact) : 0,
               reactions = look_.reactions ? record_.peak(ArrowKind::reaction) : 0;
  return findFull(std::max(contacts, reactions));
}

ArrowKind RunArrows::forceKind() const {
  return look_.contacts && record_.peak(ArrowKind::contact) > 0 ? ArrowKind::contact : ArrowKind::reaction;
}

double RunArrows::fullVelocity() const {
  return look_.velocities ? findFull(record_.peak(ArrowKind::velocity)) : 0;
}

namespace {

// Marks that nobody could tell apart: ten thousand contacts on the screen are a few hundred places.
class Places {
 public:
  explicit Places(double grain) : grain_(grain) {}
  bool isNew(ArrowKind kind, Vec2 from, Vec2 to) {
    return seen_.insert({kind, step(from.x), step(from.y), step(to.x), step(to.y)}).second;
  }

 private:
  double step(double x) const { return std::round(x / grain_); }
  double grain_;  // m
  std::set<std::tuple<ArrowKind, double, double, double, double>> seen_;
};

}  // namespace

constexpr double kGrain = 0.1;  // drawn widths, by which marks must differ
constexpr double kLongest = 2;  // full lengths, of the rare arrows that would be longer

void RunArrows::show(std::span<const double> row, std::span<const Touch> touches,
                     const MechanismLayout& layout, const Palette& palette) {
  actors_.clear();  // new ones come above all others
  std::vector<ArrowMoment> moments = record_.read(row, touches);
  std::erase_if(moments, [&](const ArrowMoment& moment) { return !shows(moment.kind); });
  if (moments.empty()) return;
  const double u = layout.unit, longest = calcFullLength(layout), force = fullForce(),
               velocity = fullVelocity();
  FlatDrawing d(layout.top + 0.15 * u, 0.004 * u);
  Places rings(kGrain * u), arrows(kGrain * u);
  for (const ArrowMoment& moment : moments) {
    const QColor own = colour(moment.kind, palette);
    if (moment.kind == ArrowKind::contact && !moment.isOfSeveral &&
        rings.isNew(moment.kind, moment.at, moment.at)) {
      QColor glow = own;
      glow.setAlphaF(0.25F);
      d.setColor(glow);
      d.ring(moment.at, 0.55 * u, 0.95 * u);
    }
    const double full = moment.kind == ArrowKind::velocity ? velocity : force;
    const Vec2 drawn = (full > 0 ? longest / full : 0) * moment.value;
    const double cut = std::min(1.0, kLongest * longest / length(drawn));
    if (!(length(drawn) > 0.02 * longest)) continue;
    if (!arrows.isNew(moment.kind, moment.at, moment.at + cut * drawn)) continue;
    d.setColor(own);
    d.arrow(moment.at, moment.at + cut * drawn, 0.16 * u, 0.07 * u, palette.panel);
  }
  actors_.add(renderer_, ActorList::Look::blended, d.makeData());
}

}  // namespace clank
