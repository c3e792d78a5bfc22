// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/tools.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <cassert>

#include "core/support/closed_set.h"
#include "ui/board/block_tool.h"
#include "ui/board/contact_tool.h"
#include "ui/board/curve_tool.h"
#include "ui/board/force_tool.h"
#include "ui/board/gear_tool.h"
#include "ui/board/joint_tool.h"
#include "ui/board/link_tool.h"
#include "ui/board/measure_tool.h"
#include "ui/board/picture_tool.h"
#include "ui/board/pin_tool.h"
#include "ui/board/select_tool.h"
#include "ui/board/target_tool.h"

namespace clank {
namespace {

template <class T>
std::unique_ptr<Tool> make(BoardAccess& board) {
  return std::make_unique<T>(board);
}
template <bool kDamper>
std::unique_ptr<Tool> makeSpring(BoardAccess& board) {
  return std::make_unique<SpringTool>(board, kDamper);
}

// clang-format off
constexpr std::array kTools{
    ToolSpec{ToolKind::select, QT_TRANSLATE_NOOP("Actions", "Select"), "tool-select", "V", QT_TRANSLATE_NOOP("Actions", "Select parts, move the mechanism by hand"), make<SelectTool>},
    ToolSpec{ToolKind::reshape, QT_TRANSLATE_NOOP("Actions", "Reshape"), "tool-reshape", "E", QT_TRANSLATE_NOOP("Actions", "Move pins: links change their length"), make<ReshapeTool>},
    ToolSpec{ToolKind::bar, QT_TRANSLATE_NOOP("Actions", "Link"), "tool-bar", "B", QT_TRANSLATE_NOOP("Actions", "Draw a link from pin to pin"), make<BarTool>, true},
    ToolSpec{ToolKind::plate, QT_TRANSLATE_NOOP("Actions", "Plate"), "tool-plate", "Shift+P", QT_TRANSLATE_NOOP("Actions", "Draw a link with three or more pins"), make<PlateTool>},
    ToolSpec{ToolKind::disc, QT_TRANSLATE_NOOP("Actions", "Disc"), "tool-disc", "Shift+D", QT_TRANSLATE_NOOP("Actions", "A ball, wheel or pulley: from its middle to its rim"), make<DiscTool>},
    ToolSpec{ToolKind::block, QT_TRANSLATE_NOOP("Actions", "Block"), "tool-block", "Shift+B", QT_TRANSLATE_NOOP("Actions", "A solid rectangle, from corner to corner"), make<BlockTool>},
    ToolSpec{ToolKind::slider, QT_TRANSLATE_NOOP("Actions", "Slider"), "tool-slider", "S", QT_TRANSLATE_NOOP("Actions", "A block on a straight guide"), make<SliderTool>},
    ToolSpec{ToolKind::pin, QT_TRANSLATE_NOOP("Actions", "Pin"), "tool-pin", "P", QT_TRANSLATE_NOOP("Actions", "Pin the links that lie over each other, or one to the frame"), make<PinTool>},
    ToolSpec{ToolKind::anchor, QT_TRANSLATE_NOOP("Actions", "Anchor"), "tool-anchor", "A", QT_TRANSLATE_NOOP("Actions", "Fix a point of a link to the frame with a pin"), make<AnchorTool>},
    ToolSpec{ToolKind::weld, QT_TRANSLATE_NOOP("Actions", "Weld"), "tool-weld", "W", QT_TRANSLATE_NOOP("Actions", "Join links that lie over each other rigidly, or make a pin rigid"), make<WeldTool>},
    ToolSpec{ToolKind::slot, QT_TRANSLATE_NOOP("Actions", "Slot"), "tool-slot", "O", QT_TRANSLATE_NOOP("Actions", "A pin that runs in a slot of another link"), make<SlotTool>},
    ToolSpec{ToolKind::gear, QT_TRANSLATE_NOOP("Actions", "Gears"), "tool-gear", "G", QT_TRANSLATE_NOOP("Actions", "Two gears that roll on each other"), make<GearTool>},
    ToolSpec{ToolKind::belt, QT_TRANSLATE_NOOP("Actions", "Belt"), "tool-belt", "Shift+G", QT_TRANSLATE_NOOP("Actions", "A belt or chain around two pulleys"), make<BeltTool>},
    ToolSpec{ToolKind::curve, QT_TRANSLATE_NOOP("Actions", "Curve"), "tool-curve", "Y", QT_TRANSLATE_NOOP("Actions", "A point that follows a curve of the frame or of another link"), make<CurveTool>},
    ToolSpec{ToolKind::cylinder, QT_TRANSLATE_NOOP("Actions", "Cylinder"), "tool-cylinder", "Shift+S", QT_TRANSLATE_NOOP("Actions", "A hydraulic cylinder or linear actuator between two points"), make<CylinderTool>},
    ToolSpec{ToolKind::spring, QT_TRANSLATE_NOOP("Actions", "Spring"), "tool-spring", "K", QT_TRANSLATE_NOOP("Actions", "A spring between two points"), makeSpring<false>, true},
    ToolSpec{ToolKind::damper, QT_TRANSLATE_NOOP("Actions", "Damper"), "tool-damper", "D", QT_TRANSLATE_NOOP("Actions", "A damper between two points"), makeSpring<true>},
    ToolSpec{ToolKind::rope, QT_TRANSLATE_NOOP("Actions", "Rope"), "tool-rope", "Z", QT_TRANSLATE_NOOP("Actions", "A rope between two points, over guide rings"), make<RopeTool>},
    ToolSpec{ToolKind::torsionSpring, QT_TRANSLATE_NOOP("Actions", "Torsion"), "tool-torsion", "R", QT_TRANSLATE_NOOP("Actions", "A torsion spring about a pin"), make<TorsionSpringTool>},
    ToolSpec{ToolKind::motor, QT_TRANSLATE_NOOP("Actions", "Motor"), "tool-motor", "M", QT_TRANSLATE_NOOP("Actions", "Drive a pin or a slider; where there is none it is made"), make<MotorTool>},
    ToolSpec{ToolKind::load, QT_TRANSLATE_NOOP("Actions", "Load"), "tool-load", "J", QT_TRANSLATE_NOOP("Actions", "A force on a point of a link"), make<LoadTool>},
    ToolSpec{ToolKind::torque, QT_TRANSLATE_NOOP("Actions", "Torque"), "tool-torque", "Q", QT_TRANSLATE_NOOP("Actions", "A torque on a link"), make<TorqueTool>},
    ToolSpec{ToolKind::surface, QT_TRANSLATE_NOOP("Actions", "Surface"), "tool-surface", "C", QT_TRANSLATE_NOOP("Actions", "A surface that the point of a link can hit"), make<SurfaceTool>},
    ToolSpec{ToolKind::cam, QT_TRANSLATE_NOOP("Actions", "Cam"), "tool-cam", "Shift+C", QT_TRANSLATE_NOOP("Actions", "A cam that lifts the point or roller of another link"), make<CamTool>},
    ToolSpec{ToolKind::trace, QT_TRANSLATE_NOOP("Actions", "Trace"), "tool-trace", "T", QT_TRANSLATE_NOOP("Actions", "The path of a point over one turn"), make<TraceTool>, true},
    ToolSpec{ToolKind::target, QT_TRANSLATE_NOOP("Actions", "Target"), "tool-target", "Shift+T", QT_TRANSLATE_NOOP("Actions", "A curve that the path of a point is to follow: the target of an optimisation"), make<TargetTool>},
    ToolSpec{ToolKind::measure, QT_TRANSLATE_NOOP("Actions", "Measure"), "tool-measure", "U", QT_TRANSLATE_NOOP("Actions", "Distances and angles"), make<MeasureTool>},
    ToolSpec{ToolKind::picture, QT_TRANSLATE_NOOP("Actions", "Picture"), "tool-picture", "Shift+U", QT_TRANSLATE_NOOP("Actions", "Give a picture behind the drawing its scale, or level it"), make<PictureTool>},
};
// clang-format on

constexpr bool standsOnce() {
  for (std::size_t i = 0; i < kTools.size(); ++i)
    if (std::count_if(kTools.begin(), kTools.end(),
                      [i](const ToolSpec& tool) { return static_cast<std::size_t>(tool.kind) == i; }) != 1)
      return false;
  return true;
}
static_assert(standsOnce() && hasAsManyNames<ToolKind, kTools.size()>(), "one line a tool");

}  // namespace

std::vector<int> Tool::bodiesMeant(const ToolMouse& mouse) const {
  const auto link = findMeantLink(mouse.snap);
  return link ? std::vector{link->body} : std::vector<int>();
}

std::span<const ToolSpec> listTools() {
  return kTools;
}

bool changesDrawing(ToolKind kind) {
  return kind != ToolKind::select && kind != ToolKind::measure;
}

std::unique_ptr<Tool> makeTool(ToolKind kind, BoardAccess& board) {
  const auto found =
      std::find_if(kTools.begin(), kTools.end(), [&](const ToolSpec& tool) { return tool.kind == kind; });
  assert(found != kTools.end());
  return found->make(board);
}

}  // namespace clank
