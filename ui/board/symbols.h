// SPDX-License-Identifier: GPL-3.0-or-later
// The engineering symbols of the field, in pixels: they keep their size at any zoom. Points and angles are on
// the screen (y down); a positive angle of the mechanism is a negative one here.
#pragma once

#include <QPainter>
#include <vector>

namespace clank::symbols {

inline constexpr double kPin = 6;       // px, radius of a pin
inline constexpr double kBlock = 18;    // px, half the length of a block
inline constexpr double kStroke = 1.6;  // px

struct Ink {
  QColor edge, fill;
};

// While it lives symbols about a point are drawn in another size.
class Scaled {
 public:
  Scaled(QPainter& painter, QPointF about, double scale);
  ~Scaled() { painter_.restore(); }
  Scaled(const Scaled&) = delete;
  Scaled& operator=(const Scaled&) = delete;

 private:
  QPainter& painter_;
};

void drawPin(QPainter& painter, QPointF at, const Ink& ink);
void drawWeld(QPainter& painter, QPointF at, const QColor& colour);
// The free end of a bar, a point to grasp.
void drawEnd(QPainter& painter, QPointF at, const Ink& ink);
// Triangle on hatched ground below a pin.
void drawGround(QPainter& painter, QPointF at, const Ink& ink);
// A line, hatched to the left as one goes along it on the screen.
inline constexpr double kHatch = 6;      // px, depth
inline constexpr double kHatchStep = 6;  // px, between strokes
// first: px from the beginning, of the first stroke; those of a line in short pieces go on from one to the
// next.
void drawHatchedLine(QPainter& painter, QPointF from, QPointF to, const QColor& colour,
                     double first = kHatchStep / 2);
// Rectangle about a point, its long side along the angle; half of that: px.
void drawBlock(QPainter& painter, QPointF at, double angle, const Ink& ink, double half = kBlock);
// A slot: round-ended outline from one end to the other.
void drawSlot(QPainter& painter, QPointF from, QPointF to, const Ink& ink);
void drawSpring(QPainter& painter, QPointF from, QPointF to, const QColor& colour);
void drawDamper(QPainter& painter, QPointF from, QPointF to, const Ink& ink);
// A hydraulic cylinder: its barrel, so long (px), begins at from, and its rod ends at to.
void drawCylinder(QPainter& painter, QPointF from, QPointF to, double barrel, const Ink& ink);
// A rope along a line, and the ring that it runs through.
void drawRope(QPainter& painter, const QPolygonF& line, const QColor& colour);
void drawRing(QPainter& painter, QPointF at, const Ink& ink);
void drawTorsionSpring(QPainter& painter, QPointF at, const QColor& colour);
// Arrow around a point, counter-clockwise or clockwise as seen.
void drawTurnArrow(QPainter& painter, QPointF at, double radius, bool counterClockwise, const QColor& colour);
void drawArrow(QPainter& painter, QPointF from, QPointF to, const QColor& colour);
void drawPitchCircle(QPainter& painter, QPointF at, double radius, double phase, const QColor& colour);
// The outline of teeth, closed; of a ring with the rim around it (px; 0: none).
void drawTeeth(QPainter& painter, const QPolygonF& outline, QPointF at, double rim, const QColor& colour);
// Text on a halo, so that it reads on any ground. angle: rad, on the screen; kept upright.
void drawLabel(QPainter& painter, QPointF at, const QString& text, const QColor& colour, const QColor& halo,
               double angle = 0, Qt::Alignment alignment = Qt::AlignCenter);

// The box that such a text takes.
QRectF findLabelBox(const QPainter& painter, QPointF at, const QString& text, double angle = 0,
                    Qt::Alignment alignment = Qt::AlignCenter);

}  // namespace clank::symbols
