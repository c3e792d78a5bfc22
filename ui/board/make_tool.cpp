// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/contact_tool.h"
#include "ui/board/curve_tool.h"
#include "ui/board/force_tool.h"
#include "ui/board/joint_tool.h"
#include "ui/board/link_tool.h"
#include "ui/board/measure_tool.h"
#include "ui/board/select_tool.h"

namespace clank {

std::unique_ptr<Tool> makeTool(ToolKind kind, BoardAccess& board) {
  switch (kind) {
    case ToolKind::select:
      return std::make_unique<SelectTool>(board);
    case ToolKind::reshape:
      return std::make_unique<ReshapeTool>(board);
    case ToolKind::bar:
      return std::make_unique<BarTool>(board);
    case ToolKind::plate:
      return std::make_unique<PlateTool>(board);
    case ToolKind::slider:
      return std::make_unique<SliderTool>(board);
    case ToolKind::anchor:
      return std::make_unique<AnchorTool>(board);
    case ToolKind::weld:
      return std::make_unique<WeldTool>(board);
    case ToolKind::slot:
      return std::make_unique<SlotTool>(board);
    case ToolKind::gear:
      return std::make_unique<GearTool>(board);
    case ToolKind::curve:
      return std::make_unique<CurveTool>(board);
    case ToolKind::spring:
      return std::make_unique<SpringTool>(board, false);
    case ToolKind::damper:
      return std::make_unique<SpringTool>(board, true);
    case ToolKind::torsionSpring:
      return std::make_unique<TorsionSpringTool>(board);
    case ToolKind::motor:
      return std::make_unique<MotorTool>(board);
    case ToolKind::load:
      return std::make_unique<LoadTool>(board);
    case ToolKind::torque:
      return std::make_unique<TorqueTool>(board);
    case ToolKind::surface:
      return std::make_unique<SurfaceTool>(board);
    case ToolKind::trace:
      return std::make_unique<TraceTool>(board);
    case ToolKind::measure:
      break;
  }
  return std::make_unique<MeasureTool>(board);
}

}  // namespace clank
