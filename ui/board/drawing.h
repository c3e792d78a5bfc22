// SPDX-License-Identifier: GPL-3.0-or-later
// The mechanism as the board shows it: every body at its place, the points that can be grasped, and what lies
// under the mouse. Values only; world in metres, y up.
#pragma once

#include <QPointF>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "core/kinematics/kinematics.h"
#include "core/model/mechanism.h"
#include "core/record/bent_shape.h"
#include "ui/board/drawn_parts.h"
#include "ui/document/element.h"

namespace clank {

inline constexpr int kFrameIndex = -1;

// A material point of a body (index into bodies, or the frame) in its axes.
struct BodyPoint {
  int body = kFrameIndex;
  QPointF at;
};

// A point worth grasping: a joint, the free end of a bar, the end of a spring, a traced point.
struct Handle {
  QPointF world;
  BodyPoint point;
  std::vector<std::size_t> joints;  // those that lie here
  std::vector<int> bodies;          // whose points lie here, the frame included
};

class Drawing {
 public:
  Drawing() : Drawing(Mechanism()) {}
  // poses: one a body.
  Drawing(const Mechanism& shown, std::vector<BodyPose> poses);
  Drawing(std::shared_ptr<const DrawnParts> parts, std::vector<BodyPose> poses);
  // At the drawn poses.
  explicit Drawing(const std::shared_ptr<const DrawnParts>& parts);
  explicit Drawing(const Mechanism& shown);
  // Links that bend, one a body; they are straight at first.
  void bend(std::vector<std::optional<BentLine>> lines);
  const BentLine* lineOf(int body) const;  // nullptr: it is straight

  const Mechanism& mechanism() const { return parts_->mechanism(); }
  const std::shared_ptr<const DrawnParts>& parts() const { return parts_; }
  const SurfaceShape& surfaceOf(std::size_t surface) const { return parts_->surface(surface); }
  const std::vector<ShownTouch>& shownTouches() const { return parts_->shownTouches(); }
  const std::vector<BodyPose>& poses() const { return poses_; }
  const std::vector<Handle>& handles() const { return handles_; }

  int indexOf(const std::string& bodyId) const;  // kFrameIndex for the frame and for names that lead nowhere
  std::string idOf(int body) const;
  QPointF toWorld(int body, QPointF local) const;
  QPointF toBody(int body, QPointF world) const;
  QPointF placeOf(const Trace& trace) const;  // world
  BodyPose poseOf(int body) const;            // zero for the frame
  double angleOf(int body) const;             // rad; 0 for the frame

  QPointF pointA(std::size_t joint) const;  // world
  QPointF pointB(std::size_t joint) const;
  double axisOf(std::size_t joint) const;                 // rad, world, of a guide; 0 without
  double coordinateOf(std::size_t joint) const;           // rad, not wrapped, or m
  std::vector<QPointF> curveOf(std::size_t joint) const;  // world, of a point on a curve; else empty
  std::vector<QPointF> lineOf(const Rope& rope) const;    // world, hanging where it is slack
  std::vector<QPointF> lineOf(const Belt& belt, std::size_t joint) const;
  // Corners of the shape of a body in its axes: its joints and ends, or its outline; and their hull.
  const std::vector<QPointF>& pointsOf(int body) const { return partOf(body).points; }
  const std::vector<QPointF>& hullOf(int body) const { return partOf(body).hull; }
  // Round parts of a body: circles of its contacts that are solid.
  using Disc = DrawnParts::Disc;
  const std::vector<Disc>& discsOf(int body) const { return partOf(body).discs; }
  bool isBlock(int body) const { return !partOf(body).slidersOfBlock.empty(); }
  // Ends of the bar: body axes. Nothing for plates and blocks.
  using Bar = DrawnParts::Bar;
  const std::optional<Bar>& barOf(int body) const { return partOf(body).bar; }
  const DrawnParts::Part& partOf(int body) const { return parts_->part(static_cast<std::size_t>(body)); }

  struct Box {
    QPointF low, high;
  };

  const Handle* handleAt(QPointF world, double within) const;     // the nearest
  std::optional<int> bodyAt(QPointF world, double within) const;  // the one on top
  std::vector<int> bodiesAt(QPointF world, double within) const;  // from the top down
  bool isOn(int body, QPointF world, double within) const;        // of its shape, or so near to it
  // Elements that lie in a box as a whole.
  std::vector<ElementId> elementsIn(QPointF low, QPointF high) const;

 private:
  void collectHandles();
  std::size_t findHandle(QPointF world) const;
  void addHandle(BodyPoint point, std::optional<std::size_t> joint);

  std::shared_ptr<const DrawnParts> parts_;
  std::vector<BodyPose> poses_;
  std::vector<std::optional<BentLine>> lines_;
  std::vector<Handle> handles_;
  std::multimap<double, std::size_t> places_;  // of the handles, by their x in m
};

}  // namespace clank
