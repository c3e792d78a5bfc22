// SPDX-License-Identifier: GPL-3.0-or-later
// Symbols at the joints: pins, welds, guides, the ground, limits and the state of a metamorphic joint.
#pragma once

#include <vtkPolyData.h>
#include <vtkSmartPointer.h>

#include <vector>

#include "core/model/mechanism.h"
#include "ui/look/joint_state.h"
#include "ui/look/palette.h"
#include "ui/scene/part_layout.h"

namespace clank {

// Of a loose joint, in drawn widths: the outer radius of its bearing, the radius of its journal, and how far
// the journal can be seen to move.
inline constexpr double kBearing = 0.5, kJournal = 0.2, kPlay = kBearing - 0.105 - kJournal;

// The points of a mark that one contact pair colours by its state.
struct ContactPoints {
  std::size_t contact = 0;
  vtkIdType first = 0, count = 0;
};

struct JointMark {
  vtkSmartPointer<vtkPolyData> data;
  std::size_t shape = 0;  // of the batch that draws it, once it is in the scene
  std::size_t joint = 0;
  int body = -1;                    // whose place it follows; -1: the frame
  std::optional<Vec2> at;           // what of the body it belongs to, body axes
  double z = 0;                     // m, added to that of its points
  bool above = true;                // over the parts, or behind them
  std::optional<JointState> state;  // shown only in this state
  std::vector<ContactPoints> contacts;
  bool rod = false;      // lies on x from the joint's point on a towards the one on b,
  bool fromB = false;    // or the other way round
  bool journal = false;  // about the journal of a loose joint, in world axes

  bool moves() const { return body >= 0 || rod || journal; }
};

std::vector<JointMark> makeJointMarks(const Mechanism& resolved, const MechanismLayout& layout,
                                      const Palette& palette);

// The joint's slider block as part of body b.
struct SliderBlock {
  Vec2 center;       // axes of b
  double angle = 0;  // of its long side, axes of b
  double halfLength = 0, halfWidth = 0;
};
// How far below its pin the ground of a joint of the frame stands, and half its width, in units of the
// layout.
inline constexpr double kGroundDepth = 1.55, kGroundHalf = 1.55;

SliderBlock makeSliderBlock(const JointLayout& joint);

}  // namespace clank
