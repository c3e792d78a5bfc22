// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/icon.h"

#include <QFile>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

// Resources of a static library have to be asked for by name, outside any namespace.
static void initResources() {
  Q_INIT_RESOURCE(icons);
}

namespace clank {
namespace {

QPixmap draw(QByteArray svg, const QColor& colour, int size) {
  svg.replace("currentColor", colour.name(QColor::HexRgb).toLatin1());
  QSvgRenderer renderer(svg);
  QPixmap pixmap(size, size);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setOpacity(colour.alphaF());
  renderer.render(&painter);
  return pixmap;
}

}  // namespace

QIcon makeIcon(const QString& name, const QColor& colour) {
  initResources();
  QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
  if (!file.open(QIODevice::ReadOnly)) return {};
  const QByteArray svg = file.readAll();
  QColor pale = colour;
  pale.setAlphaF(0.35F);
  QIcon icon;
  for (const int size : {16, 20, 32, 40, 64}) {
    icon.addPixmap(draw(svg, colour, size), QIcon::Normal);
    icon.addPixmap(draw(svg, pale, size), QIcon::Disabled);
  }
  return icon;
}

}  // namespace clank
