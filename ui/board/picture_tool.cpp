// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/picture_tool.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "ui/board/board_view.h"
#include "ui/board/grid.h"
#include "ui/board/plane.h"
#include "ui/board/symbols.h"
#include "ui/board/tidy_number.h"
#include "ui/board/typed_quantity.h"
#include "ui/document/transform.h"
#include "ui/look/shown_units.h"
#include "ui/look/words.h"

namespace clank {
namespace {

constexpr double kNearest = 4;  // px between two points that tell a length

}  // namespace

QString PictureTool::hint() const {
  if (levels_)
    return first_ ? tr("Click a second point on the line that shall be level or upright")
                  : tr("Click two points of the picture that lie on a level or upright line");
  return first_ ? tr("Click the second point, then type the distance between the two")
                : tr("Click two points of the picture whose distance is known");
}

QStringList PictureTool::options() const {
  return {tr("Distance between two points"), tr("Level by two points")};
}

// The one that is selected, or the only one, or the front one at the first point.
bool PictureTool::findPicture(QPointF world) {
  picture_.clear();
  const auto& places = board_.view().pictures;
  for (const PicturePlace& place : places)
    if (!place.hidden && (places.size() == 1 || place.corners.containsPoint(world, Qt::OddEvenFill)))
      picture_ = place.id;
  for (const ElementId& element : board_.selection().elements())
    if (element.kind == ElementKind::picture) picture_ = element.id;
  return !picture_.empty();
}

void PictureTool::press(const ToolMouse& mouse) {
  if (second_) end();
  if (!first_) {
    if (!findPicture(mouse.world))
      return board_.say(board_.view().pictures.empty()
                            ? tr("There is no picture: File > Picture to draw over")
                            : tr("Click on a picture"));
    first_ = mouse.world;
    return;
  }
  if (length(mouse.world - *first_) * board_.view().scale() < kNearest)
    return board_.say(tr("The second point lies on the first: click farther away"));
  second_ = mouse.world;
  levels_ ? makeLevel() : askDistance(mouse.pixel);
}

void PictureTool::askDistance(QPointF pixel) {
  board_.ask(pixel, tr("Distance"), toTyped(writeLength(length(*second_ - *first_), 4)),
             [this](const QString& typed) { return scaleTo(typed); });
  board_.say(tr("Type the distance between the two points, with its unit"));
}

// About the first point, which stays where it is on the sheet.
QString PictureTool::scaleTo(const QString& typed) {
  const auto distance = evaluateTyped(typed, "m", board_.document().shown());
  if (!distance) return toText(distance.error());
  if (!(distance->value > 0)) return tr("a distance is above 0");
  const Picture* shown = findById(board_.document().shown().pictures, picture_);
  if (!shown || !first_ || !second_) return {};
  const double factor = distance->value / length(*second_ - *first_);
  const QPointF at = *first_ + factor * (toPointF(shown->at) - *first_);
  const double width = factor * shown->width.value;
  const std::string id = picture_;
  board_.edit(tr("scale %1").arg(toText(id)), [&](Mechanism& m) {
    Picture* picture = findById(m.pictures, id);
    picture->width = makeRound(width, 9);
    picture->at = makePoint(at);
  });
  end();
  board_.selection().select({ElementKind::picture, id});
  board_.say(tr("%1 is %2 wide; Esc, then drag it to its place").arg(toText(id), writeLength(width, 4)));
  return {};
}

// Turned by less than an eighth of a turn, so that the line lies along the nearest axis.
void PictureTool::makeLevel() {
  const double quarter = std::numbers::pi / 2;
  const double angle = angleOf(*second_ - *first_);
  const PlaneMotion motion{{first_->x(), first_->y()}, std::round(angle / quarter) * quarter - angle, 0, 0};
  const ElementId picture{ElementKind::picture, picture_};
  board_.edit(tr("level %1").arg(toText(picture_)),
              [&](Mechanism& m) { moveElements(m, board_.document().shown(), {picture}, motion); });
  end();
  board_.selection().select(picture);
}

void PictureTool::end() {
  first_.reset();
  second_.reset();
}

bool PictureTool::escape() {
  const bool begun = first_.has_value();
  end();
  return begun;
}

void PictureTool::paint(QPainter& painter, const ToolMouse& mouse) {
  if (!first_) return;
  const BoardView& view = board_.view();
  const QPointF from = view.toPixel.map(*first_), to = second_ ? view.toPixel.map(*second_) : mouse.pixel;
  painter.setPen(QPen(view.palette.action, 1.4));
  painter.setBrush(Qt::NoBrush);
  painter.drawLine(from, to);
  for (const QPointF end : {from, to}) {
    painter.drawEllipse(end, 5, 5);
    painter.drawPoint(end);
  }
}

}  // namespace clank
