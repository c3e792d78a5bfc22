// SPDX-License-Identifier: GPL-3.0-or-later
// How long a run is and how often it is written down, beside the timeline.
#pragma once

#include <QWidget>
#include <vector>

#include "ui/document/mechanism_document.h"

namespace clank {

class PropertyForm;

// Of the settings of a run: does it stand beside the timeline?
bool isRunTime(const std::string& key);

class RunTimes : public QWidget {
  Q_OBJECT
 public:
  explicit RunTimes(MechanismDocument& document, QWidget* parent = nullptr);
  // As wide as what they say needs, for a narrow window; else as the panel above them.
  void setTight(bool tight);
  QSize sizeHint() const override;

 Q_SIGNALS:
  void heightChanged();  // what it needs at least

 protected:
  bool event(QEvent* event) override;

 private:
  void planRefresh();

  int wantedWidth() const;
  int labelWidth() const;
  void alignLabels();
  void updLeastHeight();

  std::vector<PropertyForm*> forms_;  // one of each time
  bool isTight_ = false;
  bool planned_ = false;
};

}  // namespace clank
