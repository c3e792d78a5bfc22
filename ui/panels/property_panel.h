// SPDX-License-Identifier: GPL-3.0-or-later
// What is selected, to edit; with nothing selected the mechanism itself and its settings.
#pragma once

#include <QScrollArea>

#include "ui/document/selection.h"
#include "ui/look/palette.h"

class QLabel;
class QPushButton;

namespace clank {

class PropertyForm;
class TouchLaws;

class PropertyPanel : public QScrollArea {
  Q_OBJECT
 public:
  PropertyPanel(MechanismDocument& document, Selection& selection, QWidget* parent = nullptr);
  QSize sizeHint() const override { return {320, 400}; }
  void setLook(const Palette& palette);

 private:
  void planRefresh();
  void refresh();
  QString makeSubtitle(const ElementId& element) const;
  void showLikeness(const ElementId& element);

  MechanismDocument& document_;
  Selection& selection_;
  QLabel *title_, *subtitle_, *alike_;
  QPushButton* letGo_;  // of the copies that it stays alike with
  PropertyForm* form_;
  TouchLaws* laws_;
  bool planned_ = false;
};

}  // namespace clank
