// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/mechanism_document.h"

#include <QFileInfo>
#include <algorithm>

#include "core/io/mechanism_file.h"

namespace clank {
namespace {

bool hasErrors(const Problems& problems) {
  return std::any_of(problems.begin(), problems.end(),
                     [](const Problem& p) { return p.severity == Severity::error; });
}

}  // namespace

bool MechanismDocument::load(const QString& path, const QString& caseId) {
  auto file = loadMechanism(std::filesystem::path(path.toStdU16String()));
  if (!file) {
    setProblems(std::move(file.error()));
    return false;
  }
  std::string chosen = caseId.toStdString();
  if (chosen.empty() && !file->mechanism.cases.empty()) chosen = file->mechanism.cases.front().id;
  auto resolved = resolve(file->mechanism, chosen);
  if (!resolved) {
    Problems all = std::move(resolved.error());
    all.insert(all.end(), file->warnings.begin(), file->warnings.end());
    setProblems(std::move(all));
    return false;
  }
  path_ = QFileInfo(path).absoluteFilePath();
  drawn_ = std::move(file->mechanism);
  resolved_ = std::move(*resolved);
  caseId_ = std::move(chosen);
  overrides_.clear();
  warnings_ = std::move(file->warnings);
  Q_EMIT loaded();
  setProblems({});
  Q_EMIT resolvedChanged();
  return true;
}

bool MechanismDocument::setCase(const QString& id) {
  return apply(id.toStdString(), {});
}

bool MechanismDocument::setParameter(const QString& id, const QString& text) {
  auto overrides = overrides_;
  if (text.trimmed().isEmpty()) {
    overrides.erase(id.toStdString());
  } else {
    overrides[id.toStdString()] = text.trimmed().toStdString();
  }
  return apply(caseId_, std::move(overrides));
}

bool MechanismDocument::clearParameters() {
  return apply(caseId_, {});
}

bool MechanismDocument::apply(const std::string& caseId, std::map<std::string, std::string> overrides) {
  auto resolved = resolve(drawn_, caseId, overrides);
  if (!resolved) {
    setProblems(std::move(resolved.error()));
    return false;
  }
  const bool changed = caseId != caseId_ || overrides != overrides_;
  resolved_ = std::move(*resolved);
  caseId_ = caseId;
  overrides_ = std::move(overrides);
  setProblems({});
  if (changed) Q_EMIT resolvedChanged();
  return true;
}

QString MechanismDocument::title() const {
  if (!drawn_.name.empty()) return QString::fromStdString(drawn_.name);
  return QFileInfo(path_).completeBaseName();
}

// Appends what is doubtful in the mechanism in force, so that a mended error leaves the list and a warning
// stays.
void MechanismDocument::setProblems(Problems problems) {
  if (!hasErrors(problems)) {
    problems = warnings_;
    const Problems found = validate(resolved_);
    problems.insert(problems.end(), found.begin(), found.end());
  }
  if (problems == problems_) return;
  problems_ = std::move(problems);
  Q_EMIT problemsChanged();
}

}  // namespace clank
