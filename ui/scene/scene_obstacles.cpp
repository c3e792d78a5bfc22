// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/scene_obstacles.h"

#include "ui/scene/joint_marks.h"

namespace clank {
namespace {

constexpr double kPinReach = 0.35, kGuideReach = 1, kArrowReach = 0.2,
                 kSpringReach = 0.5;  // units of the layout, to either side

class ObstacleList {
 public:
  ObstacleList(const MechanismLayout& layout, const std::vector<Placement>& poses,
               const CameraControl& camera)
      : layout_(layout),
        poses_(poses),
        camera_(camera),
        unit_(layout.unit / camera.metresPerPixel()),
        pin_(kPinReach * unit_) {}

  void addPart(std::size_t i) {
    const PartLayout& part = layout_.parts[i];
    for (std::size_t k = 1; k < part.points.size(); ++k)
      obstacles_.push_back({toPixel(poses_[i].toWorld(part.points[k - 1])),
                            toPixel(poses_[i].toWorld(part.points[k])),
                            part.width / 2 / camera_.metresPerPixel(), Cover::part});
  }
  void addJoint(std::size_t j) {
    const JointLayout& joint = layout_.joints[j];
    const QPointF at = toPixel(layout_.worldB(j, poses_));
    obstacles_.push_back({at, at, pin_, Cover::symbol});
    if (joint.guide)
      addGuide(joint);
    else if (!joint.curve.empty())
      addCurve(joint);
    else if (joint.a < 0 || joint.b < 0)
      addGround(at);
  }
  void addSpring(const SpringLayout& spring) {
    obstacles_.push_back({toPixel(layout_.worldOf(spring.a, poses_)),
                          toPixel(layout_.worldOf(spring.b, poses_)), kSpringReach * unit_, Cover::symbol});
  }
  void addArrow(const SceneArrow& arrow) {
    obstacles_.push_back({toPixel(arrow.from), toPixel(arrow.to), kArrowReach * unit_, Cover::symbol});
  }
  std::vector<OverlayObstacle> take() { return std::move(obstacles_); }

 private:
  QPointF toPixel(Vec2 world) const { return camera_.toPixel(world, layout_.top); }

  Placement carrierOf(const JointLayout& joint) const {
    return joint.a >= 0 ? poses_[static_cast<std::size_t>(joint.a)] : Placement{};
  }
  void addCurve(const JointLayout& joint) {
    constexpr double kShortest = 4;  // px, of its pieces
    const Placement carrier = carrierOf(joint);
    QPointF from = toPixel(carrier.toWorld(joint.curve.front()));
    for (std::size_t k = 1; k < joint.curve.size(); ++k) {
      const QPointF to = toPixel(carrier.toWorld(joint.curve[k]));
      if ((to - from).manhattanLength() < kShortest && k + 1 < joint.curve.size()) continue;
      obstacles_.push_back({from, to, kArrowReach * unit_, Cover::part});
      from = to;
    }
  }
  // With the rails to both sides, and what is hatched.
  void addGuide(const JointLayout& joint) {
    const Placement carrier = carrierOf(joint);
    const Vec2 half = joint.guideHalf * Vec2{std::cos(joint.axisInA), std::sin(joint.axisInA)};
    obstacles_.push_back({toPixel(carrier.toWorld(joint.guideCenter - half)),
                          toPixel(carrier.toWorld(joint.guideCenter + half)), kGuideReach * unit_,
                          Cover::symbol});
  }
  void addGround(QPointF pin) {
    const QPointF base = pin + QPointF(0, kGroundDepth * unit_ + pin_ / 2);  // and its hatching
    const QPointF half(kGroundHalf * unit_, 0);
    obstacles_.push_back({base - half, base + half, pin_, Cover::symbol});
  }

  const MechanismLayout& layout_;
  const std::vector<Placement>& poses_;
  const CameraControl& camera_;
  double unit_, pin_;  // px
  std::vector<OverlayObstacle> obstacles_;
};

}  // namespace

std::vector<OverlayObstacle> listObstacles(const MechanismLayout& layout, const std::vector<Placement>& poses,
                                           const CameraControl& camera,
                                           const std::vector<SceneArrow>& arrows) {
  ObstacleList obstacles(layout, poses, camera);
  for (std::size_t i = 0; i < layout.parts.size(); ++i) obstacles.addPart(i);
  for (std::size_t j = 0; j < layout.joints.size(); ++j) obstacles.addJoint(j);
  for (const SpringLayout& spring : layout.springs) obstacles.addSpring(spring);
  for (const SceneArrow& arrow : arrows) obstacles.addArrow(arrow);
  return obstacles.take();
}

}  // namespace clank
