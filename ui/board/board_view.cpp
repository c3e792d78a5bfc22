// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/board_view.h"

#include <algorithm>

#include "ui/board/plane.h"

namespace clank {
namespace {

constexpr std::size_t kMostSmooth = 2000;  // bodies and contacts: smoothing more takes too long

bool holds(const std::vector<ElementId>& list, ElementKind kind, const std::string& id) {
  return std::any_of(list.begin(), list.end(),
                     [&](const ElementId& e) { return e.kind == kind && e.id == id; });
}

}  // namespace

bool BoardView::isSelected(ElementKind kind, const std::string& id) const {
  return holds(selected, kind, id);
}

bool BoardView::isHovered(ElementKind kind, const std::string& id) const {
  return (!pointed.empty() && id == pointed) || holds(hovered, kind, id);
}

QColor BoardView::edgeOf(ElementKind kind, const std::string& id, const QColor& usual) const {
  return isSelected(kind, id) || isHovered(kind, id) ? palette.action : usual;
}

bool isCrowded(const Drawing& drawing) {
  return drawing.mechanism().bodies.size() + drawing.mechanism().contacts.size() > kMostSmooth;
}

double findSymbolScale(const Drawing& drawing, double scale) {
  constexpr double kRoom = 44, kSmallest = 0.25;  // px of a bar; of the usual size
  std::vector<double> bars;
  for (std::size_t i = 0; i < drawing.mechanism().bodies.size(); ++i)
    if (const auto bar = drawing.barOf(static_cast<int>(i)))
      bars.push_back(scale * length(bar->to - bar->from));
  if (bars.empty()) return 1;
  const auto middle = bars.begin() + static_cast<std::ptrdiff_t>(bars.size() / 2);
  std::nth_element(bars.begin(), middle, bars.end());
  return std::clamp(*middle / kRoom, kSmallest, 1.0);
}

}  // namespace clank
