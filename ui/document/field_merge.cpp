// SPDX-License-Identifier: GPL-3.0-or-later
//
// A merge goes as deep as all three have the same shape: into a record, into the alternative that all have,
// into an optional value that none lacks, into lists of records of one length. Where shapes differ, and at
// leaves, the value of `after` takes the place as a whole.
#include "ui/document/field_merge.h"

#include <cmath>

namespace clank {
namespace {

bool isOwn(const RecordType::Member& member) {
  const std::string_view key = member.field.key;
  return key == "id" || key == "name";
}

template <class Handle, class Type>
Handle asHandle(const ValueView& value) {
  return {static_cast<const Type&>(value.type()), value.address()};
}
RecordView toRecord(const ValueView& value) {
  return asHandle<RecordView, RecordType>(value);
}
OptionalView toOptional(const ValueView& value) {
  return asHandle<OptionalView, OptionalType>(value);
}
VariantView toVariant(const ValueView& value) {
  return asHandle<VariantView, VariantType>(value);
}
ListView toList(const ValueView& value) {
  if (value.type().kind == ValueKind::sharedList)
    return asHandle<SharedListView, SharedListType>(value).get();
  return asHandle<ListView, ListType>(value);
}

// Compares values; a tolerance below 0: as they were drawn, with their texts.
class Comparison {
 public:
  explicit Comparison(double tolerance) : tolerance_(tolerance) {}

  bool isSame(const RecordView& a, const RecordView& b, bool isElement) const {
    for (const RecordType::Member& member : a.type().members)
      if (!(isElement && isOwn(member)) && !isSame(a.at(member), b.at(member))) return false;
    return true;
  }
  bool isSame(const ValueView& a, const ValueView& b) const {
    switch (a.type().kind) {
      case ValueKind::choice:
        return isSame(asHandle<ChoiceView, ChoiceType>(a), asHandle<ChoiceView, ChoiceType>(b));
      case ValueKind::optional: {
        const OptionalView one = toOptional(a), other = toOptional(b);
        return bool(one) == bool(other) && (!one || isSame(*one, *other));
      }
      case ValueKind::list:
      case ValueKind::sharedList:
        return isSame(toList(a), toList(b));
      case ValueKind::record:
        return isSame(toRecord(a), toRecord(b), false);
      case ValueKind::variant: {
        const VariantView one = toVariant(a), other = toVariant(b);
        return one.index() == other.index() && isSame(one.alternative(), other.alternative(), false);
      }
      default:
        return isSameLeaf(a, b);
    }
  }

 private:
  bool isSame(const ListView& a, const ListView& b) const {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
      if (!isSame(a[i], b[i])) return false;
    return true;
  }
  bool isSame(const ChoiceView& a, const ChoiceView& b) const {
    return a.reference() == b.reference() && (!a.reference().empty() || a.index() == b.index());
  }
  bool isSameLeaf(const ValueView& a, const ValueView& b) const {
    return a.visit([&](const auto& one) {
      using T = std::decay_t<decltype(one)>;
      if constexpr (requires { one == one; }) {
        const T* other = b.as<T>();
        return other && isSameValue(one, *other);
      } else {
        return false;
      }
    });
  }
  template <class T>
  bool isSameValue(const T& one, const T& other) const {
    return one == other;
  }
  bool isSameValue(const Quantity& one, const Quantity& other) const {
    if (tolerance_ < 0) return one == other;
    return std::abs(one.value - other.value) <= tolerance_;
  }
  bool isSameValue(const Law& one, const Law& other) const { return tolerance_ >= 0 || one == other; }
  bool isSameValue(const Point& one, const Point& other) const {
    return isSameValue(one.x, other.x) && isSameValue(one.y, other.y);
  }

  double tolerance_;
};

const Comparison kAsDrawn{-1};

void assignTo(const ValueRef& into, const ValueView& from);

void assignRecord(const RecordRef& into, const RecordView& from) {
  for (const RecordType::Member& member : from.type().members) assignTo(into.at(member), from.at(member));
}

void assignList(const ListRef& into, const ListView& from) {
  into.clear();
  for (std::size_t i = 0; i < from.size(); ++i) assignTo(into.append(), from[i]);
}

struct Assignment {
  const ValueView& from;

  template <class T>
  void operator()(T& leaf) const {
    if (const auto* value = from.as<T>()) leaf = *value;
  }
  void operator()(const ChoiceRef& choice) const {
    const auto source = asHandle<ChoiceView, ChoiceType>(from);
    choice.choose(source.index());
    choice.reference() = source.reference();
  }
  void operator()(const OptionalRef& optional) const {
    const OptionalView source = toOptional(from);
    optional.reset();
    if (source) assignTo(optional.emplace(), *source);
  }
  void operator()(const ListRef& list) const { assignList(list, toList(from)); }
  void operator()(const RecordRef& record) const { assignRecord(record, toRecord(from)); }
  void operator()(const VariantRef& variant) const {
    const VariantView source = toVariant(from);
    variant.emplace(source.index());
    assignRecord(variant.alternative(), source.alternative());
  }
};

void assignTo(const ValueRef& into, const ValueView& from) {
  into.visit(Assignment{from});
}

void mergeRecord(const RecordView& before, const RecordView& after, const RecordRef& into, bool isElement);

void mergeValue(const ValueView& before, const ValueView& after, const ValueRef& into);

// True: it was done member by member.
bool mergeInside(const ValueView& before, const ValueView& after, const ValueRef& into) {
  const ValueView now = into;
  switch (after.type().kind) {
    case ValueKind::record:
      mergeRecord(toRecord(before), toRecord(after),
                  {static_cast<const RecordType&>(into.type()), into.address()}, false);
      return true;
    case ValueKind::optional: {
      if (!toOptional(before) || !toOptional(after) || !toOptional(now)) return false;
      const OptionalRef kept(static_cast<const OptionalType&>(into.type()), into.address());
      mergeValue(*toOptional(before), *toOptional(after), *kept);
      return true;
    }
    case ValueKind::variant: {
      const std::size_t index = toVariant(after).index();
      if (toVariant(before).index() != index || toVariant(now).index() != index) return false;
      const VariantRef kept(static_cast<const VariantType&>(into.type()), into.address());
      mergeRecord(toVariant(before).alternative(), toVariant(after).alternative(), kept.alternative(), false);
      return true;
    }
    case ValueKind::list: {
      const std::size_t size = toList(after).size();
      if (size == 0 || toList(before).size() != size || toList(now).size() != size) return false;
      if (toList(after)[0].type().kind != ValueKind::record) return false;
      const ListRef kept(static_cast<const ListType&>(into.type()), into.address());
      for (std::size_t i = 0; i < size; ++i) mergeValue(toList(before)[i], toList(after)[i], kept[i]);
      return true;
    }
    default:
      return false;
  }
}

void mergeValue(const ValueView& before, const ValueView& after, const ValueRef& into) {
  if (kAsDrawn.isSame(before, after)) return;
  if (!mergeInside(before, after, into)) assignTo(into, after);
}

void mergeRecord(const RecordView& before, const RecordView& after, const RecordRef& into, bool isElement) {
  for (const RecordType::Member& member : after.type().members)
    if (!(isElement && isOwn(member))) mergeValue(before.at(member), after.at(member), into.at(member));
}

}  // namespace

void mergeFields(const RecordView& before, const RecordView& after, const RecordRef& into) {
  mergeRecord(before, after, into, true);
}

bool haveSameValues(const RecordView& one, const RecordView& other, double tolerance) {
  return Comparison(tolerance).isSame(one, other, true);
}

}  // namespace clank
