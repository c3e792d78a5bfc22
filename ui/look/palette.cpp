// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/palette.h"

#include <array>

namespace clank {
namespace {

Palette makeLight() {
  Palette p;
  p.ink = "#1F2933";
  p.dim = "#6B7785";
  p.line = "#D9DDE3";
  p.ground = "#F6F7F9";
  p.panel = "#FFFFFF";
  p.action = "#2F6FDE";
  p.free = "#0072B2";
  p.locked = "#E69F00";
  p.contact = "#009E73";
  p.impact = "#D55E00";
  p.clearance = "#CC79A7";
  p.partFill = "#AEBBCC";
  p.partEdge = "#4A5563";
  p.sceneTop = "#E1E8F1";
  p.sceneBottom = "#F7F9FB";
  return p;
}

Palette makeDark() {
  Palette p;
  p.ink = "#E6EAF0";
  p.dim = "#9AA5B4";
  p.line = "#3A424E";
  p.ground = "#171B21";
  p.panel = "#1F252D";
  p.action = "#6EA0F5";
  p.free = "#56B4E9";
  p.locked = "#E69F00";
  p.contact = "#2CC295";
  p.impact = "#F07F35";
  p.clearance = "#DE9CC2";
  p.partFill = "#7F8FA5";
  p.partEdge = "#D4DCE7";
  p.sceneTop = "#222A35";
  p.sceneBottom = "#14181E";
  p.dark = true;
  return p;
}

}  // namespace

const Palette& Palette::light() {
  static const Palette palette = makeLight();
  return palette;
}

const Palette& Palette::darkSet() {
  static const Palette palette = makeDark();
  return palette;
}

QColor Palette::curve(int i) const {
  const std::array<QColor, 6> cycle{free,   contact, clearance,
                                    locked, impact,  dark ? QColor("#F0E442") : QColor("#555555")};
  return cycle[static_cast<std::size_t>(i) % cycle.size()];
}

}  // namespace clank
