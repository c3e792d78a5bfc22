// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/force_arrows.h"

#include <vtkRenderer.h>

#include <cmath>

#include "ui/scene/flat_drawing.h"

namespace clank {

double calcFullLength(const MechanismLayout& layout) {
  return 0.3 * layout.size;
}

double roundUp(double value) {
  if (!(value > 0) || !std::isfinite(value)) return 0;
  const double decade = std::pow(10, std::floor(std::log10(value)));
  for (const double step : {1.0, 2.0, 5.0})
    if (step * decade >= value * (1 - 1e-9)) return step * decade;
  return 10 * decade;
}

void ForceArrows::show(const std::vector<ForceArrow>& arrows, double full, const MechanismLayout& layout,
                       const Palette& palette) {
  actors_.clear();  // new ones come above all others
  if (arrows.empty()) return;
  const double u = layout.unit, scale = full > 0 ? calcFullLength(layout) / full : 0;
  FlatDrawing d(layout.top + 0.15 * u, 0.004 * u);
  for (const ForceArrow& arrow : arrows) {
    QColor glow = palette.contact;
    glow.setAlphaF(0.25F);
    d.setColor(glow);
    d.ring(arrow.at, 0.55 * u, 0.95 * u);
    const Vec2 drawn = scale * arrow.force;
    if (!(length(drawn) > 0.02 * calcFullLength(layout))) continue;
    d.setColor(palette.contact);
    d.arrow(arrow.at, arrow.at + drawn, 0.16 * u, 0.07 * u, palette.panel);
  }
  actors_.add(renderer_, ActorList::Look::blended, d.makeData());
}

}  // namespace clank
