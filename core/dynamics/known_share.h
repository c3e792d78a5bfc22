// SPDX-License-Identifier: GPL-3.0-or-later
// A heap at rest asks for the share of its reactions again and again, and gets the same: what was found is
// kept for as long as nothing that it depends on changes by more than rounding.
//
// The share is continuous in rows, load and wanted accelerations (contact_share.h), so that what differs by
// rounding has, but for rounding, the same. All is compared with what was asked when the share was found, so
// that small changes add up to a new question.
#pragma once

#include <span>
#include <vector>

#include "core/dynamics/shared_reactions.h"

namespace clank {

class KnownShare {
 public:
  // shareEvenly(), or what it gave before. The mode must be one that moves alike since the last forget().
  const SharedReactions& share(Assembler& assembler, std::span<double> multipliers);
  // The last answer.
  const SharedReactions& shared() const { return shared_; }
  void forget() { isKnown_ = false; }
  // How often the share was found anew.
  long found() const { return found_; }

 private:
  struct Question {
    std::vector<double> rows, gamma, multipliers;
  };
  void ask(const Assembler& assembler, std::span<const double> multipliers);
  bool isSame() const;

  Question asked_, now_;
  std::vector<double> multipliers_;  // the answer to asked_, with:
  SharedReactions shared_;
  bool isKnown_ = false;
  long found_ = 0;
};

}  // namespace clank
