// SPDX-License-Identifier: GPL-3.0-or-later
// What the next run will be: the case in words, its parameters to edit, the settings of the integrator.
#pragma once

#include <QScrollArea>
#include <map>
#include <string>

#include "core/model/mechanism.h"

class QFormLayout;
class QLabel;
class QPushButton;

namespace clank {

class RunPanel : public QScrollArea {
  Q_OBJECT
 public:
  explicit RunPanel(QWidget* parent = nullptr);
  void setMechanism(const Mechanism& resolved, const std::string& caseId,
                    const std::map<std::string, std::string>& overrides);
  // The edit of this parameter did not go through: its field shows why until it is edited again.
  void showError(const QString& parameter, const QString& why);
  QSize sizeHint() const override { return {300, 300}; }

 Q_SIGNALS:
  void parameterEdited(const QString& id, const QString& text);
  void resetAsked();

 private:
  void addParameter(const Parameter& parameter, bool changed);
  void addSettings(const SimulationSettings& settings);

  QLabel *title_, *note_;
  QFormLayout *parameters_, *settings_;
  QPushButton* reset_;
};

}  // namespace clank
