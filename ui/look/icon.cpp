// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/icon.h"

#include <QCoreApplication>
#include <QFile>
#include <QHash>
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

QHash<QString, QIcon>& updKept() {
  static QHash<QString, QIcon> kept;
  return kept;
}

}  // namespace

// A window asks for a hundred of them, each drawn ten times, and so does the next window, and the next look.
QIcon makeIcon(const QString& name, const QColor& colour) {
  const QString key = name + colour.name(QColor::HexArgb);
  if (updKept().contains(key)) return updKept().value(key);
  if (updKept().isEmpty())
    qAddPostRoutine([] { updKept().clear(); });  // pictures do not outlive the application
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
  updKept().insert(key, icon);
  return icon;
}

}  // namespace clank
