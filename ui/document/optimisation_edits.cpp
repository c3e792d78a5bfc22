// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/optimisation_edits.h"

#include <QCoreApplication>
#include <algorithm>

#include "ui/document/study_edits.h"

namespace clank {
namespace {

QString translated(const char* text) {
  return QCoreApplication::translate("OptimisationEdits", text);
}

// One that can be read.
const Optimisation* findSearch(const MechanismDocument& document, const std::string& id) {
  const Optimisation* found = findById(document.drawn().optimisations, id);
  return found && !found->unread ? found : nullptr;
}

Optimisation makeOptimisation(const Mechanism& drawn, const std::string& caseId) {
  Optimisation made;
  for (std::size_t n = drawn.optimisations.size() + 1;
       made.id.empty() || findById(drawn.optimisations, made.id); ++n)
    made.id = "optimisation" + std::to_string(n);
  if (!drawn.cases.empty() && drawn.cases.front().id != caseId) made.caseId = caseId;
  return made;
}

}  // namespace

std::string addOptimisation(MechanismDocument& document) {
  const Optimisation made = makeOptimisation(document.drawn(), document.caseId());
  document.edit(translated("add an optimisation"), [&](Mechanism& m) { m.optimisations.push_back(made); });
  return made.id;
}

std::string duplicateOptimisation(MechanismDocument& document, const std::string& id) {
  const Optimisation* from = findSearch(document, id);
  if (!from) return {};
  Optimisation copy = *from;
  copy.id = makeFreeId(document.drawn().optimisations, id);
  document.edit(translated("duplicate the optimisation %1").arg(QString::fromStdString(id)),
                [&](Mechanism& m) { m.optimisations.push_back(copy); });
  return copy.id;
}

void removeOptimisation(MechanismDocument& document, const std::string& id) {
  document.edit(translated("delete the optimisation %1").arg(QString::fromStdString(id)), [&](Mechanism& m) {
    std::erase_if(m.optimisations, [&](const auto& one) { return one.id == id; });
  });
}

bool addSearchedParameter(MechanismDocument& document, const std::string& optimisation,
                          const std::string& parameter) {
  const Optimisation* sought = findSearch(document, optimisation);
  const Parameter* shown = findById(document.shown().parameters, parameter);
  if (!sought || !shown || !shown->choices.empty()) return false;
  if (std::ranges::find(sought->parameters, parameter, &SearchedParameter::parameter) !=
      sought->parameters.end())
    return false;
  const auto [from, to] = proposeRange(*shown);
  SearchedParameter made;
  made.parameter = parameter;
  made.from = from;
  made.to = to;
  return document.edit(
      translated("search %1 in %2")
          .arg(QString::fromStdString(parameter), QString::fromStdString(optimisation)),
      [&](Mechanism& m) { findById(m.optimisations, optimisation)->parameters.push_back(made); });
}

void addSoughtQuantity(MechanismDocument& document, const std::string& optimisation, const std::string& value,
                       const std::string& unit, const std::string& hint) {
  const Optimisation* sought = findSearch(document, optimisation);
  if (!sought ||
      std::ranges::find(sought->quantities, value, &StudyQuantity::value) != sought->quantities.end())
    return;
  const StudyQuantity quantity = makeQuantity(sought->quantities, value, unit, hint);
  document.edit(
      translated("compute %1 in %2").arg(QString::fromStdString(value), QString::fromStdString(optimisation)),
      [&](Mechanism& m) {
        Optimisation& changed = *findById(m.optimisations, optimisation);
        changed.quantities.push_back(quantity);
        if (changed.objective.empty()) changed.objective = quantity.id;
      });
}

std::string setTarget(Mechanism& mechanism, const std::string& caseId, PathFit target,
                      const std::string& preferred) {
  auto& all = mechanism.optimisations;
  std::vector<Optimisation*> order;  // those that can be read
  for (auto search = all.rbegin(); search != all.rend(); ++search)
    if (!search->unread) order.insert(search->id == preferred ? order.begin() : order.end(), &*search);
  for (Optimisation* search : order)
    for (PathFit& fit : search->fits)
      if (fit.trace == target.trace) {
        target.id = fit.id;
        target.name = fit.name;
        target.unknown = fit.unknown;
        fit = target;
        return search->id;
      }
  const auto idle = std::ranges::find_if(order, [](const auto* search) { return search->objective.empty(); });
  Optimisation* search = idle == order.end() ? nullptr : *idle;
  if (!search) {
    Optimisation made = makeOptimisation(mechanism, caseId);
    if (const Optimisation* like = findById(all, preferred)) {
      made.caseId = like->caseId;
      made.parameters = like->parameters;
    }
    search = &all.emplace_back(std::move(made));
  }
  target.id = makeFreeId(search->fits, "distance");
  search->objective = target.id;
  search->fits.push_back(std::move(target));
  return search->id;
}

}  // namespace clank
