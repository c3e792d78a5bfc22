// SPDX-License-Identifier: GPL-3.0-or-later
// THE table of the drawing tools, in the order of the palette: a tool is a line here, its name in ToolKind,
// its icon and its file.
#pragma once

#include <memory>
#include <span>

#include "ui/board/tool.h"

namespace clank {

struct ToolSpec {
  ToolKind kind;
  const char *text, *icon, *keys, *tip;  // words of the context "Actions"
  std::unique_ptr<Tool> (*make)(BoardAccess&);
  bool beginsGroup = false;  // a line above it in the palette
};

std::span<const ToolSpec> listTools();

// Others are used on any moment of a run.
bool changesDrawing(ToolKind kind);

}  // namespace clank
