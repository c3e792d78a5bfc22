// SPDX-License-Identifier: GPL-3.0-or-later
// Where exported files go, and what they are called.
#pragma once

#include <QString>
#include <QWidget>

namespace clank {

// A whole path: beside the file that the window shows (its windowFilePath), or where the last export of that
// file went; called "four-bar-angular-velocity.svg": that file, then what it is.
QString proposeExport(const QWidget& widget, const QString& what);
// Asks for it, in a dialog; with the ending of the chosen filter where none is typed. Empty: given up.
QString askForExport(QWidget& widget, const QString& title, const QString& what, const QString& filter);

}  // namespace clank
