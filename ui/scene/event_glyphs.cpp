// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/event_glyphs.h"

#include <vtkRenderer.h>

#include <algorithm>

#include "core/record/receipt_units.h"
#include "ui/look/shown_units.h"
#include "ui/look/words.h"
#include "ui/scene/flat_drawing.h"

namespace clank {
namespace {

QColor withAlpha(QColor color, double alpha) {
  color.setAlphaF(static_cast<float>(alpha));
  return color;
}

QString withUnit(const char* symbol, double value, const char* unit) {
  return QStringLiteral("%1 = %2").arg(QLatin1String(symbol), writeShown(value, unit, 3));
}

// All arrows of an event are impulses on the second body of their joint or contact; each says which.
QString onBody(const QString& text, const std::string& body) {
  return tr("%1 on %2").arg(text, toText(body));
}

bool allFinite(const Receipt& r) {
  for (const double v : {r.pointX, r.pointY, r.normalX, r.normalY, r.impulse})
    if (!std::isfinite(v)) return false;
  return std::all_of(r.jointImpulses.begin(), r.jointImpulses.end(),
                     [](const JointImpulse& j) { return std::isfinite(j.x) && std::isfinite(j.y); });
}

int findJoint(const Mechanism& mechanism, const std::string& id) {
  for (std::size_t i = 0; i < mechanism.joints.size(); ++i)
    if (mechanism.joints[i].id == id) return static_cast<int>(i);
  return -1;
}

// Rings that fade outwards.
void addFlash(FlatDrawing& d, Vec2 at, double unit, const QColor& color) {
  d.setColor(withAlpha(color, 0.16));
  d.disc(at, 1.7 * unit);
  d.setColor(withAlpha(color, 0.28));
  d.disc(at, 1.05 * unit);
  d.setColor(withAlpha(color, 0.75));
  d.ring(at, 1.64 * unit, 1.7 * unit);
  d.setColor(color);
  d.disc(at, 0.42 * unit);
}

// A pure moment: three quarters of a turn with an arrow head.
void addTurn(FlatDrawing& d, Vec2 at, double radius, bool counterClockwise, double width,
             const QColor& color) {
  const double sweep = counterClockwise ? 1.5 * kPi : -1.5 * kPi, start = -kPi / 4;
  d.setColor(color);
  d.arc(at, radius, start, sweep, width);
  const Vec2 end = at + radius * direction(start + sweep);
  const Vec2 ahead = (counterClockwise ? 1.0 : -1.0) * leftOf(direction(start + sweep));
  d.arrow(end - (0.1 * width) * ahead, end + (4.2 * width) * ahead, width);
}

// Whether a pure moment turns body b counter-clockwise: the receipt's impulse has no sign of its own.
bool turnsCounterClockwise(const Receipt& receipt) {
  for (const BodyJump& jump : receipt.jumps)
    if (jump.body == receipt.bodyB) return jump.after[2] >= jump.before[2];
  return true;
}

}  // namespace

void EventGlyphs::hide() {
  actors_.clear();  // a new one comes above all others
  labels_.clear();
}

void EventGlyphs::show(const Receipt& receipt, const Mechanism& resolved, const MechanismLayout& layout,
                       const std::vector<Placement>& poses, const Palette& palette) {
  hide();
  if (!allFinite(receipt)) return;
  const double u = layout.unit, full = 0.3 * layout.size;
  const Vec2 normal{receipt.normalX, receipt.normalY};
  const int joint = findJoint(resolved, receipt.element);
  const bool moment = isMoment(receipt);
  Vec2 point{receipt.pointX, receipt.pointY};
  if (moment && joint >= 0) point = layout.worldB(static_cast<std::size_t>(joint), poses);

  double largest = moment ? 0 : std::abs(receipt.impulse);
  for (const JointImpulse& j : receipt.jointImpulses) largest = std::max(largest, std::hypot(j.x, j.y));
  const double scale = largest > 0 ? full / largest : 0;  // m per N s: arrows of one event compare by length

  FlatDrawing d(layout.top + 0.2 * u, 0.004 * u);
  addFlash(d, point, u, palette.impact);
  for (const JointImpulse& j : receipt.jointImpulses) {
    const int index = findJoint(resolved, j.joint);
    const Vec2 drawn = scale * Vec2{j.x, j.y};
    if (index < 0 || length(drawn) < 0.03 * full) continue;
    const Vec2 at = layout.worldB(static_cast<std::size_t>(index), poses);
    d.setColor(palette.ink);
    d.arrow(at, at + drawn, 0.12 * u, 0.06 * u, palette.panel);
    labels_.push_back(
        {at + drawn, drawn,
         onBody(QString::fromStdString(j.joint), resolved.joints[static_cast<std::size_t>(index)].b),
         palette.ink});
  }
  if (moment && receipt.impulse != 0) {
    addTurn(d, point, 1.35 * u, turnsCounterClockwise(receipt), 0.17 * u, palette.impact);
    labels_.push_back({point + Vec2{0, 1.7 * u},
                       {0, 1},
                       withUnit("M", receipt.impulse, findImpulseUnit(receipt)),
                       palette.impact,
                       true});
  } else if (receipt.impulse != 0) {
    // On body b, as the arrows in the joints are; the receipt's normal points to where a is pushed.
    const Vec2 drawn = (-scale * receipt.impulse / length(normal)) * normal;
    d.setColor(palette.impact);
    d.arrow(point, point + drawn, 0.22 * u, 0.08 * u, palette.panel);
    Vec2 away = leftOf(drawn);  // beside the arrow, on its upper side
    if (away.y < 0) away = -1.0 * away;
    labels_.push_back({point + 0.62 * drawn, away,
                       onBody(withUnit("P", receipt.impulse, findImpulseUnit(receipt)), receipt.bodyB),
                       palette.impact, true});
  }
  actors_.add(renderer_, ActorList::Look::blended, d.makeData());
}

}  // namespace clank
