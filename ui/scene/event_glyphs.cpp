// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/event_glyphs.h"

#include <vtkRenderer.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "core/record/receipt_units.h"
#include "ui/look/part_names.h"
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
  const Vec2 end = at + radius * unitVector(start + sweep);
  const Vec2 ahead = (counterClockwise ? 1.0 : -1.0) * leftOf(unitVector(start + sweep));
  d.arrow(end - (0.1 * width) * ahead, end + (4.2 * width) * ahead, width);
}

// Whether a pure moment turns a body counter-clockwise: the receipt's impulse has no sign of its own.
bool turnsCounterClockwise(const Receipt& receipt, const std::string& body) {
  for (const BodyJump& jump : receipt.jumps)
    if (jump.body == body) return jump.after[2] >= jump.before[2];
  return true;
}

// An impulse (N s) on the body that the arrows are of.
struct Impulse {
  enum class Of { event, joint, otherContact };
  Vec2 at, value;
  Of of = Of::event;
  QString joint{};
};

// What other contacts push the body with in the event: a ball between two others, a box in a pile.
void addOtherContacts(const Receipt& receipt, const std::string& body, std::vector<Impulse>& impulses) {
  for (const ContactPush& push : receipt.contactImpulses) {
    const Vec2 at{push.pointX, push.pointY}, value{push.x, push.y};
    const bool isOwn = push.element == receipt.element && at == Vec2{receipt.pointX, receipt.pointY};
    if (isOwn || !(length(value) > 0) || !std::isfinite(length(value) + length(at))) continue;
    if (push.bodyB == body) impulses.push_back({at, value, Impulse::Of::otherContact});
    if (push.bodyA == body) impulses.push_back({at, -1.0 * value, Impulse::Of::otherContact});
  }
}

std::vector<Impulse> listImpulses(const Receipt& receipt, const std::string& body, const Mechanism& resolved,
                                  const MechanismLayout& layout, const std::vector<Placement>& poses) {
  std::vector<Impulse> impulses;
  std::map<std::string_view, std::size_t> joints;  // of the body: not looked for among all of a long chain
  for (std::size_t i = 0; i < resolved.joints.size(); ++i)
    if (resolved.joints[i].a == body || resolved.joints[i].b == body)
      joints.emplace(resolved.joints[i].id, i);
  for (const JointImpulse& j : receipt.jointImpulses) {  // what joint.b gets, joint.a gives
    const auto found = joints.find(j.joint);
    if (found == joints.end()) continue;
    const std::size_t at = found->second;
    const Vec2 value{j.x, j.y};
    const QString name = namePart(j.joint);
    if (resolved.joints[at].b == body)
      impulses.push_back({layout.worldB(at, poses), value, Impulse::Of::joint, name});
    if (resolved.joints[at].a == body)
      impulses.push_back({layout.worldA(at, poses), -1.0 * value, Impulse::Of::joint, name});
  }
  addOtherContacts(receipt, body, impulses);
  if (isMoment(receipt) || receipt.impulse == 0) return impulses;
  // The receipt's normal points to where its first body is pushed.
  const Vec2 normal{receipt.normalX, receipt.normalY};
  const double sign = body == receipt.bodyA ? 1 : -1;
  impulses.push_back({{receipt.pointX, receipt.pointY}, (sign * receipt.impulse / length(normal)) * normal});
  return impulses;
}

// The part of an arrow that is in sight, when its point is.
double findPart(Vec2 at, Vec2 drawn, const Box& view) {
  const auto along = [](double from, double way, double low, double high) {
    if (from < low || from > high || way == 0) return 1.0;
    return ((way > 0 ? high : low) - from) / way;
  };
  return std::min(along(at.x, drawn.x, view.low.x, view.high.x),
                  along(at.y, drawn.y, view.low.y, view.high.y));
}

}  // namespace

void EventGlyphs::hide() {
  actors_.clear();  // a new one comes above all others
  labels_.clear();
  arrows_.clear();
  key_ = {};
}

void EventGlyphs::show(const Receipt& receipt, const Mechanism& resolved, const MechanismLayout& layout,
                       const std::vector<Placement>& poses, const Palette& palette, const Box& view) {
  hide();
  if (!allFinite(receipt)) return;
  const double u = layout.unit, full = 0.3 * layout.size;
  const int joint = findJoint(resolved, receipt.element);
  const bool moment = isMoment(receipt);
  const std::string body = receipt.bodyB == kFrame ? receipt.bodyA : receipt.bodyB;
  Vec2 point{receipt.pointX, receipt.pointY};
  if (moment && joint >= 0) point = layout.worldB(static_cast<std::size_t>(joint), poses);

  const std::vector<Impulse> impulses = listImpulses(receipt, body, resolved, layout, poses);
  double largest = 0;
  for (const Impulse& impulse : impulses) largest = std::max(largest, length(impulse.value));
  double scale = largest > 0 ? full / largest : 0;  // m per N s: arrows of one event compare by length
  constexpr double kShortest = 0.2;                 // of the usual length: less is seen by nobody
  double part = 1;
  for (const Impulse& impulse : impulses)
    part = std::min(part, findPart(impulse.at, scale * impulse.value, view));
  scale *= std::max(part, kShortest);

  FlatDrawing d(layout.top + 0.2 * u, 0.004 * u);
  addFlash(d, point, u, palette.impact);
  for (const Impulse& impulse : impulses) {
    const Vec2 drawn = scale * impulse.value;
    const bool isMain = impulse.of == Impulse::Of::event;
    if (!isMain && length(impulse.value) < 0.03 * largest) continue;
    d.setColor(impulse.of == Impulse::Of::joint ? palette.ink : palette.impact);
    const double thick = isMain ? 0.22 : 0.12, rim = isMain ? 0.08 : 0.06;
    d.arrow(impulse.at, impulse.at + drawn, thick * u, rim * u, palette.panel);
    arrows_.push_back({impulse.at, impulse.at + drawn});
    if (isMain)
      labels_.push_back({impulse.at + drawn, drawn, withUnit("P", receipt.impulse, findImpulseUnit(receipt)),
                         palette.impact, true});
    else if (impulse.of == Impulse::Of::joint)
      labels_.push_back({impulse.at + drawn, drawn, impulse.joint, palette.ink});
  }
  if (!arrows_.empty()) key_ = {scale, namePart(body)};
  if (moment && receipt.impulse != 0) {
    addTurn(d, point, 1.35 * u, turnsCounterClockwise(receipt, body), 0.17 * u, palette.impact);
    QString text = withUnit("M", receipt.impulse, findImpulseUnit(receipt));
    if (!body.empty()) text = tr("%1 on %2").arg(text, namePart(body));
    labels_.push_back({point + Vec2{0, 1.7 * u}, {0, 1}, text, palette.impact, true});
    arrows_.push_back({point - Vec2{1.3 * u, 0}, point + Vec2{1.3 * u, 0}});
  }
  actors_.add(renderer_, ActorList::Look::blended, d.makeData());
}

}  // namespace clank
