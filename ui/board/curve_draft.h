// SPDX-License-Identifier: GPL-3.0-or-later
// A curve while it is drawn: what each click means, and the curve that the clicks make. Pure.
#pragma once

#include <QPointF>
#include <QStringList>
#include <optional>
#include <vector>

#include "core/model/path_curve.h"

namespace clank {

// A curve with its origin and the direction of its x axis in the world.
struct PlacedCurve {
  PathCurve curve;
  QPointF origin;    // m
  double angle = 0;  // rad
};

// Kinds are indices of PathKind.
QStringList listCurveNames();
bool isSplineKind(int kind);
// Clicks that shape a curve of a kind; a spline takes as many as one likes.
std::size_t countClicks(int kind);
// What click number `index` of a kind is.
QString explainClick(int kind, std::size_t index);

// The curve through or about places (m, world), as many as countClicks() or, of a spline, two or more. When
// there is none, `wrong` says why. closed: only of a spline.
std::optional<PlacedCurve> makeCurve(int kind, const std::vector<QPointF>& places, bool closed,
                                     QString& wrong);

// Points along it, to draw it (m, world).
std::vector<QPointF> listPlaces(const PlacedCurve& placed);

}  // namespace clank
