// SPDX-License-Identifier: GPL-3.0-or-later
// A resolved mechanism whose numbers change from run to run: what depends on parameters is evaluated anew, in
// place, and nothing else is copied or read again.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/math/expression.h"
#include "core/model/mechanism.h"

namespace clank {

class ResolvedFamily {
 public:
  ResolvedFamily(const Mechanism& drawn, std::string caseId);
  ResolvedFamily(const ResolvedFamily&) = delete;  // it knows places in its mechanism
  ResolvedFamily& operator=(const ResolvedFamily&) = delete;

  // The mechanism that resolve() makes of these overrides, to the last bit, until the next call. The
  // parameters are the same in every call. Null where resolve() has to be asked: something is wrong, or words
  // are chosen.
  const Mechanism* find(const std::map<std::string, std::string>& set);

 private:
  struct Dependent {
    Quantity* quantity;
    Expression value;  // over the parameters with a number and the named points
  };

  const std::string case_;
  Mechanism mechanism_;
  std::vector<Dependent> dependents_;
  bool isSound_ = false;
};

}  // namespace clank
