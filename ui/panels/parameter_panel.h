// SPDX-License-Identifier: GPL-3.0-or-later
// The case in force, its parameters with sliders, and the settings of a run.
#pragma once

#include <QScrollArea>
#include <functional>
#include <string>
#include <vector>

#include "ui/document/selection.h"
#include "ui/panels/remark.h"

class QSlider;
class QToolButton;
class QVBoxLayout;

namespace clank {

// What a dragged parameter is called among the formats of a drag; its data is the id.
inline constexpr const char* kParameterMime = "application/x-clank-parameter";

class CaseBar;
class PropertyForm;
class QuantityEdit;

class ParameterPanel : public QScrollArea {
  Q_OBJECT
 public:
  ParameterPanel(MechanismDocument& document, Selection& selection, QWidget* parent = nullptr);
  QSize sizeHint() const override { return {300, 300}; }

 Q_SIGNALS:
  void parameterTaken();  // one is dragged: where it can be dropped has to be in sight

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void planRefresh();
  void refresh();
  void build();
  void addHead(const Parameter& parameter);
  void addNumber(const Parameter& parameter);
  void widenFields();
  void addWords(const Parameter& parameter);
  void bindSlider(QSlider* slider, const std::string& id);
  void change(const std::string& id, const QString& text, int mergeId);
  Remark findRemark(std::size_t index) const;
  void addSolver(QVBoxLayout* into);
  bool hasSolverProblem() const;

  MechanismDocument& document_;
  Selection& selection_;
  CaseBar* case_;
  QVBoxLayout* rows_;
  PropertyForm *settings_, *solver_;
  QToolButton* fold_;  // of the settings of the solver
  std::string shape_;  // of the rows that are there
  std::vector<QuantityEdit*> besideSliders_;
  int fieldWidth_ = 0;                           // px, of those
  std::vector<std::function<void()>> updaters_;  // put new values into the rows
  double builtFor_ = 1;                          // lookScale() of the rows
  int mergeId_ = -1;                             // of the slider in hand
  bool planned_ = false;
};

}  // namespace clank
