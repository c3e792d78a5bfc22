// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/run_shelf.h"

#include <QStringList>
#include <algorithm>
#include <utility>

#include "core/math/units.h"

namespace clank {
namespace {

const Parameter* findParameter(const Mechanism& mechanism, const std::string& id) {
  const auto found = std::ranges::find(mechanism.parameters, id, &Parameter::id);
  return found == mechanism.parameters.end() ? nullptr : &*found;
}

bool isSame(const Parameter* one, const Parameter* other) {
  if (!one || !other) return one == other;
  return one->value.value == other->value.value && one->choice == other->choice;
}

}  // namespace

std::vector<const KeptRun*> RunShelf::listShown() const {
  std::vector<const KeptRun*> shown;
  for (const KeptRun& run : runs_)
    if (run.shown) shown.push_back(&run);
  return shown;
}

// The first that no other has.
int RunShelf::chooseColour() const {
  int colour = 0;
  while (std::ranges::find(runs_, colour, &KeptRun::colour) != runs_.end()) ++colour;
  return colour;
}

bool RunShelf::keep(KeptRun run) {
  const auto before = std::ranges::find_if(runs_, [&](const KeptRun& other) {
    return other.name == run.name && other.mechanism == run.mechanism;
  });
  if (before == runs_.end() && isFull()) return false;
  if (before != runs_.end()) {
    run.colour = before->colour;
    *before = std::move(run);
  } else {
    if (run.colour < 0) run.colour = chooseColour();
    runs_.push_back(std::move(run));
  }
  Q_EMIT changed();
  return true;
}

void RunShelf::remove(std::size_t i) {
  runs_.erase(runs_.begin() + static_cast<std::ptrdiff_t>(i));
  Q_EMIT changed();
}

void RunShelf::rename(std::size_t i, const QString& name) {
  const QString trimmed = name.trimmed();
  if (trimmed.isEmpty() || trimmed == runs_[i].name) return;
  runs_[i].name = trimmed;
  Q_EMIT changed();
}

void RunShelf::setColour(std::size_t i, int colour) {
  if (runs_[i].colour == colour) return;
  runs_[i].colour = colour;
  Q_EMIT changed();
}

void RunShelf::setShown(std::size_t i, bool shown) {
  if (runs_[i].shown == shown) return;
  runs_[i].shown = shown;
  Q_EMIT changed();
}

void RunShelf::clear() {
  if (runs_.empty()) return;
  runs_.clear();
  Q_EMIT changed();
}

std::vector<SignalConstant> listConstants(const Mechanism& resolved) {
  std::vector<SignalConstant> constants;
  for (const Parameter& parameter : resolved.parameters)
    if (parameter.choices.empty()) constants.push_back({parameter.id, parameter.value.value});
  return constants;
}

bool hasSameBodies(const std::vector<Channel>& one, const std::vector<Channel>& other) {
  const auto list = [](const std::vector<Channel>& channels) {
    std::vector<std::string> names;
    for (const Channel& channel : channels)
      if (channel.name.ends_with(".vx")) names.push_back(channel.name);
    return names;
  };
  return list(one) == list(other);
}

std::vector<double> readRowAt(const Trajectory& other, double t, const std::vector<Channel>& channels) {
  constexpr double kRounding = 1e-9;
  if (t > other.time(other.sampleCount() - 1) * (1 + kRounding)) return {};
  std::vector<double> at = other.at(t);
  if (other.channels() == channels) return at;
  std::vector<double> row;
  for (const Channel& channel : channels) {
    const auto found = other.findChannel(channel.name);
    row.push_back(found ? at[*found] : 0);
  }
  return row;
}

std::vector<std::string> listDifferingParameters(const std::vector<const Mechanism*>& mechanisms) {
  std::vector<std::string> ids;
  if (mechanisms.empty()) return ids;
  for (const Parameter& parameter : mechanisms.front()->parameters)
    if (std::ranges::any_of(mechanisms, [&](const Mechanism* other) {
          return !isSame(&parameter, findParameter(*other, parameter.id));
        }))
      ids.push_back(parameter.id);
  return ids;
}

QString toParameterText(const Mechanism& mechanism, const std::string& id) {
  const Parameter* parameter = findParameter(mechanism, id);
  if (!parameter) return {};
  if (!parameter->choices.empty()) return QString::fromStdString(parameter->choice);
  const auto unit = findUnit(parameter->unit);
  const QString number = QString::number(parameter->value.value / (unit ? unit->factor : 1), 'g', 6);
  const bool hasUnit = unit && !parameter->unit.empty() && parameter->unit != "1";
  return hasUnit ? number + ' ' + QString::fromStdString(parameter->unit) : number;
}

QString describeDifference(const Mechanism& mechanism, const std::vector<std::string>& differing) {
  QStringList words;
  for (const std::string& id : differing)
    words.push_back(QString::fromStdString(id) + " = " + toParameterText(mechanism, id));
  return words.join(", ");
}

}  // namespace clank

#include "moc_run_shelf.cpp"
