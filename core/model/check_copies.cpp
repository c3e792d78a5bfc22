// SPDX-License-Identifier: GPL-3.0-or-later
//
// Who is a copy of what is a forest: an element has at most one original, and none is its own in the end.
// Then a change of any element has one way to every other of its tree.
#include <map>
#include <set>

#include "core/model/checks.h"

namespace clank {
namespace {

// The list that each element is in, by its id.
std::map<std::string, const char*> listCopyKinds(const Mechanism& m) {
  std::map<std::string, const char*> kinds;
  const auto add = [&](const auto& list, const char* kind) {
    for (const auto& element : list) kinds.emplace(element.id, kind);
  };
  add(m.bodies, "body");
  add(m.joints, "joint");
  add(m.drives, "drive");
  add(m.forces, "force element");
  add(m.surfaces, "surface");
  add(m.contacts, "contact");
  add(m.traces, "trace");
  return kinds;
}

class CopyCheck {
 public:
  CopyCheck(const Mechanism& mechanism, ProblemList& problems)
      : kinds_(listCopyKinds(mechanism)), problems_(problems) {}

  void check(const CopyPair& pair, const std::string& pointer) {
    if (!exists(pair.of, pointer + "/of") || !exists(pair.copy, pointer + "/copy")) return;
    if (std::string(kinds_[pair.of]) != kinds_[pair.copy])
      return problems_.warn(pointer, fmt::format("linked copy: {} {} and {} {} cannot stay alike",
                                                 kinds_[pair.of], pair.of, kinds_[pair.copy], pair.copy));
    if (!original_.emplace(pair.copy, pair.of).second)
      return problems_.warn(
          pointer + "/copy",
          fmt::format("linked copy: {} is a copy of {} already; remove one of the two pairs", pair.copy,
                      original_[pair.copy]));
    if (isOwnOriginal(pair.copy))
      problems_.warn(pointer,
                     fmt::format("linked copy: {} would be a copy of itself; remove this pair", pair.copy));
  }

 private:
  bool exists(const std::string& id, const std::string& pointer) {
    if (kinds_.count(id) > 0) return true;
    problems_.warn(pointer, fmt::format("linked copy: there is no part '{}'; remove this pair", id));
    return false;
  }
  bool isOwnOriginal(const std::string& id) const {
    std::set<std::string> seen;
    for (auto at = original_.find(id); at != original_.end(); at = original_.find(at->second)) {
      if (at->second == id) return true;
      if (!seen.insert(at->first).second) return false;  // a ring that was said already
    }
    return false;
  }

  std::map<std::string, const char*> kinds_;
  std::map<std::string, std::string> original_;
  ProblemList& problems_;
};

}  // namespace

// What is wrong with them is a warning: the mechanism runs without.
void checkCopies(const Mechanism& mechanism, ProblemList& problems) {
  if (mechanism.linkedCopies.empty()) return;
  CopyCheck check(mechanism, problems);
  for (std::size_t i = 0; i < mechanism.linkedCopies.size(); ++i)
    for (std::size_t k = 0; k < mechanism.linkedCopies[i].pairs.size(); ++k)
      check.check(mechanism.linkedCopies[i].pairs[k], fmt::format("/linked_copies/{}/pairs/{}", i, k));
}

}  // namespace clank
