// SPDX-License-Identifier: GPL-3.0-or-later
#include <map>
#include <type_traits>

#include "core/math/expression.h"
#include "core/model/checks.h"
#include "core/model/quantity_text.h"

namespace clank {

namespace {

// Bodies, joints, forces and parameters share one set of names: all of them can stand in an expression or a
// channel.
class NameCheck {
 public:
  explicit NameCheck(ProblemList& problems) : problems_(problems) {}

  // A surface stands in no expression alone: it may have the name of a function ("floor").
  template <class Part>
  void add(const std::vector<Part>& parts, const char* kind, const char* list) {
    mayBeFunction_ = std::is_same_v<Part, DrawnSurface>;
    for (std::size_t i = 0; i < parts.size(); ++i)
      if (const auto [first, isNew] = owners_.emplace(parts[i].id, Owner{kind, i});
          !isNew || !isFit(parts[i].id))
        explain(parts[i].id, first->second, {kind, i}, fmt::format("/{}/{}/id", list, i));
  }

 private:
  struct Owner {
    const char* kind;
    std::size_t place;
    std::string inWords() const { return fmt::format("{} {}", kind, place + 1); }  // "body 2"
  };

  bool hasMeaning(const std::string& id) const {
    return id == "t" || id == "pi" || (isFunctionName(id) && !mayBeFunction_);
  }
  bool isFit(const std::string& id) const { return isName(id) && id != kFrame && !hasMeaning(id); }

  // "floor1", or with the next number that no part has yet.
  std::string proposeName(const std::string& id) const {
    for (int number = 1;; ++number)
      if (std::string name = fmt::format("{}{}", id, number); owners_.count(name) == 0 && isFit(name))
        return name;
  }

  void explain(const std::string& id, const Owner& first, const Owner& owner, const std::string& where) {
    const std::string part = owner.inWords();
    if (id.empty()) return problems_.error(where, fmt::format("{} has no id", part));
    if (!isName(id))
      return problems_.error(
          where, fmt::format("the id '{}' of {} must be a letter or _, then letters, digits or _", id, part));
    if (id == kFrame)
      return problems_.error(
          where, fmt::format("{} cannot be called '{}': that is the ground link; call it '{}'", part, id,
                             proposeName(id)));
    if (hasMeaning(id))
      return problems_.error(
          where, fmt::format("{} cannot be called '{}': that has a meaning in expressions; call it '{}'",
                             part, id, proposeName(id)));
    problems_.error(where, fmt::format("{} has the id '{}' of {}", part, id, first.inWords()));
  }

  ProblemList& problems_;
  bool mayBeFunction_ = false;
  std::map<std::string, Owner> owners_;  // of ids
};

}  // namespace

void checkNames(const Mechanism& mechanism, ProblemList& problems) {
  NameCheck check(problems);
  check.add(mechanism.parameters, "parameter", "parameters");
  check.add(mechanism.bodies, "body", "bodies");
  check.add(mechanism.joints, "joint", "joints");
  check.add(mechanism.drives, "drive", "drives");
  check.add(mechanism.forces, "force element", "forces");
  check.add(mechanism.surfaces, "surface", "surfaces");
  check.add(mechanism.contacts, "contact", "contacts");
  check.add(mechanism.traces, "trace", "traces");
  check.add(mechanism.pictures, "picture", "pictures");
}

}  // namespace clank
