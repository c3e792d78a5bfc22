// SPDX-License-Identifier: GPL-3.0-or-later
//
// A list changes by elements that leave and elements that come, each with its place: those of `before` are
// taken out from the back, then those of `after` are put in from the front. An element that is edited leaves
// and comes. What stays keeps its order, so the way back is the same with before and after exchanged.
#include "ui/document/mechanism_change.h"

#include <algorithm>
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

using Member = RecordType::Member;

class Kept {
 public:
  Kept(const KeptType& type, const void* value) : value_(type.clone(value), type.destroy) {}
  const void* get() const { return value_.get(); }

 private:
  std::shared_ptr<const void> value_;
};

class ValueChange final : public MemberChange {
 public:
  ValueChange(const Member& member, const ValueView& before, const ValueView& after)
      : member_(member), before_(*member.kept, before.address()), after_(*member.kept, after.address()) {}
  void replace(Mechanism& mechanism, bool forward) const override {
    const ValueRef value = recordOf(mechanism).at(member_);
    member_.kept->assign(value.address(), forward ? after_.get() : before_.get());
  }

 private:
  const Member& member_;
  Kept before_, after_;
};

class UnknownChange final : public MemberChange {
 public:
  UnknownChange(const UnknownKeys& before, const UnknownKeys& after) : before_(before), after_(after) {}
  void replace(Mechanism& mechanism, bool forward) const override {
    mechanism.unknown = forward ? after_ : before_;
  }

 private:
  UnknownKeys before_, after_;
};

bool hasEqualId(const ValueView& a, const ValueView& b) {
  if (a.type().kind != ValueKind::record) return false;
  const auto& type = static_cast<const RecordType&>(a.type());
  const std::string* const id = RecordView(type, a.address()).id();
  return id && *id == *RecordView(type, b.address()).id();
}

bool holdsId(const ListView& list, const ValueView& element) {
  for (std::size_t i = 0; i < list.size(); ++i)
    if (hasEqualId(list[i], element)) return true;
  return false;
}

bool isSame(const KeptType& kept, const ValueView& a, const ValueView& b) {
  return kept.equal(a.address(), b.address());
}

bool isSame(const KeptType& kept, const ListView& a, const ListView& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!isSame(kept, a[i], b[i])) return false;
  return true;
}

class ListChange final : public MemberChange {
 public:
  ListChange(const Member& member, const ListView& before, const ListView& after) : member_(member) {
    const auto keep = [&](Places& places, const ListView& list, std::size_t at) {
      places.emplace_back(at, Kept(*member.kept, list[at].address()));
    };
    std::size_t i = 0, j = 0;
    while (i < before.size() && j < after.size()) {
      if (isSame(*member.kept, before[i], after[j])) {
        ++i, ++j;
      } else if (hasEqualId(before[i], after[j])) {
        keep(before_, before, i), ++i;
        keep(after_, after, j), ++j;
      } else if (!holdsId(before, after[j])) {
        keep(after_, after, j), ++j;
      } else {
        keep(before_, before, i), ++i;
      }
    }
    for (; i < before.size(); ++i) keep(before_, before, i);
    for (; j < after.size(); ++j) keep(after_, after, j);
  }

  void replace(Mechanism& mechanism, bool forward) const override {
    const Places& leaving = forward ? before_ : after_;
    const Places& coming = forward ? after_ : before_;
    void* const list = recordOf(mechanism).at(member_).address();
    for (auto it = leaving.rbegin(); it != leaving.rend(); ++it) member_.kept->erase(list, it->first);
    for (const auto& [at, element] : coming) member_.kept->insert(list, at, element.get());
  }

 private:
  using Places = std::vector<std::pair<std::size_t, Kept>>;  // rising
  const Member& member_;
  Places before_, after_;
};

std::shared_ptr<const MemberChange> compare(const Member& member, const ValueView& before,
                                            const ValueView& after) {
  if (member.kept->assign) {
    if (isSame(*member.kept, before, after)) return nullptr;
    return std::make_shared<ValueChange>(member, before, after);
  }
  const auto& type = static_cast<const ListType&>(*member.type);
  const ListView listBefore(type, before.address()), listAfter(type, after.address());
  if (isSame(*member.kept, listBefore, listAfter)) return nullptr;
  return std::make_shared<ListChange>(member, listBefore, listAfter);
}

}  // namespace

MechanismChange MechanismChange::between(const Mechanism& before, const Mechanism& after) {
  MechanismChange change;
  const RecordView one = recordOf(before), other = recordOf(after);
  for (const Member& member : one.type().members) {
    auto found = compare(member, one.at(member), other.at(member));
    if (!found) continue;
    change.members_.push_back(std::move(found));
    change.keys_.emplace_back(member.field.key);
  }
  if (!(before.unknown == after.unknown)) {
    change.members_.push_back(std::make_shared<UnknownChange>(before.unknown, after.unknown));
    change.keys_.emplace_back();
  }
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
