// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/assembler.h"

#include <algorithm>

namespace clank {

Assembler::Assembler(const System& system, const Mode& mode) : system_(&system) {
  setMode(mode);
}

std::vector<int> Assembler::makeRowKey() const {
  std::vector<int> key;
  for (std::size_t i = 0; i < system_->joints.size(); ++i)
    if (system_->joints[i].isMetamorphic())
      key.push_back(2 * mode_.joints[i].phase + (isHeld(*system_, mode_, i) ? 1 : 0));
  for (std::size_t c = 0; c < system_->contacts.size(); ++c) {
    const Mode::UnilateralMode& contact = mode_.unilaterals[system_->firstContact() + c];
    key.push_back(contact.closed ? 2 + contact.slip : 0);
  }
  return key;
}

bool Assembler::setMode(const Mode& mode) {
  mode_ = mode;
  std::vector<int> key = makeRowKey();
  if (key == rowKey_) return false;
  rowKey_ = std::move(key);
  chooseRows(mode);
  return true;
}

void Assembler::chooseRows(const Mode& mode) {
  firstRow_.clear();
  ownRowCount_.clear();
  heldRow_.clear();
  rows_.clear();
  for (std::size_t i = 0; i < system_->joints.size(); ++i) {
    const SystemJoint& joint = system_->joints[i];
    SaddlePoint::Row row;
    row.body = {joint.a, joint.b, -1};
    firstRow_.push_back(static_cast<int>(rows_.size()));
    ownRowCount_.push_back(isReleased(joint, mode.joints[i]) ? 0 : countRows(shape(i).kind));
    rows_.insert(rows_.end(), static_cast<std::size_t>(ownRowCount_.back()), row);
    heldRow_.push_back(-1);
    if (isHeld(*system_, mode, i)) {
      heldRow_.back() = static_cast<int>(rows_.size());
      rows_.push_back(row);
    }
  }
  addContactRows();
  jointRows_ = rows_.size();
  driveRow_.clear();
  std::size_t slots = 0;
  for (const SystemDrive& drive : system_->drives) {
    SaddlePoint::Row row;
    row.body = {system_->joints[drive.joint].a, system_->joints[drive.joint].b, -1};
    driveRow_.push_back(static_cast<int>(rows_.size()));
    rows_.push_back(row);
    if (const auto* formula = std::get_if<FormulaLaw>(&drive.law))
      slots = std::max(slots, formula->slots.size());
  }
  lawScratch_.resize(slots);
  rate_.assign(rows_.size(), 0.0);
  gamma_.assign(rows_.size(), 0.0);
  error_.assign(rows_.size(), 0.0);
  kinematics_.resize(system_->joints.size());
  shapeKinematics_.resize(system_->joints.size());
  rotations_.resize(system_->bodies.size());
  saddlePoint_.analyze(system_->bodyCount(), rows_);
}

void Assembler::addContactRows() {
  gapRow_.assign(system_->contacts.size(), -1);
  slipRow_.assign(system_->contacts.size(), -1);
  contacts_.resize(system_->contacts.size());
  for (std::size_t c = 0; c < system_->contacts.size(); ++c) {
    const Mode::UnilateralMode& mode = mode_.unilaterals[system_->firstContact() + c];
    if (!mode.closed) continue;
    SaddlePoint::Row row;
    row.body = {system_->contacts[c].a, system_->contacts[c].b, -1};
    gapRow_[c] = static_cast<int>(rows_.size());
    rows_.push_back(row);
    if (system_->contacts[c].friction <= 0 || mode.slip != 0) continue;
    slipRow_[c] = static_cast<int>(rows_.size());
    rows_.push_back(row);
  }
}

void Assembler::updRows(double t, const double* q, const double* v) {
  for (int body = 0; body < system_->bodyCount(); ++body)
    rotations_[static_cast<std::size_t>(body)] = calcRotation(body, q);
  const auto rotation = [&](int body) {
    return body == kFrameBody ? Rotation{} : rotations_[static_cast<std::size_t>(body)];
  };
  for (std::size_t i = 0; i < system_->joints.size(); ++i) {
    const SystemJoint& joint = system_->joints[i];
    kinematics_[i] = calcJointKinematics(joint, rotation(joint.a), rotation(joint.b), q, v);
    if (mode_.joints[i].shape)
      shapeKinematics_[i] = calcJointKinematics(shape(i), rotation(joint.a), rotation(joint.b), q, v);
    const auto first = static_cast<std::size_t>(firstRow_[i]);
    const auto count = static_cast<std::size_t>(ownRowCount_[i]);
    if (count == 0) continue;
    const JointKinematics& k = shapeKinematics(i);
    updJointRows(shape(i), k, std::span(rows_).subspan(first, count), std::span(gamma_).subspan(first, count),
                 std::span(error_).subspan(first, count));
    if (heldRow_[i] < 0) continue;
    const auto held = static_cast<std::size_t>(heldRow_[i]);
    updCoordinateRow(shape(i), k, mode_.joints[i].held, rows_[held], gamma_[held], error_[held]);
  }
  updContactRows(q, v);
  updDriveRows(t);
}

// A slip has no position: its row holds the speed alone.
void Assembler::updContactRows(const double* q, const double* v) {
  for (std::size_t c = 0; c < system_->contacts.size(); ++c) {
    if (gapRow_[c] < 0) continue;
    contacts_[c] = calcContactKinematics(system_->contacts[c], q, v);
    const auto gap = static_cast<std::size_t>(gapRow_[c]);
    updNormalRow(system_->contacts[c], contacts_[c], rows_[gap], gamma_[gap]);
    error_[gap] = contacts_[c].at.gap;
    if (slipRow_[c] < 0) continue;
    const auto slip = static_cast<std::size_t>(slipRow_[c]);
    updSlipRow(system_->contacts[c], contacts_[c], rows_[slip], gamma_[slip]);
  }
}

// C = coordinate - law(t), so G v = law'(t) and G a = gamma of the coordinate + law''(t).
void Assembler::updDriveRows(double t) {
  for (std::size_t d = 0; d < system_->drives.size(); ++d) {
    const SystemDrive& drive = system_->drives[d];
    const auto row = static_cast<std::size_t>(driveRow_[d]);
    const Jet wanted = calcMotion(drive.law, t, lawScratch_);
    updCoordinateRow(system_->joints[drive.joint], kinematics_[drive.joint], wanted.v, rows_[row],
                     gamma_[row], error_[row]);
    gamma_[row] += wanted.dd;
    rate_[row] = wanted.d;
  }
}

JointLoad calcJointLoad(const Assembler& assembler, std::size_t joint, std::span<const double> multipliers) {
  const auto count = static_cast<std::size_t>(assembler.ownRowCount(joint));
  if (count == 0) return {};
  const auto first = static_cast<std::size_t>(assembler.firstRow(joint));
  const int held = assembler.heldRow(joint);
  double holding = held < 0 ? 0.0 : multipliers[static_cast<std::size_t>(held)];
  const auto& drives = assembler.system().drives;
  for (std::size_t d = 0; d < drives.size(); ++d)
    if (drives[d].joint == joint) holding += multipliers[static_cast<std::size_t>(assembler.driveRow(d))];
  return calcJointLoad(assembler.shape(joint), assembler.shapeKinematics(joint),
                       multipliers.subspan(first, count), holding);
}

double dot(const SaddlePoint::Row& row, const double* x) {
  double sum = 0;
  for (std::size_t slot = 0; slot < SaddlePoint::kBodiesPerRow; ++slot)
    if (const int body = row.body[slot]; body >= 0)
      for (std::size_t c = 0; c < 3; ++c)
        sum += row.g[3 * slot + c] * x[3 * static_cast<std::size_t>(body) + c];
  return sum;
}

void multiply(std::span<const SaddlePoint::Row> rows, const double* x, std::span<double> result) {
  for (std::size_t r = 0; r < rows.size(); ++r) result[r] = dot(rows[r], x);
}

void scatter(const SaddlePoint::Row& row, std::span<double> f) {
  std::fill(f.begin(), f.end(), 0.0);
  for (std::size_t slot = 0; slot < SaddlePoint::kBodiesPerRow; ++slot)
    if (row.body[slot] >= 0)
      for (std::size_t c = 0; c < 3; ++c)
        f[3 * static_cast<std::size_t>(row.body[slot]) + c] += row.g[3 * slot + c];
}

}  // namespace clank
