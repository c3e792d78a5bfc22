// SPDX-License-Identifier: GPL-3.0-or-later
// What the board knows of the bodies of a mechanism wherever they stand: found once and shared by the
// drawings of all their poses, so that none copies the mechanism or looks a body up among thousands.
#pragma once

#include <QPointF>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/model/shared_mechanism.h"
#include "core/model/touches.h"
#include "ui/board/surface_line.h"

namespace clank {

class DrawnParts {
 public:
  // Body axes, m.
  struct Disc {
    QPointF center;
    double radius = 0;
    friend bool operator==(const Disc&, const Disc&) = default;
  };
  struct Bar {
    QPointF from, to;
  };
  struct Part {
    std::vector<QPointF> points;              // corners of its shape: its joints and ends, or its outline
    std::vector<QPointF> hull;                // of these
    std::vector<QPointF> outline;             // corners, if it has any
    std::vector<QPointF> line;                // and around it as it is drawn, with round corners
    std::vector<Disc> discs;                  // circles of it that touch
    std::vector<std::size_t> cams;            // surfaces of it that are solid curves
    std::optional<Bar> bar;                   // nothing for plates and blocks
    std::vector<std::size_t> slidersOfBlock;  // of a slider, whose points all lie in them; else empty
    bool hasTrueWidth = false;                // its edge touches, or a circle around its end
  };

  explicit DrawnParts(SharedMechanism shown);
  const Mechanism& mechanism() const { return *mechanism_; }
  const Part& part(std::size_t body) const { return parts_[body]; }
  const SurfaceShape& surface(std::size_t index) const { return surfaces_[index]; }
  const std::vector<ShownTouch>& shownTouches() const { return shownTouches_; }
  // Nothing for the frame and for names that lead nowhere.
  std::optional<std::size_t> find(const std::string& bodyId) const;

 private:
  void addJoints();
  void addOwnPoints();
  void addSurfaces();
  void addContacts();
  void addShapes();

  SharedMechanism mechanism_;
  std::unordered_map<std::string, std::size_t> indexOf_;
  std::vector<Part> parts_;
  std::vector<SurfaceShape> surfaces_;
  std::vector<ShownTouch> shownTouches_;
};

}  // namespace clank
