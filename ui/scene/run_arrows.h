// SPDX-License-Identifier: GPL-3.0-or-later
// Forces and velocities at a moment of a run as arrows: one scale each for all of the run.
#pragma once

#include <QColor>

#include "ui/look/palette.h"
#include "ui/scene/actor_list.h"
#include "ui/scene/arrow_look.h"
#include "ui/scene/arrow_record.h"

class vtkRenderer;

namespace clank {

class RunArrows {
 public:
  explicit RunArrows(vtkRenderer* renderer) : renderer_(renderer) {}

  void begin(const Mechanism& resolved, const std::vector<Channel>& channels, const MechanismLayout& layout) {
    record_ = ArrowRecord(resolved, channels, layout);
  }
  void append(std::span<const double> row, std::span<const Touch> touches = {}) {
    record_.append(row, touches);
  }
  void setLook(const ArrowLook& look) { look_ = look; }
  const ArrowLook& look() const { return look_; }

  // Around what touches there is a ring, but not around each of the many places of a contact between several.
  void show(std::span<const double> row, std::span<const Touch> touches, const MechanismLayout& layout,
            const Palette& palette);
  // N and m/s, whose arrow is as long as calcFullLength(); 0: there are none.
  double fullForce() const;
  double fullVelocity() const;
  ArrowKind forceKind() const;  // whose colour the key of forces has: those of contacts, if there are any
  static QColor colour(ArrowKind kind, const Palette& palette);

 private:
  bool shows(ArrowKind kind) const;
  double findFull(double peak) const;

  vtkRenderer* renderer_;
  ArrowRecord record_;
  ArrowLook look_;
  ActorList actors_;
};

double calcFullLength(const MechanismLayout& layout);  // m
// The least of 1, 2, 5 times a power of ten that is not less.
double roundUp(double value);

}  // namespace clank
