// SPDX-License-Identifier: GPL-3.0-or-later
// Names for files that are exported.
#pragma once

#include <QFileInfo>
#include <QRegularExpression>
#include <QString>
#include <QWidget>

namespace clank {

// "four-bar-angular-velocity.svg": the file that the window shows (its windowFilePath), then what it is.
inline QString proposeFile(const QWidget& widget, const QString& what) {
  static const QRegularExpression kOther("[^\\w.]+", QRegularExpression::UseUnicodePropertiesOption);
  QString name = what.toLower().replace(kOther, "-");
  const QString drawing = QFileInfo(widget.window()->windowFilePath()).completeBaseName();
  return drawing.isEmpty() ? name : drawing + "-" + name;
}

}  // namespace clank
