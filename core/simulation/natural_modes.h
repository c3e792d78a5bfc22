// SPDX-License-Identifier: GPL-3.0-or-later
// Natural frequencies and mode shapes of a mechanism, where it is at a time of its run.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/dynamics/natural_mode.h"
#include "core/model/mechanism.h"
#include "core/record/channel.h"

namespace clank {

class NaturalModes {
 public:
  // From a resolved mechanism: the assembled start, or where a run is at a later time (s), which is run up to
  // there. Fails with what makes it impossible to start or to get there.
  static Result<NaturalModes> find(const Mechanism& resolved, double at = 0,
                                   const std::stop_token& stop = {});
  ~NaturalModes();
  NaturalModes(NaturalModes&&) noexcept;
  NaturalModes& operator=(NaturalModes&&) noexcept;

  const std::vector<NaturalMode>& modes() const;
  double unrest() const;  // m/s2: how fast it sets out when it is let go; 0 in equilibrium
  // The mechanism moves at that time: false when the frequencies know nothing of it, true when it turns as a
  // whole, which they are about. Nothing when it is at rest.
  std::optional<bool> countsMotion() const;
  double spin() const;  // rad/s, of what turns as a whole, else 0
  double time() const;  // s, of the position
  const std::vector<Channel>& channels() const;
  // Channels of the mechanism in a mode, at a phase of its swing (rad; what does not swing goes the same
  // way), as far from the position as amplitude says (a part of the extent of the mechanism, or of the length
  // of a link that bends, or rad), its joints closed.
  std::vector<double> calcShapeRow(std::size_t mode, double phase, double amplitude) const;

  // The bodies that have most of its kinetic energy, "crank 60 %, rod 30 %".
  std::string nameMovers(const NaturalMode& mode) const;

 private:
  struct Parts;
  explicit NaturalModes(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

// "steady", "damped", "grows", "overdamped", "unstable", "neutral": what a mode does.
const char* describe(const NaturalMode& mode);

}  // namespace clank
