// SPDX-License-Identifier: GPL-3.0-or-later
// What the right button offers about the names of points.
#include <QMenu>

#include "ui/board/board.h"
#include "ui/board/plane.h"
#include "ui/board/point_names.h"
#include "ui/board/tidy_number.h"
#include "ui/board/tolerances.h"
#include "ui/document/named_points.h"
#include "ui/look/part_names.h"
#include "ui/look/words.h"

namespace clank {
namespace {

PlanePoint toPlane(QPointF p) {
  return {p.x(), p.y()};
}

// "point1", or with the next number that is free.
std::string proposeName(const Body& body) {
  for (int number = 1;; ++number)
    if (std::string id = "point" + std::to_string(number); !findPoint(body, id)) return id;
}

}  // namespace

// In a pin every body has a point of its own; elsewhere the body is meant that a tool would mean there.
void Board::addNameActions(QMenu& menu, const CanvasMouse& mouse) {
  const double within = kReach / canvas_->scale();
  std::vector<BodyPoint> places;
  if (const Handle* handle = drawing_.handleAt(mouse.world, within)) {
    for (const int body : handle->bodies)
      if (body != kFrameIndex) places.push_back({body, drawing_.toBody(body, handle->world)});
  } else {
    SnapSettings settings;
    settings.within = within;
    settings.pixel = 1 / canvas_->scale();
    settings.grid = canvas_->isGridShown() ? canvas_->gridStep() : 0;
    if (const auto meant = findMeantLink(snap(drawing_, mouse.world, settings))) places.push_back(*meant);
  }
  for (const BodyPoint& place : places) addNameAction(menu, place, places.size() == 1, mouse.pixel);
}

void Board::addNameAction(QMenu& menu, const BodyPoint& place, bool isAlone, QPointF pixel) {
  const std::string id = drawing_.idOf(place.body);
  const Body* body = findById(document_.shown().bodies, id);
  if (!body) return;
  const QString owner = namePart(id);
  const auto askName = [this, place, pixel] { askPointName(pixel, place); };
  const NamedPoint* point = findPointAt(*body, toPlane(place.at));
  if (!point) {
    menu.addAction(isAlone ? tr("Name this point...") : tr("Name this point of %1...").arg(owner), this,
                   askName);
    return;
  }
  const QString name = toText(point->id);
  menu.addAction(tr("Rename %1 of %2...").arg(name, owner), this, askName);
  menu.addAction(tr("Take the name %1 of %2 away").arg(name, owner), this, [this, id, point = point->id] {
    edit(
        tr("take the name %1 away").arg(toText(point)), [&](Mechanism& m) { removePoint(m, id, point); }, -1);
  });
}

void Board::askPointName(QPointF pixel, const BodyPoint& place) {
  const std::string id = drawing_.idOf(place.body);
  const Body* body = findById(document_.shown().bodies, id);
  if (!body) return;
  const NamedPoint* point = findPointAt(*body, toPlane(place.at));
  const std::string before = point ? point->id : std::string();
  ask(pixel, tr("Name of this point of %1").arg(namePart(id)), toText(point ? before : proposeName(*body)),
      [this, id, before, place](const QString& typed) -> QString {
        const std::string name = typed.trimmed().toStdString();
        const Body* owner = findById(document_.shown().bodies, id);
        if (!owner) return {};
        if (const std::string wrong = explainPointId(*owner, name, before); !wrong.empty())
          return toText(wrong);
        const Point at = makePoint(place.at);
        edit(
            before.empty() ? tr("name %1 of %2").arg(toText(name), namePart(id))
                           : tr("rename %1 of %2").arg(toText(before), namePart(id)),
            [&](Mechanism& m) {
              if (before.empty())
                namePoint(m, document_.shown(), id, {at.x.value, at.y.value}, name);
              else
                renamePoint(m, id, before, name);
            },
            -1);
        return {};
      });
}

}  // namespace clank
