// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/gear_tool.h"

#include <QRegularExpression>
#include <algorithm>

#include "ui/board/board_edits.h"
#include "ui/board/grid.h"
#include "ui/board/plane.h"
#include "ui/board/points_at.h"
#include "ui/board/symbols.h"
#include "ui/board/tolerances.h"
#include "ui/look/part_names.h"
#include "ui/look/rope_line.h"
#include "ui/look/words.h"

namespace clank {
namespace {

constexpr int kFewestTeeth = 3, kMostTeethTyped = 1000;

QString writeRadius(double radius) {
  return writeLength(radius, 5);
}

}  // namespace

std::optional<TeethCounts> readTeeth(const QString& text, QString& wrong) {
  static const QRegularExpression kCounts(R"(^\s*(\d{1,6})\s*[:/;, ]\s*(\d{1,6})\s*$)");
  const auto match = kCounts.match(text);
  const TeethCounts teeth{match.captured(1).toInt(), match.captured(2).toInt()};
  const auto [least, most] = std::minmax(teeth.first, teeth.second);
  if (!match.hasMatch())
    wrong = tr("the teeth of both gears are two whole numbers, as 18:36");
  else if (least < kFewestTeeth)
    wrong = tr("a gear has %1 teeth at least").arg(kFewestTeeth);
  else if (most > kMostTeethTyped)
    wrong = tr("a gear has %1 teeth at most").arg(kMostTeethTyped);
  return wrong.isEmpty() ? std::optional(teeth) : std::nullopt;
}

QString WheelPairTool::nameWheel(const Wheel& wheel) const {
  return nameOf(board_.drawing(), wheel.centre.body);
}

QPointF WheelPairTool::worldOf(const Wheel& wheel) const {
  return board_.drawing().toWorld(wheel.centre.body, wheel.centre.at);
}

// The frame where no link is.
WheelPairTool::Wheel WheelPairTool::findWheelAt(const ToolMouse& mouse) const {
  const Drawing& drawing = board_.drawing();
  const auto isOther = [this](int body) { return !first_ || body != first_->centre.body; };
  Wheel wheel{{kFrameIndex, mouse.snap.world}, mouse.snap.world, false};
  if (const auto link = findMeantLink(mouse.snap, isOther)) {
    wheel.centre = *link;
    const bool isPoint = mouse.snap.kind == Snap::Kind::point || mouse.snap.kind == Snap::Kind::centre;
    if (isPoint) return wheel;
    for (const Drawing::Disc& disc : drawing.discsOf(link->body))
      if (length(link->at - disc.center) <= disc.radius + kPartReach / board_.view().scale())
        wheel.centre.at = disc.center;
    return wheel;
  }
  if (const auto meant = findMeant(mouse.snap)) {
    wheel.centre = *meant;
  } else {
    wheel.isBare = true;
  }
  return wheel;
}

QString WheelPairTool::refuse(const Wheel& first, const Wheel& second) const {
  if (second.centre.body == first.centre.body)
    return tr("Both would belong to %1: the second one belongs to another link").arg(nameWheel(second));
  if (length(worldOf(second) - worldOf(first)) < kShortest)
    return tr("%1 and %2 would turn about the same centre: click beside it")
        .arg(nameWheel(first), nameWheel(second));
  // A wheel that stands still is of use when an arm leads the other one around it.
  if (first.centre.body != kFrameIndex && second.centre.body != kFrameIndex) return {};
  const auto carriers = listCarriers(board_.drawing(), first.centre, second.centre);
  if (!carriers.empty() && carriers.front() != kFrame) return {};
  return tr("A wheel of the frame stands still, and %1 could not turn on it: pin a link to both centres "
            "first")
      .arg(nameWheel(first.centre.body == kFrameIndex ? second : first));
}

QString WheelPairTool::cursorHint(const ToolMouse& mouse) const {
  const Wheel wheel = findWheelAt(mouse);
  if (!first_) {
    const bool isNothing = wheel.centre.body == kFrameIndex && mouse.snap.kind == Snap::Kind::none;
    return isNothing ? QString() : tellWheel(wheel);
  }
  const QString wrong = refuse(*first_, wheel);
  return wrong.isEmpty() ? tellPair(*first_, wheel) : wrong;
}

void WheelPairTool::press(const ToolMouse& mouse) {
  const Wheel wheel = findWheelAt(mouse);
  if (!first_) {
    first_ = wheel;
    return;
  }
  const QString wrong = refuse(*first_, wheel);
  if (!wrong.isEmpty()) return board_.refuse(wrong);
  const Wheel first = *first_;
  first_.reset();
  finish(first, wheel);
}

bool WheelPairTool::hasBegun() const {
  return first_.has_value();
}

bool WheelPairTool::escape() {
  const bool begun = first_.has_value();
  first_.reset();
  return begun;
}

void WheelPairTool::paint(QPainter& painter, const ToolMouse& mouse) {
  if (first_) paintPair(painter, *first_, findWheelAt(mouse));
}

void WheelPairTool::circle(QPainter& painter, QPointF centre, double radius) {
  symbols::drawPitchCircle(painter, board_.view().toPixel.map(centre), radius * board_.view().scale(), 0,
                           board_.view().palette.action);
}

QString GearTool::hint() const {
  if (!first())
    return tr(
        "Click the first gear: a disc, or the point of a link about which it turns; a guided block is a "
        "rack");
  return tr(
      "Click the second gear, or type the teeth of both (18:36); on the sheet, around or inside a gear "
      "on an arm, it is a wheel of the frame");
}

QString GearTool::tellWheel(const Wheel& wheel) const {
  const double radius = findWheel(board_.drawing(), wheel.centre).radius;
  return radius > 0 ? tr("gear of %1, radius %2").arg(nameWheel(wheel), writeRadius(radius))
                    : tr("gear of %1").arg(nameWheel(wheel));
}

QString GearTool::tellPair(const Wheel& first, const Wheel& second) const {
  const Meaning meaning = findMeaning(first, second);
  if (meaning.rack) return tr("rack and gear, radius %1").arg(writeRadius(meaning.rack->radius));
  const RadiiPlan& plan = meaning.plans.front();
  if (!plan.fits) return tr("the circles do not meet: choose");
  const QString radii = tr("%1 and %2").arg(writeRadius(plan.pair.radiusA), writeRadius(plan.pair.radiusB));
  const QString carrier =
      meaning.carriers.size() > 1
          ? tr("choose the carrier")
          : tr("carried by %1")
                .arg(nameOf(board_.drawing(), board_.drawing().indexOf(meaning.carriers.front())));
  return plan.pair.mesh == Mesh::internal ? tr("ring and gear, %1, %2").arg(radii, carrier)
                                          : tr("gears, %1, %2").arg(radii, carrier);
}

QString GearTool::refuse(const Wheel& first, const Wheel& second) const {
  return findMeaning(first, second).wrong;
}

std::optional<RackPair> GearTool::findRack(const Wheel& first, const Wheel& second) const {
  const Drawing& drawing = board_.drawing();
  const auto one = findGuideAngle(drawing, first.centre.body),
             other = findGuideAngle(drawing, second.centre.body);
  if (one.has_value() == other.has_value()) return std::nullopt;
  RackPair pair;
  pair.rack = one ? first.centre : second.centre;
  pair.gear = one ? second.centre : first.centre;
  if (pair.gear.body == kFrameIndex) return std::nullopt;
  pair.angle = one ? *one : *other;
  const QPointF way =
      drawing.toWorld(pair.gear.body, pair.gear.at) - drawing.toWorld(pair.rack.body, pair.rack.at);
  pair.radius = findWheel(drawing, pair.gear).radius;
  if (!(pair.radius > 0)) pair.radius = std::abs(cross(direction(pair.angle), way));
  return pair.radius > kShortest ? std::optional(pair) : std::nullopt;
}

// The sheet beside a wheel on an arm is a wheel of the frame about the axis of that arm.
GearTool::Meaning GearTool::findFixed(const Wheel& wheel, const Wheel& bare, bool isFirstBare) const {
  const Drawing& drawing = board_.drawing();
  Meaning meaning;
  const auto pivots = listArmPivots(drawing, wheel.centre);
  if (pivots.empty()) {
    meaning.wrong = WheelPairTool::refuse(wheel, bare);
    return meaning;
  }
  GearPair pair = planFixedWheel(drawing, wheel.centre, pivots.front(), bare.clicked);
  if (teeth_)
    giveTeeth(pair, length(worldOf(wheel) - pivots.front()), isFirstBare ? teeth_->first : teeth_->second,
              isFirstBare ? teeth_->second : teeth_->first);
  meaning.plans = {{pair}};
  meaning.carriers = listCarriers(drawing, pair.a, pair.b);
  if (!(pair.radiusA > kShortest) || !(pair.radiusB > kShortest))
    meaning.wrong =
        tr("No wheel of the frame fits inside: %1 reaches over the axis of its arm").arg(nameWheel(wheel));
  return meaning;
}

GearTool::Meaning GearTool::findMeaning(const Wheel& first, const Wheel& second) const {
  const Drawing& drawing = board_.drawing();
  Meaning meaning;
  if (first.centre.body != second.centre.body) {
    if (second.isBare) return findFixed(first, second, false);
    if (first.isBare) return findFixed(second, first, true);
    meaning.rack = findRack(first, second);
    if (meaning.rack) return meaning;
  }
  meaning.wrong = WheelPairTool::refuse(first, second);
  if (!meaning.wrong.isEmpty()) return meaning;
  meaning.carriers = listCarriers(drawing, first.centre, second.centre);
  if (meaning.carriers.empty() && carriesOther(drawing, first.centre, second.centre)) {
    meaning.wrong = tr("One of %1 and %2 turns on the other, so their carrier would be one of the gears: pin "
                       "both to an arm or to the frame")
                        .arg(nameWheel(first), nameWheel(second));
    return meaning;
  }
  if (meaning.carriers.empty()) meaning.carriers = {kFrame};
  meaning.plans = planRadii(drawing, first.centre, second.centre);
  if (teeth_) {
    RadiiPlan plan = meaning.plans.front();
    plan.fits = true;
    giveTeeth(plan.pair, length(worldOf(second) - worldOf(first)), teeth_->first, teeth_->second);
    meaning.plans = {plan};
  }
  return meaning;
}

void GearTool::finish(const Wheel& first, const Wheel& second) {
  const Meaning meaning = findMeaning(first, second);
  teeth_.reset();
  if (meaning.rack) {
    std::string id;
    board_.edit(tr("draw rack"), [&](Mechanism& m) { id = addRack(m, board_.drawing(), *meaning.rack); });
    return board_.selection().select({ElementKind::joint, id});
  }
  const QPointF pixel = board_.view().toPixel.map(second.clicked);
  if (meaning.carriers.size() == 1) return chooseRadii(meaning.plans, meaning.carriers.front(), pixel);
  QStringList names;
  for (const std::string& carrier : meaning.carriers)
    names << tr("Both turn on %1").arg(nameOf(board_.drawing(), board_.drawing().indexOf(carrier)));
  board_.say(tr("Choose the carrier, on which both gears turn"));
  board_.offerChoice(pixel, names, [this, meaning, pixel](int chosen) {
    chooseRadii(meaning.plans, meaning.carriers[static_cast<std::size_t>(chosen)], pixel);
  });
}

QString GearTool::tellRadii(const RadiiPlan& plan, bool isLast) const {
  const QString a = writeRadius(plan.pair.radiusA), b = writeRadius(plan.pair.radiusB);
  if (isLast) return tr("Keep the radii %1 and %2, which do not meet").arg(a, b);
  return plan.isScaled ? tr("Radii %1 and %2, in the same ratio").arg(a, b) : tr("Radii %1 and %2").arg(a, b);
}

void GearTool::chooseRadii(std::vector<RadiiPlan> plans, const std::string& carrier, QPointF pixel) {
  if (plans.size() == 1) return draw(plans.front().pair, carrier);
  QStringList texts;
  for (const RadiiPlan& plan : plans) texts << tellRadii(plan, &plan == &plans.back());
  board_.say(tr("The discs do not meet at the distance of their centres: choose their radii"));
  board_.offerChoice(pixel, texts, [this, plans, carrier](int chosen) {
    draw(plans[static_cast<std::size_t>(chosen)].pair, carrier);
  });
}

void GearTool::draw(GearPair pair, const std::string& carrier) {
  pair.carrier = carrier;
  std::string id;
  board_.edit(tr("draw gears"), [&](Mechanism& m) { id = addGears(m, board_.drawing(), pair); });
  board_.selection().select({ElementKind::joint, id});
}

bool GearTool::type(const QString& text) {
  if (!first()) return false;
  board_.ask(last_.pixel + QPointF(16, -16), tr("Teeth of both"), text,
             [this](const QString& typed) { return takeTeeth(typed); });
  return true;
}

QString GearTool::takeTeeth(const QString& text) {
  QString wrong;
  teeth_ = readTeeth(text, wrong);
  if (teeth_) board_.say(tr("Click the second gear: teeth %1:%2").arg(teeth_->first).arg(teeth_->second));
  return wrong;
}

bool GearTool::escape() {
  teeth_.reset();
  return WheelPairTool::escape();
}

void GearTool::paintPair(QPainter& painter, const Wheel& first, const Wheel& second) {
  const Meaning meaning = findMeaning(first, second);
  if (meaning.rack)
    return circle(painter, board_.drawing().toWorld(meaning.rack->gear.body, meaning.rack->gear.at),
                  meaning.rack->radius);
  if (meaning.plans.empty() || !meaning.wrong.isEmpty()) {
    const double radius = findWheel(board_.drawing(), first.centre).radius;
    return circle(painter, worldOf(first), radius > 0 ? radius : length(second.clicked - worldOf(first)) / 2);
  }
  const GearPair& pair = meaning.plans.front().pair;
  circle(painter, board_.drawing().toWorld(pair.a.body, pair.a.at), pair.radiusA);
  circle(painter, board_.drawing().toWorld(pair.b.body, pair.b.at), pair.radiusB);
}

QString BeltTool::hint() const {
  return first()
             ? tr("Click the centre of the second pulley")
             : tr("Click the point of a link about which the first pulley turns, as the centre of a disc");
}

QString BeltTool::tellWheel(const Wheel& wheel) const {
  return tr("pulley of %1").arg(nameWheel(wheel));
}

// A crossed belt goes between its pulleys, an open one around both.
QString BeltTool::refuse(const Wheel& first, const Wheel& second) const {
  const QString wrong = WheelPairTool::refuse(first, second);
  if (!wrong.isEmpty()) return wrong;
  const Drawing& drawing = board_.drawing();
  const double distance = length(worldOf(second) - worldOf(first));
  const double a = findPulley(drawing, first.centre, distance),
               b = findPulley(drawing, second.centre, distance);
  if (distance > (crossed_ ? a + b : std::abs(a - b))) return {};
  const QString one = nameWheel(first), other = nameWheel(second);
  return crossed_ ? tr("The pulleys of %1 and %2 overlap: no crossed belt goes between them").arg(one, other)
                  : tr("One of the pulleys of %1 and %2 lies inside the other: no belt goes around both")
                        .arg(one, other);
}

QStringList BeltTool::options() const {
  return {tr("open"), tr("crossed")};
}

void BeltTool::finish(const Wheel& first, const Wheel& second) {
  std::string id;
  board_.edit(tr("draw belt"), [&](Mechanism& m) {
    id = addBelt(m, board_.drawing(), first.centre, second.centre, crossed_);
  });
  board_.selection().select({ElementKind::joint, id});
}

void BeltTool::paintPair(QPainter& painter, const Wheel& first, const Wheel& second) {
  const QTransform& map = board_.view().toPixel;
  const QPointF a = map.map(worldOf(first)), b = map.map(second.clicked);
  const double scale = board_.view().scale(), reach = length(b - a);
  const double ra = scale * findPulley(board_.drawing(), first.centre, reach / scale);
  QPolygonF line;
  for (const auto& [x, y] : makeBeltLine({{a.x(), a.y()}, {b.x(), b.y()}, ra, kPulley * reach, crossed_}))
    line << QPointF(x, y);
  symbols::drawRope(painter, line, board_.view().palette.action);
}

}  // namespace clank
