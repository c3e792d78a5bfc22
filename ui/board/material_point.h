// SPDX-License-Identifier: GPL-3.0-or-later
// Which point of which body a click means: the one rule of all tools. A bar is meant anywhere along and
// inside its width, a plate, a disc and a cam anywhere inside, a block on its symbol, the frame on its
// surfaces and pins.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "ui/board/drawing.h"
#include "ui/board/snapping.h"

namespace clank {

// The point that is meant: of the body whose pin, end or axis the mouse snapped to, else of the one on top,
// else of the frame. Nothing on the bare sheet. A body that does not fit is looked through.
using BodyFits = std::function<bool(int body)>;
std::optional<BodyPoint> findMeant(const Snap& snap, const BodyFits& fits = {});
// The same of bodies that move.
std::optional<BodyPoint> findMeantLink(const Snap& snap, const BodyFits& fits = {});

// The bodies that lie over each other at a place. Those that a joint holds together there are one group.
struct Meeting {
  QPointF world;
  std::vector<std::vector<BodyPoint>> groups;  // the frame behind the others
  std::vector<std::size_t> joints;             // that hold them together here

  std::vector<int> listBodies() const;
  bool isEmpty() const { return groups.empty(); }
  // One body alone: it can be held to the frame.
  bool isAlone() const { return groups.size() == 1 && groups.front().size() == 1; }
};
// Nothing where there is the frame alone, or nothing.
Meeting findMeeting(const Drawing& drawing, const Snap& snap);

}  // namespace clank
