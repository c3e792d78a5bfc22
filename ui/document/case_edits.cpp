// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/case_edits.h"

#include <QCoreApplication>
#include <algorithm>

#include "ui/document/element_edits.h"

namespace clank {
namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("CaseEdits", text);
}

std::string makeCaseId(const Mechanism& m) {
  for (std::size_t n = m.cases.size() + 1;; ++n) {
    std::string id = "case" + std::to_string(n);
    if (!findById(m.cases, id)) return id;
  }
}

QString nameOf(const Case& c) {
  return QString::fromStdString(c.name.empty() ? c.id : c.name);
}

// "Merge", "Merge (2)", "Merge (3)"
std::string makeName(const Mechanism& m, const std::string& wanted) {
  const auto isTaken = [&](const std::string& name) {
    return std::any_of(m.cases.begin(), m.cases.end(), [&](const Case& c) { return c.name == name; });
  };
  std::string name = wanted;
  for (int n = 2; isTaken(name); ++n) name = wanted + " (" + std::to_string(n) + ")";
  return name;
}

void insert(MechanismDocument& document, const QString& text, Case added) {
  const std::string id = added.id;
  document.edit(text, [&](Mechanism& m) {
    auto after = std::find_if(m.cases.begin(), m.cases.end(),
                              [&](const Case& c) { return c.id == document.caseId(); });
    m.cases.insert(after == m.cases.end() ? after : after + 1, std::move(added));
  });
  document.setCase(QString::fromStdString(id));
}

void change(MechanismDocument& document, const QString& text, const std::function<void(Case&)>& how) {
  const std::string id = document.caseId();
  if (!findById(document.drawn().cases, id)) return;
  document.edit(text, [&](Mechanism& m) { how(*findById(m.cases, id)); });
}

}  // namespace

void addCase(MechanismDocument& document) {
  const Mechanism& m = document.drawn();
  Case added;
  added.id = makeCaseId(m);
  added.name = makeName(m, tr("Case %1").arg(m.cases.size() + 1).toStdString());
  for (const Parameter& p : m.parameters) added.set[p.id] = findParameterText(m, document.caseId(), p.id);
  const QString text = tr("add %1").arg(nameOf(added));
  insert(document, text, std::move(added));
}

void duplicateCase(MechanismDocument& document) {
  const Mechanism& m = document.drawn();
  const Case* inForce = findById(m.cases, document.caseId());
  if (!inForce) return;
  Case added = *inForce;
  added.id = makeCaseId(m);
  added.name = makeName(m, nameOf(*inForce).toStdString());
  const QString text = tr("duplicate %1").arg(nameOf(*inForce));
  insert(document, text, std::move(added));
}

void renameCase(MechanismDocument& document, const QString& name) {
  if (name.trimmed().isEmpty()) return;
  change(document, tr("rename the case to %1").arg(name.trimmed()),
         [&](Case& c) { c.name = name.trimmed().toStdString(); });
}

void describeCase(MechanismDocument& document, const QString& note) {
  change(document, tr("describe the case"), [&](Case& c) { c.note = note.trimmed().toStdString(); });
}

void removeCase(MechanismDocument& document) {
  const std::string id = document.caseId();
  const auto& cases = document.drawn().cases;
  const auto at = std::find_if(cases.begin(), cases.end(), [&](const Case& c) { return c.id == id; });
  if (at == cases.end()) return;
  const bool isLast = at + 1 == cases.end();
  const std::string next = cases.size() == 1 ? "" : isLast ? (at - 1)->id : (at + 1)->id;
  const QString text = tr("delete %1").arg(nameOf(*at));
  document.edit(text,
                [&](Mechanism& m) { std::erase_if(m.cases, [&](const Case& c) { return c.id == id; }); });
  if (!next.empty()) document.setCase(QString::fromStdString(next));
}

}  // namespace clank
