// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/pointing_binding.h"

#include "ui/board/board.h"
#include "ui/look/part_names.h"
#include "ui/panels/event_table.h"
#include "ui/panels/problem_panel.h"
#include "ui/plots/plot_area.h"
#include "ui/scene/scene_view.h"

namespace clank {

PointingBinding::PointingBinding(Views& views, MechanismDocument& document, QObject* parent)
    : QObject(parent), views_(views), document_(document) {
  connect(views_.plots, &PlotArea::signalPointed, this,
          [this](const std::string& signal) { point(findPartOf(signal), views_.plots); });
  connect(views_.board, &Board::partPointed, this,
          [this](const std::string& part) { point(part, views_.board); });
  connect(views_.scene, &SceneView::partPointed, this,
          [this](const std::string& part) { point(part, views_.scene); });
  connect(views_.events, &EventTable::partPointed, this,
          [this](const std::string& part) { point(part, views_.events); });
  connect(views_.problems, &ProblemPanel::pointed, this, [this](const QString& where) {
    const auto element = findElementAt(document_.shown(), where.toStdString());
    point(element ? element->id : std::string(), views_.problems);
  });
  connect(&document_, &MechanismDocument::loaded, this, [this] { point({}, nullptr); });
}

// The first one that an expression names.
std::string PointingBinding::findPartOf(const std::string& signal) const {
  for (const ElementId& element : listElements(document_.shown()))
    if (speaksOf(signal, element.id)) return element.id;
  return {};
}

// Where the mouse is, the board has its own way to show what lies under it.
void PointingBinding::point(const std::string& part, const QObject* from) {
  views_.board->setPointed(from == views_.board ? std::string() : part);
  views_.scene->setPointed(part);
  views_.plots->setPointed(part);
}

}  // namespace clank
