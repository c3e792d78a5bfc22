// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/assembler.h"

#include <algorithm>
#include <cmath>

#include "core/dynamics/mesh_rows.h"
#include "core/math/largest.h"

namespace clank {

Assembler::Assembler(const System& system, const Mode& mode) : system_(&system) {
  setMode(mode);
}

void Assembler::fillRowKey(std::vector<int>& key) const {
  key.clear();
  for (std::size_t i = 0; i < system_->joints.size(); ++i) {
    const Mode::JointMode& joint = mode_.joints[i];
    if (system_->joints[i].isMetamorphic())
      key.push_back(2 * joint.phase + (isHeld(*system_, mode_, i) ? 1 : 0));
    if (system_->joints[i].loose) key.push_back(joint.tight ? 1 : 0);
    if (system_->joints[i].driveEnds) key.push_back(joint.driveOff ? 1 : 0);
    if (system_->joints[i].friction) key.push_back(2 * (1 + joint.slip) + (joint.grips ? 1 : 0));
  }
  for (const auto& [u, unilateral] : mode_.unilaterals.entries()) {
    if (!unilateral.closed || u < system_->firstRope()) continue;
    key.push_back(static_cast<int>(u));
    key.push_back(unilateral.slip);
    key.push_back(2 * unilateral.roll + (unilateral.holdsRoll ? 1 : 0));
  }
}

bool Assembler::setMode(const Mode& mode) {
  mode_ = mode;
  fillRowKey(nextKey_);
  if (nextKey_ == rowKey_) return false;
  rowKey_.swap(nextKey_);
  chooseRows(mode);
  return true;
}

void Assembler::chooseRows(const Mode& mode) {
  ++stamp_;
  firstRow_.clear();
  ownRowCount_.clear();
  heldRow_.clear();
  gripRow_.clear();
  rows_.clear();
  pins_.clear();
  guides_.clear();
  otherJoints_.clear();
  pins_.reserve(system_->joints.size());  // which most joints are
  rows_.reserve(2 * system_->joints.size() + system_->drives.size());
  for (std::size_t i = 0; i < system_->joints.size(); ++i) {
    const SystemJoint& joint = system_->joints[i];
    const std::size_t first = rows_.size();
    const auto count =
        static_cast<std::size_t>(isReleased(joint, mode.joints[i]) ? 0 : countRows(shape(i).kind));
    firstRow_.push_back(static_cast<int>(first));
    ownRowCount_.push_back(static_cast<int>(count));
    rows_.resize(first + count);
    startJointRows(shape(i), std::span(rows_).subspan(first));
    heldRow_.push_back(-1);
    if (isHeld(*system_, mode, i)) {
      heldRow_.back() = static_cast<int>(rows_.size());
      startCoordinateRow(shape(i), rows_.emplace_back());
    }
    gripRow_.push_back(-1);
    if (mode.joints[i].grips) {
      gripRow_.back() = static_cast<int>(rows_.size());
      startCoordinateRow(shape(i), rows_.emplace_back());
    }
    if (std::holds_alternative<RevoluteShape>(joint.kind) && !joint.isMetamorphic() && count > 0 &&
        !bends(joint))
      pins_.push_back(makePin(joint, first));
    else if (isSteadyGuide(joint) && !joint.isMetamorphic() && count > 0 && heldRow_.back() < 0 &&
             gripRow_.back() < 0)
      guides_.push_back(makeGuide(joint, first, rows_));
    else if (rows_.size() > first)
      otherJoints_.push_back(i);
  }
  addRopeRows();
  addContactRows();
  jointRows_ = rows_.size();
  addDriveRows();
  rate_.assign(rows_.size(), 0.0);
  gamma_.assign(rows_.size(), 0.0);
  error_.assign(rows_.size(), 0.0);
  placed_.resize(system_->bodies.size() + 1);
  // In the metric of what bends a row changes with the shape.
  if (!system_->holdsBends)
    for (BlockRow& row : rows_)
      row.fixedDirection =
          row.fixedDirection && std::none_of(system_->bends.begin(), system_->bends.end(),
                                             [&](const BentLink& link) { return row.touches(link.body); });
  startDrives();
  isAnalyzed_ = false;
}

void Assembler::addDriveRows() {
  driveRow_.clear();
  std::size_t slots = 0;
  for (const SystemDrive& drive : system_->drives) {
    const bool isOn = isDriven(*system_, mode_, drive.joint);
    driveRow_.push_back(isOn ? static_cast<int>(rows_.size()) : -1);
    if (isOn) startCoordinateRow(system_->joints[drive.joint], rows_.emplace_back());
    if (const auto* formula = std::get_if<FormulaLaw>(&drive.law))
      slots = std::max(slots, formula->slots.size());
  }
  lawScratch_.resize(slots);
}

// The row of an angle between bodies that do not bend never changes.
void Assembler::startDrives() {
  steadyDrives_.clear();
  otherDrives_.clear();
  for (std::size_t d = 0; d < system_->drives.size(); ++d) {
    const SystemDrive& drive = system_->drives[d];
    const auto* line = std::get_if<LineLaw>(&drive.law);
    if (driveRow_[d] < 0) continue;
    const auto row = static_cast<std::size_t>(driveRow_[d]);
    if (!line || !rows_[row].fixedDirection) {
      otherDrives_.push_back(d);
      continue;
    }
    const JointShape& joint = system_->joints[drive.joint];
    steadyDrives_.push_back({findPlaced(joint.a.body), findPlaced(joint.b.body), row, *line});
    rate_[row] = line->speed;
  }
}

void Assembler::analyze() {
  if (!system_->holdsBends) bends_.analyze(system_->bends, system_->metric.inverse(), rows_);
  saddlePoint_.analyze(bends_.isEmpty() ? system_->metric.inverse() : bends_.inverse(), rows_);
  isAnalyzed_ = true;
}

void Assembler::addRopeRows() {
  ropeRow_.assign(system_->ropes.size(), -1);
  for (std::size_t r = 0; r < system_->ropes.size(); ++r) {
    if (!mode_.unilaterals[system_->firstRope() + r].closed) continue;
    ropeRow_[r] = static_cast<int>(rows_.size());
    rows_.emplace_back().start(system_->ropes[r].geometry.blocks);
  }
}

void Assembler::addContactRows() {
  if (closedPlace_.size() != system_->contacts.size()) closedPlace_ = SparseSlots(system_->contacts.size());
  for (const std::size_t c : closed_) closedPlace_.upd(c) = 0;
  closed_.clear();
  gapRow_.assign(1, -1);
  slipRow_.assign(1, -1);
  rollRow_.assign(1, -1);
  std::optional<SystemContact> made;
  for (const auto& [u, mode] : mode_.unilaterals.entries()) {
    if (!mode.closed || u < system_->firstContact()) continue;
    const std::size_t c = u - system_->firstContact();
    const ContactGeometry& geometry = system_->contacts.get(c, made).geometry;
    BlockRow row;
    if (geometry.bends())
      startRow(row, makeCarrier(geometry), geometry.b());
    else
      startRow(row, Marker{geometry.a()}, geometry.b());
    closed_.push_back(c);
    closedPlace_.upd(c) = static_cast<std::uint32_t>(closed_.size());
    gapRow_.push_back(static_cast<int>(rows_.size()));
    slipRow_.push_back(-1);
    rollRow_.push_back(-1);
    rows_.push_back(row);
    const auto addRow = [&](std::vector<int>& places) {
      places.back() = static_cast<int>(rows_.size());
      rows_.push_back(row);
    };
    if (system_->getPair(c).law.friction > 0 && mode.slip == 0) addRow(slipRow_);
    if (mode.holdsRoll) addRow(rollRow_);
  }
  contacts_.assign(closed_.size() + 1, {});
}

void Assembler::updRows(double t, const double* q, const double* v) {
  ++stamp_;
  if (!system_->bends.empty()) {
    q_.assign(q, q + system_->layout.coordinates());
    v_.assign(v, v + system_->layout.coordinates());
    q = q_.data();  // placed bodies point there
    v = v_.data();
  }
  PlacedBody* const placed = placed_.data() + findPlaced(0);
  const std::size_t bodies = system_->bodies.size();
  for (std::size_t body = 0; body < bodies; ++body) placeBody(body, q, v, placed[body]);
  updPinRows(pins_, placed_, rows_, gamma_, error_);
  updGuideRows(guides_, placed_, rows_, gamma_, error_);
  for (const std::size_t joint : otherJoints_) updJoint(joint);
  if (!system_->ropes.empty()) updRopeRows(q, v);
  if (!closed_.empty()) updContactRows();
  updDriveRows(t);
}

JointKinematics Assembler::calcKinematics(const JointShape& shape) const {
  return calcJointKinematics(shape, place(shape.a.body), place(shape.b.body),
                             place(findCarrier(shape)).motion.angle);
}

void Assembler::updJoint(std::size_t joint) {
  const auto first = static_cast<std::size_t>(firstRow_[joint]);
  const auto count = static_cast<std::size_t>(ownRowCount_[joint]);
  const JointKinematics k = calcShapeKinematics(joint);
  updJointRows(shape(joint), k, std::span(rows_).subspan(first, count),
               std::span(gamma_).subspan(first, count), std::span(error_).subspan(first, count));
  if (heldRow_[joint] >= 0) {
    const auto held = static_cast<std::size_t>(heldRow_[joint]);
    updCoordinateRow(shape(joint), k, mode_.joints[joint].held, rows_[held], gamma_[held], error_[held]);
  }
  // Friction holds the rate, not a place. Of a pin the row never changes.
  if (gripRow_[joint] >= 0) {
    const auto grip = static_cast<std::size_t>(gripRow_[joint]);
    updRubbingRow(shape(joint), k, rows_[grip], gamma_[grip]);
    error_[grip] = 0;
  }
}

void Assembler::updRopeRows(const double* q, const double* v) {
  for (std::size_t r = 0; r < system_->ropes.size(); ++r) {
    if (ropeRow_[r] < 0) continue;
    const auto row = static_cast<std::size_t>(ropeRow_[r]);
    const RopeKinematics k = updRopeRow(system_->ropes[r].geometry, q, v, rows_[row]);
    gamma_[row] = k.gamma;
    error_[row] = k.gap;
  }
}

// Slip and roll have no position: their rows hold speeds alone.
void Assembler::updContactRows() {
  std::optional<SystemContact> made;
  for (std::size_t place = 1; place <= closed_.size(); ++place) {
    const ContactGeometry& geometry = system_->contacts.get(closed_[place - 1], made).geometry;
    ContactKinematics& k = contacts_[place];
    updContactKinematics(geometry, this->place(geometry.a()), this->place(geometry.b().body), k);
    const auto gap = static_cast<std::size_t>(gapRow_[place]);
    updNormalRow(k, rows_[gap], gamma_[gap]);
    error_[gap] = k.at.gap;
    if (rollRow_[place] >= 0) {
      const auto roll = static_cast<std::size_t>(rollRow_[place]);
      updRollRow(k, rows_[roll], gamma_[roll]);
    }
    if (slipRow_[place] < 0) continue;
    const auto slip = static_cast<std::size_t>(slipRow_[place]);
    updSlipRow(geometry, k, rows_[slip], gamma_[slip]);
    rate_[slip] = geometry.speed();
  }
}

// Rows of lengths have parts along x or y; those of gears turn bodies alone, and have radii in place of the
// ones of an angle.
double Assembler::rowUnit(std::size_t row) const {
  const double unit = system_->tolerances.unit;
  if (unit == 1) return 1;
  const BlockRow& r = rows_[row];
  double turn = 0;
  for (std::size_t slot = 0; slot < r.size(); ++slot) {
    const double* const g = r.at(slot);
    if (g[0] != 0 || g[1] != 0) return unit;
    turn = std::max(turn, std::abs(g[2]));
  }
  return std::max(turn, unit);
}

double Assembler::calcOpen() const {
  if (system_->tolerances.unit == 1) return findLargest(error_);
  double largest = 0;
  for (std::size_t r = 0; r < error_.size(); ++r) {
    const double open = std::abs(error_[r]) / rowUnit(r);
    largest = std::isnan(open) ? open : std::max(largest, open);
  }
  return largest;
}

// C = coordinate - law(t), so G v = law'(t) and G a = gamma of the coordinate + law''(t).
void Assembler::updDriveRows(double t) {
  for (const SteadyDrive& d : steadyDrives_)
    error_[d.row] = placed_[d.b].motion.angle - placed_[d.a].motion.angle - (d.law.start + d.law.speed * t);
  for (const std::size_t drive : otherDrives_) updDrive(drive, t);
}

void Assembler::updDrive(std::size_t drive, double t) {
  const SystemDrive& driven = system_->drives[drive];
  const JointShape& joint = system_->joints[driven.joint];
  const auto row = static_cast<std::size_t>(driveRow_[drive]);
  const Jet wanted = calcMotion(driven.law, t, lawScratch_, mode_.branches);
  if (rows_[row].fixedDirection) {
    gamma_[row] = 0;
    error_[row] = place(joint.b.body).motion.angle - place(joint.a.body).motion.angle - wanted.v;
  } else {
    updCoordinateRow(joint, calcKinematics(joint), wanted.v, rows_[row], gamma_[row], error_[row]);
  }
  gamma_[row] += wanted.dd;
  rate_[row] = wanted.d;
}

JointLoad calcRowLoad(const Assembler& assembler, std::size_t joint, std::span<const double> multipliers) {
  const auto count = static_cast<std::size_t>(assembler.ownRowCount(joint));
  const auto first = static_cast<std::size_t>(assembler.firstRow(joint));
  const int held = assembler.heldRow(joint);
  double holding = held < 0 ? 0.0 : multipliers[static_cast<std::size_t>(held)];
  const int grip = assembler.gripRow(joint);
  const double gripping = grip < 0 ? 0.0 : multipliers[static_cast<std::size_t>(grip)];
  const bool isTeeth = isMesh(assembler.shape(joint));
  if (!isTeeth) holding += gripping;
  const auto& drives = assembler.system().drives;
  for (std::size_t d = 0; d < drives.size(); ++d)
    if (drives[d].joint == joint) holding += getDriveMultiplier(assembler, d, multipliers);
  if (count == 0 && holding == 0) return {};
  const JointShape& shape = assembler.shape(joint);
  const bool isPin = std::holds_alternative<RevoluteShape>(shape.kind);  // its rows are its load
  JointLoad load = calcJointLoad(shape, isPin ? JointKinematics{} : assembler.calcShapeKinematics(joint),
                                 multipliers.subspan(first, count), holding);
  if (isTeeth) addAlongCoordinate(assembler, joint, gripping, load);
  return load;
}

void addAlongCoordinate(const Assembler& assembler, std::size_t joint, double force, JointLoad& load) {
  if (force == 0) return;
  const JointShape& shape = assembler.shape(joint);
  if (isMesh(shape)) {
    const JointKinematics k = assembler.calcShapeKinematics(joint);
    const JointLoad more = askMesh(
        shape,
        [&](const auto& teeth) { return calcMeshLoad(teeth, makeSlideWeights(teeth.shareA), k, force); },
        [] { return JointLoad{}; });
    load = {load.x + more.x, load.y + more.y, load.moment + more.moment};
    return;
  }
  if (shape.coordinate != CoordinateKind::travel) {
    load.moment += force;
    return;
  }
  const Eigen::Vector2d axis = assembler.calcShapeKinematics(joint).axis;
  load.x += force * axis.x();
  load.y += force * axis.y();
}

}  // namespace clank
