// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QIcon>
#include <QString>

namespace clank {

// A line drawing of resources/icons in the given colour, sharp at any scale of the screen; a disabled one is
// paler. An unknown name gives an empty icon.
QIcon makeIcon(const QString& name, const QColor& colour);

}  // namespace clank
