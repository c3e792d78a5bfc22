// SPDX-License-Identifier: GPL-3.0-or-later
// The modes of stops, ropes and contacts. Of thousands of pieces that could touch a few dozen do: only what
// differs from open is kept, in order, so that copying a mode, which every event does several times, and
// asking which are closed cost as much as there are of these.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

namespace clank {

// A stop that is not latched, a rope, or a piece of a contact.
struct UnilateralMode {
  bool closed = false;
  bool settling = false;  // closed by chatter whose accumulation point is still ahead, at settlesAt (s)
  double settlesAt = 0;
  double ignoreUntil = -1;  // s; just left upwards: its gap is not looked at before
  double leftAt = -1;       // s; when the accelerations last decided that it does not stay closed
  int slip = 0;             // closed with friction: 0 sticks, +1 or -1 the sign of the slip speed
  // Closed with rolling resistance: the sign of the turning of b against a, or a row holds it. Neither: there
  // is no resistance, or others hold the turning already.
  int roll = 0;
  bool holdsRoll = false;
  // A compliant contact in touch is pressed, never closed.
  bool pressed = false;
  bool slack = false;   // its law would pull: there is no force
  double approach = 0;  // m/s, at its begin
  // Does its normal force bring forces along that its motion gives a direction?
  bool rubs() const { return slip != 0 || roll != 0; }
};

class UnilateralModes {
 public:
  struct Entry {
    std::size_t unilateral = 0;
    UnilateralMode mode;
  };

  UnilateralModes() = default;
  // All open; indices are those of System::unilaterals.
  explicit UnilateralModes(std::size_t count) : size_(count) {}

  std::size_t size() const { return size_; }
  const UnilateralMode& operator[](std::size_t unilateral) const {
    static const UnilateralMode kUntouched;
    const std::size_t at = place(unilateral);
    return at < entries_.size() && entries_[at].unilateral == unilateral ? entries_[at].mode : kUntouched;
  }
  // To change it. Valid until the next upd() or reset() of another.
  UnilateralMode& upd(std::size_t unilateral);
  // Open, and nothing else.
  void reset(std::size_t unilateral);
  // Flights that were predicted are over at t (s).
  void endFlights(double t);
  // Drops what only said something of times before t (s).
  void forgetBefore(double t);

  // The place among entries() of one that is there, or where it would be.
  std::size_t place(std::size_t unilateral) const {
    const auto at = std::ranges::lower_bound(entries_, unilateral, {}, &Entry::unilateral);
    return static_cast<std::size_t>(at - entries_.begin());
  }
  // Those that may differ from open, in ascending order.
  std::span<const Entry> entries() const { return entries_; }
  std::vector<std::size_t> listClosed() const;
  bool hasClosed() const;

 private:
  std::size_t size_ = 0;
  std::vector<Entry> entries_;
};

}  // namespace clank
