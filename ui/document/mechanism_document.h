// SPDX-License-Identifier: GPL-3.0-or-later
// The mechanism that is open: what was drawn, where it came from, the case and the parameter values in force,
// and the resolved mechanism that follows from them. Drawing commands will go through here too, so nothing
// else changes drawn().
#pragma once

#include <QObject>
#include <QString>
#include <map>
#include <string>

#include "core/model/mechanism.h"

namespace clank {

class MechanismDocument : public QObject {
  Q_OBJECT
 public:
  explicit MechanismDocument(QObject* parent = nullptr) : QObject(parent) {}

  // Reads a file. When it cannot be read, or its default case cannot be resolved, the old document stays and
  // problems() lists everything found. caseId empty: the first case.
  bool load(const QString& path, const QString& caseId = {});
  // Both keep the old choice and list the problems when the new one does not resolve.
  bool setCase(const QString& id);
  bool setParameter(const QString& id, const QString& text);  // empty text: back to the value of the case
  bool clearParameters();

  bool isOpen() const { return !path_.isEmpty(); }
  const QString& path() const { return path_; }
  QString title() const;  // name of the mechanism, or of its file
  const Mechanism& drawn() const { return drawn_; }
  const Mechanism& resolved() const { return resolved_; }
  const std::string& caseId() const {
    return caseId_;
  }  // of the case in force; empty when the file has no cases
  const std::map<std::string, std::string>& overrides() const { return overrides_; }
  const Problems& problems() const { return problems_; }

 Q_SIGNALS:
  void loaded();           // another mechanism; followed by resolvedChanged()
  void resolvedChanged();  // case or parameters
  void problemsChanged();

 private:
  bool apply(const std::string& caseId, std::map<std::string, std::string> overrides);
  void setProblems(Problems problems);

  QString path_;
  Mechanism drawn_, resolved_;
  std::string caseId_;
  std::map<std::string, std::string> overrides_;
  Problems warnings_;  // of the file
  Problems problems_;
};

}  // namespace clank
