// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/curve_feed.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "core/record/receipt_units.h"
#include "ui/look/compliant_event.h"
#include "ui/look/part_names.h"
#include "ui/look/shown_units.h"
#include "ui/look/words.h"
#include "ui/plots/plot_marks.h"

namespace clank {
namespace {

constexpr std::size_t kMostNamed = 3;

}  // namespace

void CurveFeed::start(const PlotChoice& choice, const Trajectory& trajectory, const Trajectory* previous,
                      const std::vector<Overlay>& overlays, const std::vector<ReferenceOverlay>& references) {
  choice_ = choice;
  trajectory_ = &trajectory;
  columns_.clear();
  parts_.clear();
  shownSamples_ = shownEvents_ = 0;
  scale_.restart(trajectory.channels());
  canvas_.beginCurves();
  canvas_.clearEvents();
  isAlone_ = true;
  if (choice_.kind == PlotChoice::Kind::impulses) {
    canvas_.setTitle(choice_.title, kForceImpulse.impulse, {});
    canvas_.setAxisNames(tr("Impulses"), tr("Angular impulses"));
  } else {
    addCurves(previous, overlays, references);
  }
  canvas_.endCurves();
  advance();
}

std::string CurveFeed::findSignal(int curve) const {
  const auto found =
      std::find_if(columns_.begin(), columns_.end(), [curve](const Column& c) { return c.curve == curve; });
  return found == columns_.end() ? std::string() : found->name;
}

std::vector<int> CurveFeed::listCurvesOf(const std::string& part) const {
  std::vector<int> curves;
  for (const Column& column : columns_)
    if (speaksOf(column.name, part)) curves.push_back(column.curve);
  for (std::size_t i = 0; i < parts_.size(); ++i)
    if (!part.empty() && parts_[i] == part) curves.push_back(static_cast<int>(i));
  return curves;
}

std::string CurveFeed::findPart(int stem) const {
  const auto index = static_cast<std::size_t>(stem);
  return stem >= 0 && index < parts_.size() ? parts_[index] : std::string();
}

int CurveFeed::countAs(const std::string& part) {
  const auto found = std::find(parts_.begin(), parts_.end(), part);
  if (found != parts_.end()) return static_cast<int>(found - parts_.begin());
  parts_.push_back(part);
  return static_cast<int>(parts_.size()) - 1;
}

void CurveFeed::addCurves(const Trajectory* previous, const std::vector<Overlay>& overlays,
                          const std::vector<ReferenceOverlay>& references) {
  std::vector<std::string> names;
  std::vector<Signal> found;
  for (const auto& name : choice_.channels)
    if (auto signal = Signal::findIfThere(name, trajectory_->channels(), constants_)) {
      names.push_back(name);
      found.push_back(std::move(*signal));
    }
  const auto labels = makeLabels(names, !choice_.title.isEmpty());
  QString leftUnit, rightUnit;
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < names.size(); ++i) {
    Signal& signal = found[i];
    const QString unit = signal.isExpression() ? QString("SI") : QString::fromStdString(signal.getUnit());
    if (i == 0) leftUnit = unit;
    const bool left = unit == leftUnit;
    if (!left && rightUnit.isEmpty()) rightUnit = unit;
    if (!left && unit != rightUnit) continue;  // has no scale here: PlotArea gives it a plot of its own
    const QString label = left ? labels[i] : tr("%1 [%2]").arg(labels[i], writeShownUnit(unit));
    const auto axis = left ? PlotCanvas::Axis::left : PlotCanvas::Axis::right;
    const int curve = canvas_.addCurve(label, axis, choice_.hidesZero);
    canvas_.setRun(curve, *trajectory_, signal);
    columns_.push_back({names[i], std::move(signal), curve, axis});
    shown.push_back(names[i]);
    if (overlays.empty() && previous && previous->findChannel(names[i])) {
      canvas_.setGhost(curve, *previous, *Signal::find(names[i], previous->channels()));
      isAlone_ = false;
    }
  }
  addOverlays(shown, overlays);
  addReferences(shown, references);
  const bool isUnknown = choice_.title.isEmpty() && !trajectory_->channels().empty();
  canvas_.setTitle(isUnknown ? makeTitle(names) : choice_.title, leftUnit, rightUnit);
  std::array<std::vector<std::string>, 2> onAxis;
  for (const Column& column : columns_)
    onAxis[column.axis == PlotCanvas::Axis::left ? 0 : 1].push_back(column.name);
  canvas_.setAxisNames(nameAxis(onAxis[0]), nameAxis(onAxis[1]));
}

// Named by the run, and once: which channel it is the dash tells. Many are named by the shelf alone. What is
// zero all along tells nothing.
void CurveFeed::addOverlays(const std::vector<std::string>& shown, const std::vector<Overlay>& overlays) {
  for (const Overlay& overlay : overlays) {
    for (std::size_t i = 0; i < shown.size(); ++i) {
      const auto signal = Signal::findIfThere(shown[i], overlay.trajectory->channels(), overlay.constants);
      if (!signal) continue;
      canvas_.addOverlay(columns_[i].curve, overlays.size() > kMostNamed ? QString() : overlay.name,
                         overlay.colour, *overlay.trajectory, *signal);
      isAlone_ = false;
    }
  }
}

void CurveFeed::addReferences(const std::vector<std::string>& shown,
                              const std::vector<ReferenceOverlay>& references) {
  for (const ReferenceOverlay& reference : references)
    for (std::size_t i = 0; i < shown.size(); ++i)
      if (shown[i] == reference.channel) {
        canvas_.addReference(columns_[i].curve, reference.label, reference.curve, reference.worst);
        isAlone_ = false;
      }
}

void CurveFeed::advance() {
  if (!trajectory_) return;
  updFloors();
  if (choice_.kind == PlotChoice::Kind::impulses) advanceStems();
  for (; shownEvents_ < trajectory_->events().size(); ++shownEvents_)
    if (!isOfCompliantContact(trajectory_->events()[shownEvents_]))  // these are bands
      canvas_.addEventTime(trajectory_->events()[shownEvents_].t);
  tellWhatIsMissing();
  canvas_.refresh();
}

// Axes without a curve on them would look like a run in which nothing happens.
void CurveFeed::tellWhatIsMissing() {
  const bool isBeforeRun = trajectory_->sampleCount() < 2, hasEvents = !trajectory_->events().empty();
  if (choice_.kind == PlotChoice::Kind::impulses)
    canvas_.setHint(hasEvents ? QString() : isBeforeRun ? tellToRun() : tr("No event so far"));
  else if (isBeforeRun && isAlone_)
    canvas_.setHint(tellToRun());
  else
    canvas_.setHint(columns_.empty() ? tr("Choose signals above") : QString());
}

// Of an axis with several curves the least: one that measures an error has none.
void CurveFeed::updFloors() {
  if (shownSamples_ == trajectory_->sampleCount()) return;
  scale_.add(*trajectory_, shownSamples_);
  shownSamples_ = trajectory_->sampleCount();
  std::map<PlotCanvas::Axis, double> floors;
  for (const Column& column : columns_) {
    const double floor =
        column.signal.isExpression() ? 0 : scale_.findFloor({column.name, column.signal.getUnit()});
    const auto [found, isFirst] = floors.try_emplace(column.axis, floor);
    if (!isFirst) found->second = std::min(found->second, floor);
  }
  for (const auto& [axis, floor] : floors) canvas_.setFloor(axis, floor);
}

QString CurveFeed::nameStem(const Receipt& receipt, bool isMoment) {
  const QString symbol = isMoment ? "M" : "P";
  return receipt.element.empty() ? symbol : tr("%1 of %2").arg(symbol, namePart(receipt.element));
}

int CurveFeed::stemColour(std::size_t joint) {
  constexpr std::array kColours{0, 1, 2, 3, 5};
  return kColours[joint % kColours.size()];
}

void CurveFeed::advanceStems() {
  const auto& events = trajectory_->events();
  for (std::size_t i = shownEvents_; i < events.size(); ++i) {
    const Receipt& receipt = events[i];
    const bool moment = isMoment(receipt);  // a scale of its own
    const auto axis = moment ? PlotCanvas::Axis::right : PlotCanvas::Axis::left;
    if (receipt.impulse != 0)
      canvas_.addStem({receipt.t, std::abs(receipt.impulse), nameStem(receipt, moment),
                       PlotStem::kImpactColour, axis, countAs(receipt.element)});
    if (moment && receipt.impulse != 0)
      canvas_.setTitle(choice_.title, kForceImpulse.impulse, findImpulseUnit(receipt));
    for (std::size_t k = 0; k < receipt.jointImpulses.size(); ++k) {
      const auto& joint = receipt.jointImpulses[k];
      const double size = std::hypot(joint.x, joint.y);
      if (size != 0)
        canvas_.addStem({receipt.t, size, namePart(joint.joint), stemColour(k), PlotCanvas::Axis::left,
                         countAs(joint.joint)});
    }
  }
}

}  // namespace clank
