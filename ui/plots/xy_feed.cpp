// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/xy_feed.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "ui/look/part_names.h"
#include "ui/look/shown_units.h"
#include "ui/look/words.h"

namespace clank {
namespace {

constexpr double kRounding = 1e-8;             // of a turn: a run of one turn ends with one
constexpr std::size_t kMostDrawn = 1U << 16U;  // drawn of a curve; left out are the first
constexpr std::size_t kMostDots = 1U << 14U;
constexpr std::size_t kSamplesATurn = 1U << 18U;  // looked at for dots before others have their turn
constexpr std::size_t kClearances = 4096;         // looked at of what is new

// "B.eccentricity_x" as "eccentricity x of B"; of the part that the title names without it.
QString toAxisName(const Channel& channel, const std::string& titlePart) {
  const auto dot = channel.name.rfind('.');
  QString name = toText(dot == std::string::npos ? channel.name : channel.name.substr(dot + 1));
  name.replace('_', ' ');
  if (dot != std::string::npos && channel.name.substr(0, dot) != titlePart)
    name = tr("%1 of %2").arg(name, namePart(channel.name.substr(0, dot)));
  return name;
}

}  // namespace

std::optional<std::size_t> findTurning(const Trajectory& trajectory) {
  if (trajectory.sampleCount() < 2) return {};
  const auto first = trajectory.row(0), last = trajectory.row(trajectory.sampleCount() - 1);
  std::optional<std::size_t> found;
  double most = 2 * std::numbers::pi * (1 - kRounding);
  for (std::size_t c = 0; c < trajectory.channels().size(); ++c) {
    if (!trajectory.channels()[c].name.ends_with(".angle")) continue;
    const double way = std::abs(last[c] - first[c]);
    if (!(way > most * (1 + 1e-9))) continue;  // of equals the first
    most = way;
    found = c;
  }
  return found;
}

TurnReader::TurnReader(const Trajectory& trajectory, std::size_t turning)
    : turning_(turning), side_(findSide(trajectory, turning)) {}

double TurnReader::findSide(const Trajectory& trajectory, std::size_t turning) {
  const double start = trajectory.row(0)[turning];
  return trajectory.row(trajectory.sampleCount() - 1)[turning] >= start ? 1 : -1;
}

bool TurnReader::isOf(const Trajectory& trajectory, std::size_t turning) const {
  return turning_ == turning && side_ == findSide(trajectory, turning);
}

void TurnReader::read(const Trajectory& trajectory, std::size_t samples) {
  const double turn = 2 * std::numbers::pi, start = trajectory.row(0)[turning_];
  const auto countTurns = [&](std::size_t i) { return side_ * (trajectory.row(i)[turning_] - start) / turn; };
  const std::size_t end = std::min(trajectory.sampleCount(), next_ + samples);
  double before = next_ < end ? countTurns(next_ - 1) : 0;
  for (; next_ < end; ++next_) {
    const double after = countTurns(next_);
    for (; after >= turns_ - kRounding && after > before; turns_ += 1)
      moments_.push_back({next_, std::clamp((turns_ - before) / (after - before), 0.0, 1.0)});
    before = after;
  }
}

std::vector<SectionPoint> TurnReader::list(const Trajectory& trajectory, std::size_t x, std::size_t y) const {
  std::vector<SectionPoint> points;
  for (std::size_t i = moments_.size() - std::min(moments_.size(), kMostDots); i < moments_.size(); ++i) {
    const auto a = trajectory.row(moments_[i].after - 1), b = trajectory.row(moments_[i].after);
    const auto mix = [&](std::size_t c) { return a[c] + moments_[i].part * (b[c] - a[c]); };
    points.push_back({mix(0), mix(x), mix(y)});
  }
  return points;
}

void PressedRows::read(const Trajectory& trajectory, std::size_t penetration) {
  const auto isPressed = [&](std::size_t row) { return trajectory.row(row)[penetration] > 0; };
  for (const std::size_t end = std::min(trajectory.sampleCount(), kMostRead); next_ < end; ++next_) {
    if (!isPressed(next_)) continue;
    if (next_ == 0 || !isPressed(next_ - 1)) rows_.push_back(0);
    ++rows_.back();
  }
}

int PressedRows::findMedian() const {
  if (rows_.empty()) return 0;
  std::vector<int> rows = rows_;
  const auto middle = rows.begin() + static_cast<std::ptrdiff_t>(rows.size() / 2);
  std::nth_element(rows.begin(), middle, rows.end());
  return *middle;
}

XyFeed::XyFeed(XyCanvas& canvas) : canvas_(canvas) {
  more_.setSingleShot(true);
  QObject::connect(&more_, &QTimer::timeout, &canvas, [this] { advance(); });
}

void XyFeed::stop() {
  more_.stop();
  trajectory_ = nullptr;
}

void XyFeed::setView(double from, double to) {
  if (from == from_ && to == to_) return;
  from_ = from;
  to_ = to;
  if (!trajectory_ || channels_.empty()) return;
  choice_.everyTurn ? showDots() : advanceLines();
  canvas_.refresh();
}

void XyFeed::start(const PlotChoice& choice, const Trajectory& trajectory, const Trajectory* previous,
                   const std::vector<Overlay>& overlays) {
  choice_ = choice;
  trajectory_ = &trajectory;
  channels_.clear();
  names_.clear();
  drawn_ = {};
  clearance_ = 0;
  normal_.reset();
  knownSamples_ = 0;
  turns_ = {};
  pressed_ = {};
  scale_.restart(trajectory.channels());
  over_ = trajectory.findChannel(choice.over);
  canvas_.clearCurves();
  isAlone_ = true;
  canvas_.setEqual(choice.equalAxes);
  canvas_.setDotted(choice.everyTurn);
  canvas_.setCircle(0);
  canvas_.setLogarithmic(false, choice.logY);
  addCurves(previous, overlays);
  advance();
}

void XyFeed::addCurves(const Trajectory* previous, const std::vector<Overlay>& overlays) {
  const auto columnOfLast = [](const Trajectory& run, std::size_t channel) {
    return columnOf(run, channel, findLast(run, -HUGE_VAL, HUGE_VAL, kMostDrawn));
  };
  for (const auto& name : choice_.channels)
    if (over_ && trajectory_->findChannel(name)) names_.push_back(name);
  const auto labels = makeLabels(names_);
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const int curve = canvas_.addCurve(labels[i]);
    channels_.push_back(*trajectory_->findChannel(names_[i]));
    if (choice_.everyTurn) continue;
    for (const Overlay& overlay : overlays) {
      const auto x = overlay.trajectory->findChannel(choice_.over),
                 y = overlay.trajectory->findChannel(names_[i]);
      if (!x || !y) continue;
      isAlone_ = false;
      canvas_.addOverlay(i == 0 ? overlay.name : QString(), overlay.colour,
                         columnOfLast(*overlay.trajectory, *x), columnOfLast(*overlay.trajectory, *y));
    }
    if (!previous || !overlays.empty()) continue;
    const auto x = previous->findChannel(choice_.over), y = previous->findChannel(names_[i]);
    if (!x || !y) continue;
    isAlone_ = false;
    canvas_.setGhost(curve, columnOfLast(*previous, *x), columnOfLast(*previous, *y));
  }
  showTitle();
  tellWhatIsMissing(true);
  if (names_.empty()) return;
  const auto& channels = trajectory_->channels();
  const bool oneUnit = std::all_of(channels_.begin(), channels_.end(), [&](std::size_t c) {
    return channels[c].unit == channels[channels_[0]].unit;
  });
  const Channel& first = channels[channels_[0]];
  const std::string part = choice_.over.substr(0, choice_.over.rfind('.'));
  const std::string titlePart = choice_.title.contains(namePart(part)) ? part : std::string();
  canvas_.setAxes(toAxisName(channels[*over_], titlePart), toText(channels[*over_].unit),
                  names_.size() == 1 ? toAxisName(first, titlePart) : QString(),
                  oneUnit ? toText(first.unit) : QString());
}

std::vector<int> XyFeed::listCurvesOf(const std::string& part) const {
  std::vector<int> curves;
  for (std::size_t i = 0; i < names_.size(); ++i)
    if (speaksOf(names_[i], part) || speaksOf(choice_.over, part)) curves.push_back(static_cast<int>(i));
  return curves;
}

std::string XyFeed::findSignal(int curve) const {
  const auto index = static_cast<std::size_t>(curve);
  return curve >= 0 && index < names_.size() ? names_[index] : std::string();
}

void XyFeed::advance() {
  if (!trajectory_) return;
  if (channels_.empty()) {
    tellWhatIsMissing(true);
    return canvas_.refresh();
  }
  const bool isKnown = knownSamples_ == trajectory_->sampleCount();
  if (isKnown && !(choice_.everyTurn && !turns_.isAtEnd(*trajectory_))) return;
  if (!isKnown) {
    findClearance();
    scale_.add(*trajectory_, knownSamples_);
    updFloors();
    knownSamples_ = trajectory_->sampleCount();
  }
  choice_.everyTurn ? advanceSection() : advanceLines();
  canvas_.refresh();
}

void XyFeed::tellWhatIsMissing(bool hasTurned) {
  if (isAlone_ && trajectory_->sampleCount() < 2) return canvas_.setHint(tellToRun());
  if (names_.empty()) return canvas_.setHint(tellWhyNone());
  canvas_.setHint(hasTurned ? QString() : tr("Nothing has turned once round yet"));
}

// Figures of play stay for the next run of a joint that is ideal in this one.
QString XyFeed::tellWhyNone() const {
  const std::size_t dot = choice_.over.rfind('.');
  const std::string part = choice_.over.substr(0, dot);
  const std::string what = dot == std::string::npos ? std::string() : choice_.over.substr(dot + 1);
  const bool isPlay = what.starts_with("eccentricity") || what == "penetration";
  const bool isThere = std::ranges::any_of(
      trajectory_->channels(), [&](const Channel& channel) { return channel.name.starts_with(part + '.'); });
  return isPlay && isThere ? tr("%1 is without clearance in this run").arg(namePart(part))
                           : tr("This run has no such channel");
}

void XyFeed::updFloors() {
  const auto& channels = trajectory_->channels();
  double least = scale_.findFloor(channels[channels_[0]]);
  for (const std::size_t channel : channels_) least = std::min(least, scale_.findFloor(channels[channel]));
  canvas_.setFloors(scale_.findFloor(channels[*over_]), least);
}

// The part that is drawn may be twice as long as it need be before its begin is left out.
void XyFeed::advanceLines() {
  tellWhatIsMissing(true);
  canvas_.setTimes(from_, to_);
  const SampleRange wanted = findLast(*trajectory_, from_, to_, kMostDrawn);
  const SampleRange longest = findLast(*trajectory_, from_, to_, 2 * kMostDrawn);
  const bool goesOn = drawn_.size() > 0 && drawn_.first >= longest.first && drawn_.first <= wanted.first &&
                      drawn_.end <= wanted.end;
  const SampleRange added = goesOn ? SampleRange{drawn_.end, wanted.end} : wanted;
  const auto t = columnOf(*trajectory_, 0, added), x = columnOf(*trajectory_, *over_, added);
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    const auto y = columnOf(*trajectory_, channels_[i], added);
    goesOn ? canvas_.append(static_cast<int>(i), t, x, y) : canvas_.replace(static_cast<int>(i), t, x, y);
  }
  drawn_ = {goesOn ? drawn_.first : added.first, added.end};
  if (choice_.over.ends_with(".penetration")) pressed_.read(*trajectory_, *over_);
  showTitle();
}

// Few dots: all again, as the angle that turns most may be another one by now.
void XyFeed::advanceSection() {
  const auto turning = findTurning(*trajectory_);
  tellWhatIsMissing(turning.has_value());
  if (!turning) return;
  if (!turns_.isOf(*trajectory_, *turning)) turns_ = TurnReader(*trajectory_, *turning);
  turns_.read(*trajectory_, kSamplesATurn);
  showDots();
  if (!turns_.isAtEnd(*trajectory_)) more_.start(0);
}

void XyFeed::showDots() {
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    std::vector<double> t, x, y;
    for (const SectionPoint& point : turns_.list(*trajectory_, *over_, channels_[i])) {
      if (point.t < from_ || point.t > to_) continue;
      t.push_back(point.t);
      x.push_back(point.x);
      y.push_back(point.y);
    }
    canvas_.replace(static_cast<int>(i), t, x, y);
  }
}

// A block or pin that slides has two sides; in the world they are two lines, as long as its guide does not
// turn. Beside what rounding leaves of it, the eccentricity points across them. A guide that turns with its
// link has its sides all around.
std::optional<QPointF> XyFeed::findNormal(double clearance) const {
  if (!trajectory_->findChannel(choice_.circleOf + ".travel")) return std::nullopt;
  const auto x = trajectory_->findChannel(choice_.circleOf + ".eccentricity_x"),
             y = trajectory_->findChannel(choice_.circleOf + ".eccentricity_y");
  constexpr double kSeen = 1e-3, kTurned = 1e-3;  // of the clearance; sine of the angle
  const std::size_t step = std::max<std::size_t>(1, trajectory_->sampleCount() / kClearances);
  std::optional<QPointF> normal;
  for (std::size_t i = 0; i < trajectory_->sampleCount(); i += step) {
    const auto row = trajectory_->row(i);
    const QPointF at(row[*x], row[*y]);
    const double size = std::hypot(at.x(), at.y());
    if (!(size > kSeen * clearance)) continue;
    if (!normal)
      normal = at / size;
    else if (std::abs(normal->x() * at.y() - normal->y() * at.x()) > kTurned * size)
      return std::nullopt;
  }
  return normal;
}

// The clearance is what the journal has to the bearing: gap and eccentricity together.
void XyFeed::findClearance() {
  if (choice_.circleOf.empty()) return;
  const auto gap = trajectory_->findChannel(choice_.circleOf + ".gap"),
             x = trajectory_->findChannel(choice_.circleOf + ".eccentricity_x"),
             y = trajectory_->findChannel(choice_.circleOf + ".eccentricity_y");
  if (!gap || !x || !y) return;
  constexpr double kNoise = 1e-6,
                   kNoClearance = 1e-11;  // m: a joint that wears out has none at first, but rounding
  const double before = knownSamples_ > 0 ? clearance_ : 0;
  double clearance = before;
  const std::size_t step =
      std::max<std::size_t>(1, (trajectory_->sampleCount() - knownSamples_) / kClearances);
  for (std::size_t i = knownSamples_; i < trajectory_->sampleCount(); i += step) {
    const auto row = trajectory_->row(i);
    const double now = row[*gap] + std::hypot(row[*x], row[*y]);
    if (now > std::max(kNoClearance, clearance * (1 + kNoise))) clearance = now;
  }
  const auto normal = findNormal(clearance);
  if (clearance == before && normal == normal_ && knownSamples_ > 0) return;
  clearance_ = clearance;
  normal_ = normal;
  normal ? canvas_.setBand(clearance, *normal) : canvas_.setCircle(clearance);
  showTitle();
}

void XyFeed::showTitle() {
  QStringList notes;
  if (!choice_.circleOf.empty() && !names_.empty())
    notes.append(clearance_ > 0 ? tr("clearance %1").arg(writeShown(clearance_, "m"))
                                : tr("no clearance yet"));
  if (choice_.everyTurn) notes.append(tr("one dot a turn"));
  // Loops of contacts that are shorter than some steps between rows are drawn with corners.
  constexpr int kFew = 20;
  QString advice;
  if (const int rows = pressed_.findMedian(); rows > 0 && rows < kFew)
    advice = rows == 1 ? tr("1 row a contact: shorten the output interval")
                       : tr("%1 rows a contact: shorten the output interval").arg(rows);
  const QString left = describeLeftOut(*trajectory_, drawn_, from_);
  if (!left.isEmpty()) notes.append(left);
  canvas_.setTitle(choice_.title.isEmpty() ? makeTitle(names_) : choice_.title, notes.join(", "), advice);
}

}  // namespace clank
