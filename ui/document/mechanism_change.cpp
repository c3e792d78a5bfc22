// SPDX-License-Identifier: GPL-3.0-or-later
//
// A list changes by elements that leave and elements that come, each with its place: those of `before` are
// taken out from the back, then those of `after` are put in from the front. An element that is edited leaves
// and comes. What stays keeps its order, so the way back is the same with before and after exchanged.
#include "ui/document/mechanism_change.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "core/model/fields.h"

namespace clank {

class MemberChange {
 public:
  MemberChange() = default;
  MemberChange(const MemberChange&) = delete;
  MemberChange& operator=(const MemberChange&) = delete;
  virtual ~MemberChange() = default;
  virtual void replace(Mechanism& mechanism, bool forward) const = 0;
};

namespace {

// The members of a mechanism in the order of the table, with the unknown keys as the last.
template <class M, class V>
void visitMembers(M& mechanism, V&& visit) {
  visitFields(mechanism, visit);
  visit(Field{"", "", ""}, mechanism.unknown);
}

// Calls change(member) for the member of type T at a place of the table.
template <class T, class F>
class MemberAt {
 public:
  MemberAt(std::size_t place, F change) : place_(place), change_(std::move(change)) {}
  template <class Member>
  void operator()(const Field&, Member& member) {
    if constexpr (std::is_same_v<Member, T>) {
      if (index_ == place_) change_(member);
    }
    ++index_;
  }

 private:
  std::size_t place_, index_ = 0;
  F change_;
};

template <class T>
class ValueChange final : public MemberChange {
 public:
  ValueChange(std::size_t place, const T& before, const T& after)
      : place_(place), before_(before), after_(after) {}
  void replace(Mechanism& mechanism, bool forward) const override {
    const auto assign = [&](T& member) { member = forward ? after_ : before_; };
    visitMembers(mechanism, MemberAt<T, decltype(assign)>(place_, assign));
  }

 private:
  std::size_t place_;
  T before_, after_;
};

template <class E>
bool hasEqualId(const E& a, const E& b) {
  if constexpr (requires { a.id; }) return a.id == b.id;
  return false;
}

template <class E>
bool holdsId(const std::vector<E>& list, const E& element) {
  return std::any_of(list.begin(), list.end(), [&](const E& e) { return hasEqualId(e, element); });
}

template <class E>
class ListChange final : public MemberChange {
 public:
  ListChange(std::size_t place, const std::vector<E>& before, const std::vector<E>& after) : place_(place) {
    std::size_t i = 0, j = 0;
    while (i < before.size() && j < after.size()) {
      if (before[i] == after[j]) {
        ++i, ++j;
      } else if (hasEqualId(before[i], after[j])) {
        before_.emplace_back(i, before[i]), ++i;
        after_.emplace_back(j, after[j]), ++j;
      } else if (!holdsId(before, after[j])) {
        after_.emplace_back(j, after[j]), ++j;
      } else {
        before_.emplace_back(i, before[i]), ++i;
      }
    }
    for (; i < before.size(); ++i) before_.emplace_back(i, before[i]);
    for (; j < after.size(); ++j) after_.emplace_back(j, after[j]);
  }

  void replace(Mechanism& mechanism, bool forward) const override {
    const Places& leaving = forward ? before_ : after_;
    const Places& coming = forward ? after_ : before_;
    const auto exchange = [&](std::vector<E>& list) {
      for (auto it = leaving.rbegin(); it != leaving.rend(); ++it)
        list.erase(list.begin() + static_cast<std::ptrdiff_t>(it->first));
      for (const auto& [at, element] : coming)
        list.insert(list.begin() + static_cast<std::ptrdiff_t>(at), element);
    };
    visitMembers(mechanism, MemberAt<std::vector<E>, decltype(exchange)>(place_, exchange));
  }

 private:
  using Places = std::vector<std::pair<std::size_t, E>>;  // rising
  std::size_t place_;
  Places before_, after_;
};

template <class T>
struct ChangeOf {
  using type = ValueChange<T>;
};
template <class E>
struct ChangeOf<std::vector<E>> {
  using type = ListChange<E>;
};

class Addresses {
 public:
  template <class T>
  void operator()(const Field&, const T& member) {
    all.push_back(&member);
  }
  std::vector<const void*> all;
};

class Comparison {
 public:
  Comparison(const Addresses& before, std::vector<std::shared_ptr<const MemberChange>>& changes,
             std::vector<std::string_view>& keys)
      : before_(before), changes_(changes), keys_(keys) {}
  template <class T>
  void operator()(const Field& field, const T& after) {
    const T& before = *static_cast<const T*>(before_.all[index_]);
    if (!(before == after)) {
      changes_.push_back(std::make_shared<typename ChangeOf<T>::type>(index_, before, after));
      keys_.emplace_back(field.key);
    }
    ++index_;
  }

 private:
  const Addresses& before_;
  std::vector<std::shared_ptr<const MemberChange>>& changes_;
  std::vector<std::string_view>& keys_;
  std::size_t index_ = 0;
};

}  // namespace

MechanismChange MechanismChange::between(const Mechanism& before, const Mechanism& after) {
  MechanismChange change;
  Addresses addresses;
  visitMembers(before, addresses);
  visitMembers(after, Comparison(addresses, change.members_, change.keys_));
  return change;
}

bool MechanismChange::isOnlyOf(std::string_view key) const {
  return std::ranges::all_of(keys_, [&](std::string_view each) { return each == key; });
}

void MechanismChange::apply(Mechanism& mechanism) const {
  for (const auto& member : members_) member->replace(mechanism, true);
}

void MechanismChange::revert(Mechanism& mechanism) const {
  for (const auto& member : members_) member->replace(mechanism, false);
}

}  // namespace clank
