// SPDX-License-Identifier: GPL-3.0-or-later
// What differs between two drawings: the changed elements alone, as values before and after. Found by
// visiting the table of keys (core/model/fields.cpp), so a new key needs no line here.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "core/model/mechanism.h"

namespace clank {

class MemberChange;  // of one member of Mechanism

class MechanismChange {
 public:
  static MechanismChange between(const Mechanism& before, const Mechanism& after);

  bool isEmpty() const { return members_.empty(); }
  bool isOnlyOf(std::string_view key) const;  // of the members of a mechanism, as in the file
  void apply(Mechanism& mechanism) const;     // mechanism: equal to before, becomes equal to after
  void revert(Mechanism& mechanism) const;    // the way back

 private:
  std::vector<std::shared_ptr<const MemberChange>> members_;  // shared: values that nobody alters
  std::vector<std::string_view> keys_;                        // of the members, from the table
};

}  // namespace clank
