// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/study_edits.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/math/units.h"
#include "core/model/fields.h"
#include "ui/document/element_edits.h"

namespace clank {
namespace {

constexpr double kSpread = 3;        // deviations from the mean to the ends of a range
constexpr double kTolerance = 1e-3;  // of a value, where nothing else is known

QString inWords(const char* text) {
  return QCoreApplication::translate("StudyEdits", text);
}

// Without what is left of a computation: 0.30000000000000004 is 0.3.
double toTidy(double value) {
  return QString::number(value, 'g', 12).toDouble();
}

// shown: with the values in force.
StudyParameter makeParameter(const Parameter& shown, bool isGrid) {
  StudyParameter made;
  made.parameter = shown.id;
  if (!shown.choices.empty()) {
    made.words = shown.choices;
    return made;
  }
  if (isGrid) {
    std::tie(made.from, made.to) = proposeRange(shown);
  } else {
    const auto unit = findUnit(shown.unit);
    const double value = shown.value.value / (unit ? unit->factor : 1);
    made.distribution = Distribution::normal;
    made.mean = toTidy(value);
    made.deviation = toTidy(value == 0 ? kTolerance : kTolerance * std::abs(value));
  }
  return made;
}

// The same with the numbers it would have on a grid, in the unit of its parameter.
void toRange(StudyParameter& drawn, const StudyParameter& known, const std::string& unit) {
  if (known.distribution.value == Distribution::normal && known.mean && known.deviation) {
    const double mean = toUnitOf(unit, *known.mean), by = kSpread * toUnitOf(unit, *known.deviation);
    drawn.from = toTidy(mean - by);
    drawn.to = toTidy(mean + by);
  }
  drawn.distribution = Distribution::none;
  drawn.mean.reset();
  drawn.deviation.reset();
  drawn.mode.reset();
}

void toNormal(StudyParameter& drawn, const StudyParameter& known, const std::string& unit) {
  if (known.from && known.to && !known.mean) {
    const double from = toUnitOf(unit, *known.from), to = toUnitOf(unit, *known.to);
    drawn.mean = toTidy((from + to) / 2);
    drawn.deviation = toTidy((to - from) / (2 * kSpread));
  }
  drawn.from.reset();
  drawn.to.reset();
  drawn.mode.reset();
}

// One that can be read.
const Study* findStudy(const MechanismDocument& document, const std::string& id) {
  const Study* found = findById(document.drawn().studies, id);
  return found && !found->unread ? found : nullptr;
}

}  // namespace

std::pair<double, double> proposeRange(const Parameter& shown) {
  const auto unit = findUnit(shown.unit);
  const double factor = unit ? unit->factor : 1, value = shown.value.value / factor;
  const double by = value == 0 ? 1 : 0.1 * std::abs(value);
  const bool hasRange = shown.min && shown.max && shown.max->value > shown.min->value;
  return {toTidy(hasRange ? shown.min->value / factor : value - by),
          toTidy(hasRange ? shown.max->value / factor : value + by)};
}

StudyQuantity makeQuantity(const std::vector<StudyQuantity>& others, const std::string& value,
                           const std::string& unit, const std::string& hint) {
  StudyQuantity made;
  std::string id;
  for (const char c : hint) id += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  made.id = makeFreeId(others, id.empty() ? "q" : id);
  made.value = value;
  made.unit = unit;
  return made;
}

std::string addStudy(MechanismDocument& document) {
  Study study;
  const auto& studies = document.drawn().studies;
  for (std::size_t n = studies.size() + 1; study.id.empty() || findById(studies, study.id); ++n)
    study.id = "study" + std::to_string(n);
  if (!document.drawn().cases.empty() && document.drawn().cases.front().id != document.caseId())
    study.caseId = document.caseId();
  document.edit(inWords("add a study"), [&](Mechanism& m) { m.studies.push_back(study); });
  return study.id;
}

std::string duplicateStudy(MechanismDocument& document, const std::string& id) {
  const Study* study = findStudy(document, id);
  if (!study) return {};
  Study copy = *study;
  copy.id = makeFreeId(document.drawn().studies, id);
  document.edit(inWords("duplicate the study %1").arg(QString::fromStdString(id)),
                [&](Mechanism& m) { m.studies.push_back(copy); });
  return copy.id;
}

void removeStudy(MechanismDocument& document, const std::string& id) {
  document.edit(inWords("delete the study %1").arg(QString::fromStdString(id)), [&](Mechanism& m) {
    std::erase_if(m.studies, [&](const Study& study) { return study.id == id; });
  });
}

bool addStudyParameter(MechanismDocument& document, const std::string& studyId,
                       const std::string& parameter) {
  const Study* study = findStudy(document, studyId);
  const Parameter* shown = findById(document.shown().parameters, parameter);
  if (!study || !shown) return false;
  if (std::ranges::find(study->parameters, parameter, &StudyParameter::parameter) != study->parameters.end())
    return false;
  const StudyParameter made = makeParameter(*shown, study->sampling.value == Sampling::grid);
  return document.edit(
      inWords("vary %1 in %2").arg(QString::fromStdString(parameter), QString::fromStdString(studyId)),
      [&](Mechanism& m) { findById(m.studies, studyId)->parameters.push_back(made); });
}

void addStudyQuantity(MechanismDocument& document, const std::string& studyId, const std::string& value,
                      const std::string& unit, const std::string& hint) {
  const Study* study = findStudy(document, studyId);
  if (!study || std::ranges::find(study->quantities, value, &StudyQuantity::value) != study->quantities.end())
    return;
  const StudyQuantity quantity = makeQuantity(study->quantities, value, unit, hint);
  document.edit(
      inWords("compute %1 in %2").arg(QString::fromStdString(value), QString::fromStdString(studyId)),
      [&](Mechanism& m) { findById(m.studies, studyId)->quantities.push_back(quantity); });
}

void completeStudy(Mechanism& mechanism, const std::string& pointer) {
  const auto place = findStudyOf({"", pointer});
  if (!place || *place >= mechanism.studies.size()) return;
  const bool isSampling = pointer.ends_with("/sampling"), isShape = pointer.ends_with("/distribution");
  if (!isSampling && !isShape) return;
  Problems ignored;
  const Mechanism known = resolve(mechanism, mechanism.studies[*place].caseId, {}, ignored);
  Study& study = mechanism.studies[*place];
  for (std::size_t k = 0; k < study.parameters.size(); ++k) {
    StudyParameter& drawn = study.parameters[k];
    const StudyParameter& values = known.studies[*place].parameters[k];
    const Parameter* parameter = findById(known.parameters, drawn.parameter);
    if (!parameter || !parameter->choices.empty()) continue;
    if (isSampling && study.sampling.value == Sampling::grid) toRange(drawn, values, parameter->unit);
    if (!isShape || !pointer.ends_with("/parameters/" + std::to_string(k) + "/distribution")) continue;
    if (drawn.distribution.value == Distribution::normal) {
      toNormal(drawn, values, parameter->unit);
    } else {
      const Distribution wanted = drawn.distribution.value;
      StudyParameter before = values;
      if (!values.from && values.mean) before.distribution = Distribution::normal;
      toRange(drawn, before, parameter->unit);
      drawn.distribution = wanted;
    }
  }
}

}  // namespace clank
