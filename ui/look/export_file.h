// SPDX-License-Identifier: GPL-3.0-or-later
// Where exported files go, and what they are called.
#pragma once

#include <QString>
#include <QWidget>

#include "core/io/input_files.h"

namespace clank {

// What the mechanism of a window names, tables and pictures; and all that no export of it may replace: these,
// and the file that it shows.
void setNamedFiles(QWidget& window, const InputFiles& files);
InputFiles findReadFiles(const QWidget& window);

// A whole path: beside the file that the window shows (its windowFilePath), or where the last export of that
// file went; called "four-bar-angular-velocity.svg": that file, then what it is.
QString proposeExport(const QWidget& widget, const QString& what);
// Asks for it, in a dialog; with the ending of the chosen filter where none is typed. Empty: given up, or
// refused in words, because it would replace what is read.
QString askForExport(QWidget& widget, const QString& title, const QString& what, const QString& filter);

}  // namespace clank
