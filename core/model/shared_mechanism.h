// SPDX-License-Identifier: GPL-3.0-or-later
// A mechanism that nobody alters any more. What was drawn is shown, laid out and run in many places at once,
// each of which has to keep it: they keep the same one, which may be read from several threads.
#pragma once

#include <memory>
#include <utility>

#include "core/model/mechanism.h"

namespace clank {

class SharedMechanism {
 public:
  SharedMechanism() = default;      // without parts
  SharedMechanism(Mechanism whole)  // NOLINT(google-explicit-constructor): the same to those who read it
      : whole_(std::make_shared<const Mechanism>(std::move(whole))) {}

  const Mechanism& operator*() const {
    static const Mechanism none;
    return whole_ ? *whole_ : none;
  }
  const Mechanism* operator->() const { return &**this; }
  bool isSharedWith(const SharedMechanism& other) const { return whole_ && whole_ == other.whole_; }

  friend bool operator==(const SharedMechanism& a, const SharedMechanism& b) {
    return a.whole_ == b.whole_ || *a == *b;
  }

 private:
  std::shared_ptr<const Mechanism> whole_;
};

}  // namespace clank
