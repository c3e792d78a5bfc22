// SPDX-License-Identifier: GPL-3.0-or-later
// Names in plots where there is little room.
#pragma once

#include <QFontMetrics>
#include <QString>
#include <optional>
#include <vector>

namespace clank {

// Heights (px) of the names of dots that lie at y (px, from the top, in order): each at its dot, or as far
// below the name above it as step says, and all between low and high (px). Those that find no room have none.
std::vector<std::optional<double>> placeNames(const std::vector<double>& y, double low, double high,
                                              double step);

// The name of an axis that is room long (px), "journal y [mm]": on two lines, without its first words when it
// must be, and a word that is too long cut in the middle.
QString fitAxisName(const QString& name, const QFontMetrics& metrics, int room);

}  // namespace clank
