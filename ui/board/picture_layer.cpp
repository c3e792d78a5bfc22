// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/picture_layer.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QImageReader>
#include <algorithm>

#include "core/io/picture_file.h"
#include "ui/board/board_view.h"
#include "ui/board/plane.h"
#include "ui/board/symbols.h"
#include "ui/look/words.h"

namespace clank {
namespace {

constexpr int kMostPicturePixels = 4096;  // px a side: more is not seen on a sheet, and costs memory
constexpr double kEmptyShape = 0.75;      // height by width of a picture that cannot be read

QPolygonF findCorners(const Picture& picture, double shape) {
  const QPointF across = picture.width.value / 2 * direction(picture.angle.value);
  const QPointF up = shape * leftOf(across);
  const QPointF at = toPointF(picture.at);
  return {at - across - up, at + across - up, at + across + up, at - across + up};
}

}  // namespace

PictureLayer::File PictureLayer::read(const QString& path) {
  File file;
  const QFileInfo info(path);
  file.written = info.lastModified();
  if (!info.isFile()) {
    file.trouble = QCoreApplication::translate("Board", "%1 is not there").arg(info.fileName());
    return file;
  }
  QImageReader reader(path);
  reader.setAutoTransform(true);  // photographs say which way is up
  if (const QSize size = reader.size(); std::max(size.width(), size.height()) > kMostPicturePixels)
    reader.setScaledSize(size.scaled(kMostPicturePixels, kMostPicturePixels, Qt::KeepAspectRatio));
  QImage image = reader.read();
  if (image.isNull())
    file.trouble = QCoreApplication::translate("Board", "%1 cannot be read: %2")
                       .arg(info.fileName(), reader.errorString());
  else
    file.levels.push_back(image.convertToFormat(QImage::Format_ARGB32_Premultiplied));
  return file;
}

void PictureLayer::update(const std::vector<Picture>& pictures, const QString& folder,
                          const OutsideFiles& outside) {
  pictures_ = pictures;
  paths_.clear();
  places_.clear();
  std::map<QString, File> kept;
  for (const Picture& picture : pictures_) {
    const auto allowed = findPictureFile(picture, folder.toStdU16String(), outside);
    const QString path = allowed ? QString::fromStdU16String(allowed->u16string())
                                 : QString::fromStdString(picture.file);  // a frame, and why
    const auto known = files_.find(path);
    if (!allowed)
      kept[path].trouble = QString::fromStdString(allowed.error().front().what);
    else if (known != files_.end() && known->second.written == QFileInfo(path).lastModified())
      kept.emplace(path, std::move(known->second));
    const File& file = kept.try_emplace(path, kept.count(path) ? File() : read(path)).first->second;
    if (known != files_.end()) files_.erase(known);
    paths_.push_back(path);
    const double shape = file.levels.empty() ? kEmptyShape
                                             : static_cast<double>(file.levels.front().height()) /
                                                   std::max(1, file.levels.front().width());
    places_.push_back({picture.id, findCorners(picture, shape), picture.hidden, picture.locked});
  }
  files_ = std::move(kept);
}

// The smallest one that has a pixel for every pixel of the screen: a photograph drawn small costs no more
// than a small one, and stays smooth.
const QImage& PictureLayer::chooseLevel(File& file, double pixels) {
  std::size_t level = 0;
  const auto isLargeEnough = [&](const QImage& image) { return image.width() >= 2 * std::max(pixels, 1.0); };
  while (isLargeEnough(file.levels[level])) {
    if (++level < file.levels.size()) continue;
    const QImage& last = file.levels.back();
    file.levels.push_back(last.scaled(last.width() / 2, std::max(1, last.height() / 2), Qt::IgnoreAspectRatio,
                                      Qt::SmoothTransformation));
  }
  return file.levels[level];
}

void PictureLayer::paint(QPainter& painter, const BoardView& view) {
  for (std::size_t i = 0; i < pictures_.size(); ++i) {
    const Picture& picture = pictures_[i];
    if (picture.hidden) continue;
    File& file = files_.at(paths_[i]);
    if (!file.levels.empty() && picture.width.value > 0) {
      const double pixels = picture.width.value * view.scale() * painter.device()->devicePixelRatioF();
      const QImage& image = chooseLevel(file, pixels);
      QTransform place;  // of the pixels of the picture, y down, onto the sheet
      place.translate(picture.at.x.value, picture.at.y.value);
      place.rotateRadians(picture.angle.value);
      const double size = picture.width.value / image.width();
      place.scale(size, -size);
      place.translate(-image.width() / 2.0, -image.height() / 2.0);
      painter.save();
      painter.setTransform(place * view.toPixel, true);
      painter.setRenderHint(QPainter::SmoothPixmapTransform);
      painter.setOpacity(std::clamp(picture.opacity.value, 0.0, 1.0));
      painter.drawImage(0, 0, image);
      painter.restore();
    }
    paintFrame(painter, view, places_[i], file);
  }
}

void PictureLayer::paintFrame(QPainter& painter, const BoardView& view, const PicturePlace& place,
                              const File& file) {
  const bool isChosen = view.isSelected(ElementKind::picture, place.id);
  if (!isChosen && !view.isHovered(ElementKind::picture, place.id) && file.trouble.isEmpty()) return;
  const QColor colour = isChosen ? view.palette.action : view.palette.dim;
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(colour, isChosen ? 1.6 : 1, file.trouble.isEmpty() ? Qt::SolidLine : Qt::DashLine));
  painter.drawPolygon(view.toPixel.map(place.corners));
  if (!file.trouble.isEmpty())
    symbols::drawLabel(painter, view.toPixel.map(place.corners.boundingRect().center()), file.trouble, colour,
                       view.palette.panel);
}

}  // namespace clank
