// SPDX-License-Identifier: GPL-3.0-or-later
// What the rows of a run tell of forces and velocities: of what each arrow begins where, and how great it can
// get.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/model/mechanism.h"
#include "core/record/channel_index.h"
#include "core/record/touch.h"
#include "ui/scene/part_layout.h"

namespace clank {

enum class ArrowKind { contact, reaction, velocity };
inline constexpr std::size_t kArrowKinds = 3;

struct ArrowMoment {
  ArrowKind kind = ArrowKind::contact;
  Vec2 at;                   // m, world
  Vec2 value;                // N, on body b of a joint or contact; m/s
  bool isOfSeveral = false;  // of a contact between several bodies
};

class ArrowRecord {
 public:
  ArrowRecord() = default;
  // Contacts between two parts and joints with clearance (perhaps in a phase) while they touch; other joints;
  // velocities of the points of joints, of free ends, of bodies that no joint holds and of traced points.
  ArrowRecord(const Mechanism& resolved, const std::vector<Channel>& channels, const MechanismLayout& layout);

  // touches: of contacts between several bodies at the row.
  std::vector<ArrowMoment> read(std::span<const double> row, std::span<const Touch> touches = {}) const;
  void append(std::span<const double> row, std::span<const Touch> touches = {});
  // Of all rows appended. Of contacts between several bodies it is what one in a hundred is greater than:
  // parts that wedge for an instant would leave nothing to see of all others.
  double peak(ArrowKind kind) const;

 private:
  struct Pair {
    int x = -1, y = -1;  // columns
    bool isThere() const { return x >= 0 && y >= 0; }
  };
  struct BodyColumns {
    Pair place, velocity;
    int angle = -1, omega = -1;
    bool bends = false;
  };
  // A point of a body, or one that has columns itself.
  struct Source {
    ArrowKind kind = ArrowKind::contact;
    int state = -1;  // column; a contact is there while it is positive
    Pair place, value;
    std::size_t body = 0;
    Vec2 at;                      // body axes
    int phase = -1;               // column, of a joint
    std::vector<bool> isLoose{};  // in which of its phases; without phases one entry
  };
  bool isLoose(const Source& source, std::span<const double> row) const;
  void addJoints(const Mechanism& resolved, const ChannelIndex& columns, const MechanismLayout& layout);
  void addContacts(const Mechanism& resolved, const ChannelIndex& columns);
  void addVelocities(const Mechanism& resolved, const ChannelIndex& columns, const MechanismLayout& layout);
  void addVelocity(std::size_t body, Vec2 at);
  std::vector<BodyColumns> bodies_;
  std::vector<Source> sources_;
  std::array<double, kArrowKinds> peaks_{};
  std::array<std::size_t, 512> counts_{};  // of forces of contacts between several, by their magnitude
  std::size_t rowSize_ = 0;
};

}  // namespace clank
