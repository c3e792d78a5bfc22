// SPDX-License-Identifier: GPL-3.0-or-later
// The constraint rows in force for a mode, with their numbers at a position and velocity.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/dynamics/bent_metric.h"
#include "core/dynamics/contact_rows.h"
#include "core/dynamics/guide_rows.h"
#include "core/dynamics/joint_constraints.h"
#include "core/dynamics/joint_phase.h"
#include "core/dynamics/pin_rows.h"
#include "core/dynamics/system.h"
#include "core/math/saddle_point.h"
#include "core/support/sparse_slots.h"

namespace clank {

class Assembler {
 public:
  Assembler(const System& system, const Mode& mode);

  // Chooses the rows of a mode; the next factor() finds their elimination order. Both allocate; called when
  // the mode changes.
  // False when the rows stay the same, as after a bounce: then there was nothing to do.
  bool setMode(const Mode& mode);
  // Another mode with the same rows and the same numbers in them.
  void renewMode(const Mode& mode) { mode_ = mode; }
  // Which rows there are, in a form that can be compared.
  const std::vector<int>& rowKey() const { return rowKey_; }
  const Mode& mode() const { return mode_; }
  const System& system() const { return *system_; }

  // Fills G, gamma, C and rate at (t, q, v) and factors. No allocation. shapes: of links that bend, at q,
  // where they are known.
  void update(double t, const double* q, const double* v, std::span<const LinkMass::Shape> shapes = {}) {
    updRows(t, q, v);
    factor(shapes);
  }
  // The same without the factor: solve() goes on with the last one, good enough for a Newton step nearby.
  void updRows(double t, const double* q, const double* v);
  void factor(std::span<const LinkMass::Shape> shapes = {}) {
    if (!isAnalyzed_) analyze();
    factorStamp_ = stamp_;
    saddlePoint_.factor(bends_.isEmpty() ? rows_ : bends_.reduce(q_.data(), rows_, shapes));
  }

  // Solves with the last factor: x = W (f + G' lambda), G x = b.
  void solve(std::span<const double> f, std::span<const double> b, std::span<double> x,
             std::span<double> lambda) {
    if (bends_.isEmpty()) return saddlePoint_.solve(f, b, x, lambda);
    saddlePoint_.solve(bends_.reduce(f), b, x, lambda);
    bends_.expand(x);
  }

  // Goes on with whatever changes the rows or their numbers; never 0.
  std::uint64_t stamp() const { return stamp_; }

  // Every row keeps a part of its length beside the others that is no rounding. False where that is not so,
  // or not known without a factor of the rows as they are.
  bool hasIndependentRows() const { return factorStamp_ == stamp_ && saddlePoint_.hasFullRank(); }
  // Rows that nearly depend on the others at the last factor.
  std::span<const SaddlePoint::SmallPivot> smallPivots() const { return saddlePoint_.smallPivots(); }

  std::size_t rowCount() const { return rows_.size(); }
  std::span<const BlockRow> rows() const { return rows_; }
  std::span<const double> gamma() const { return gamma_; }
  std::span<const double> error() const { return error_; }  // C, m or rad
  // What counts as one in the error of a row: a unit of length of the mechanism (tolerances.h), or a radian.
  double rowUnit(std::size_t row) const;
  // Largest error in these units.
  double calcOpen() const;
  // What G v has to be: zero for joints, the rate of the motion law for drives, the speed of a surface that
  // moves along itself for what sticks to it.
  std::span<const double> rate() const { return rate_; }
  // -1: the drive has been switched off.
  int driveRow(std::size_t drive) const { return driveRow_[drive]; }
  // Rows of joints, taut ropes and closed contacts come first; mobility is counted on them, as if drives were
  // motors that may turn.
  std::size_t jointRowCount() const { return jointRows_; }
  // Of the joint as drawn, whatever phase it is in, at the last update.
  JointKinematics calcKinematics(std::size_t joint) const { return calcKinematics(system_->joints[joint]); }
  // The joint as it is in the mode, and its kinematics.
  const JointShape& shape(std::size_t joint) const {
    return getShape(system_->joints[joint], mode_.joints[joint]);
  }
  JointKinematics calcShapeKinematics(std::size_t joint) const { return calcKinematics(shape(joint)); }
  // First row of a joint, number of its rows without that which holds its coordinate, that row (-1: free),
  // and the row of its rate where friction grips (-1: it does not).
  int firstRow(std::size_t joint) const { return firstRow_[joint]; }
  int ownRowCount(std::size_t joint) const { return ownRowCount_[joint]; }
  int heldRow(std::size_t joint) const { return heldRow_[joint]; }
  int gripRow(std::size_t joint) const { return gripRow_[joint]; }
  // Closed contacts: kinematics, row of the gap (-1: open) and, when it sticks, of the slip (-1: it does
  // not).
  const ContactKinematics& contactKinematics(std::size_t contact) const {
    return contacts_[closedPlace_[contact]];
  }
  int gapRow(std::size_t contact) const { return gapRow_[closedPlace_[contact]]; }
  int slipRow(std::size_t contact) const { return slipRow_[closedPlace_[contact]]; }
  int rollRow(std::size_t contact) const { return rollRow_[closedPlace_[contact]]; }  // -1: none holds
  std::span<const std::size_t> closedContacts() const { return closed_; }
  // Row of a taut rope (-1: slack).
  int ropeRow(std::size_t rope) const { return ropeRow_[rope]; }
  // Where a body was at the last update, and how it moved.
  const PlacedBody& place(int body) const { return placed_[findPlaced(body)]; }

 private:
  void fillRowKey(std::vector<int>& key) const;
  void chooseRows(const Mode& mode);
  void addRopeRows();
  void addContactRows();
  void analyze();
  JointKinematics calcKinematics(const JointShape& shape) const;
  void updJoint(std::size_t joint);
  void updRopeRows(const double* q, const double* v);
  void updContactRows();
  // A drive at a constant speed between bodies that do not bend: its row, rate and gamma never change.
  struct SteadyDrive {
    std::size_t a = 0, b = 0, row = 0;  // bodies by findPlaced()
    LineLaw law;
  };
  void addDriveRows();
  void startDrives();
  void updDriveRows(double t);
  void updDrive(std::size_t drive, double t);

  const System* system_;
  Mode mode_;
  std::vector<int> rowKey_{-1}, nextKey_;  // at first: of no rows
  std::vector<int> firstRow_, ownRowCount_, heldRow_, gripRow_, ropeRow_, gapRow_, slipRow_, rollRow_,
      driveRow_;
  std::vector<std::size_t> closed_;  // contacts
  // Of these, counted from 1; 0 is any other. By it go gapRow_, slipRow_, rollRow_ and contacts_.
  SparseSlots closedPlace_;
  std::size_t jointRows_ = 0;
  std::vector<PlacedBody> placed_;  // by findPlaced()
  std::vector<Pin> pins_;
  std::vector<Guide> guides_;
  std::vector<std::size_t> otherJoints_;  // with rows
  std::vector<SteadyDrive> steadyDrives_;
  std::vector<std::size_t> otherDrives_;
  std::vector<ContactKinematics> contacts_;
  std::vector<BlockRow> rows_;
  std::vector<double> gamma_, error_, rate_;
  std::vector<Jet> lawScratch_;
  std::vector<double> q_, v_;  // of the last update, where links bend
  BentMetric bends_;
  SaddlePoint saddlePoint_;
  std::uint64_t stamp_ = 1, factorStamp_ = 0;  // of the rows, of those that were factored last
  bool isAnalyzed_ = false;                    // with these rows; not before they are factored
};

// Of the row of a drive: its multiplier, and what its law demands. 0 of a drive that has been switched off.
inline double getDriveMultiplier(const Assembler& assembler, std::size_t drive,
                                 std::span<const double> multipliers) {
  const int row = assembler.driveRow(drive);
  return row < 0 ? 0 : multipliers[static_cast<std::size_t>(row)];
}
inline double getDriveRate(const Assembler& assembler, std::size_t drive) {
  return getDriveMultiplier(assembler, drive, assembler.rate());
}

// Force and moment on body b of a joint from the multipliers of its rows: reactions (N, N m) from lambda,
// impulses (N s, N m s) from those of a jump. A held or driven prismatic coordinate acts along the axis.
JointLoad calcRowLoad(const Assembler& assembler, std::size_t joint, std::span<const double> multipliers);
// Adds a generalised force (N m or N) along what a joint rubs along (its coordinate, or the pitch line of
// teeth) to what b feels.
void addAlongCoordinate(const Assembler& assembler, std::size_t joint, double force, JointLoad& load);

}  // namespace clank
