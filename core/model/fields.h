// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of a mechanism: reading, writing, resolving, the schema and the documentation all visit them. THE
// table of them is fields.cpp; it is compiled once, so what visitors get here are handles of values whose
// types are known at run time.
//
// A visitor is called as visit(field, member). The member is a std::string, bool, Quantity, Law, Point or
// std::map<std::string, std::string>, or else a handle: of a choice, an optional (or rare) value, a list, a
// record, a variant. Handles of what is altered end in Ref, of what is only read in View.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

#include "core/model/mechanism.h"

namespace clank {

struct Field {
  const char* key;
  const char*
      unit;  // SI unit of a quantity ("kg/m3"); "rad|m" where it depends on the joint; "" for other values
  const char* help;
  bool required = false;
};

enum class ValueKind {
  text,
  flag,
  quantity,
  law,
  point,
  texts,
  choice,
  optional,
  list,
  sharedList,
  record,
  variant
};

// How values of one type are handled by who does not know it. There is one of each type.
struct ValueType {
  ValueKind kind{};
  const std::type_info* cppType = nullptr;
  const void* usual = nullptr;  // a default-constructed leaf or record; null for others
};

using WordList = std::span<const char* const>;

struct ChoiceType : ValueType {
  WordList words;
  std::size_t (*index)(const void* choice) = nullptr;
  void (*choose)(void* choice, std::size_t index) = nullptr;
  RareText* (*reference)(void* choice) = nullptr;
};

struct OptionalType : ValueType {
  const ValueType* inner = nullptr;
  void* (*find)(void* optional) = nullptr;  // null: absent
  void* (*emplace)(void* optional) = nullptr;
  void (*reset)(void* optional) = nullptr;
};

struct ListType : ValueType {
  const ValueType* item = nullptr;
  std::size_t itemSize = 0;
  std::size_t (*size)(const void* list) = nullptr;
  void (*clear)(void* list) = nullptr;
  void* (*data)(void* list) = nullptr;
  void (*reserve)(void* list, std::size_t size) = nullptr;
  void* (*append)(void* list) = nullptr;
  void (*repeatLast)(void* list) = nullptr;
  void (*removeLast)(void* list) = nullptr;
  void (*swap)(void* list, std::size_t one, std::size_t other) = nullptr;
};

struct SharedListType : ValueType {
  const ListType* list = nullptr;
  const void* (*get)(const void* shared) = nullptr;
  void* (*change)(void* shared) = nullptr;
};

// How a member of a mechanism is kept, as what it was before an edit: of a list its items are.
struct KeptType {
  void* (*clone)(const void* value) = nullptr;
  void (*destroy)(void* value) = nullptr;
  bool (*equal)(const void* a, const void* b) = nullptr;
  void (*assign)(void* member, const void* value) = nullptr;  // null of a list
  void (*insert)(void* list, std::size_t at, const void* item) = nullptr;
  void (*erase)(void* list, std::size_t at) = nullptr;
};

struct RecordType : ValueType {
  struct Member {
    Field field;
    std::ptrdiff_t offset = 0;
    const ValueType* type = nullptr;
    const KeptType* kept = nullptr;  // of a mechanism alone
  };
  std::vector<Member> members;
  // Null where it has no such member.
  std::string* (*id)(void* record) = nullptr;
  UnknownKeys* (*unknown)(void* record) = nullptr;
  Unread* (*unread)(void* record) = nullptr;
  void (*reset)(void* record) = nullptr;  // of one that may be unread
};

struct VariantType : ValueType {
  WordList words;                               // one for each alternative
  std::vector<const RecordType*> alternatives;  // their fields stand beside the others in the JSON object
  std::size_t (*index)(const void* variant) = nullptr;
  void* (*get)(void* variant) = nullptr;
  void (*emplace)(void* variant, std::size_t index) = nullptr;
};

// A value and its type. Void is void, or const void for what is only read.
template <class Void, class Type>
class Handle {
 public:
  template <class T>
  using Like = std::conditional_t<std::is_const_v<Void>, const T, T>;

  Handle(const Type& type, Void* at) : type_(&type), at_(at) {}
  template <class Other>
  requires std::is_const_v<Void> && std::is_same_v<Other, void>
  // NOLINTNEXTLINE(google-explicit-constructor): what may be altered may be read
  Handle(const Handle<Other, Type>& other) : type_(&other.type()), at_(other.address()) {}

  const Type& type() const { return *type_; }
  Void* address() const { return at_; }
  // Null: it is of another type.
  template <class T>
  Like<T>* as() const {
    return *type_->cppType == typeid(T) ? static_cast<Like<T>*>(at_) : nullptr;
  }

 protected:
  // For what only finds a part of it: the type has one function for both kinds of handles.
  void* bare() const { return const_cast<void*>(static_cast<const void*>(at_)); }

 private:
  const Type* type_;
  Void* at_;
};

template <class Void>
class BasicChoice;
template <class Void>
class BasicOptional;
template <class Void>
class BasicList;
template <class Void>
class BasicSharedList;
template <class Void>
class BasicRecord;
template <class Void>
class BasicVariant;

template <class Void>
class BasicValue : public Handle<Void, ValueType> {
 public:
  using Handle<Void, ValueType>::Handle;
  // Calls visit(member) and returns what it does; see above. A list that is shared comes as one that is not.
  template <class F>
  decltype(auto) visit(F&& visit) const;
};

template <class Void>
class BasicChoice : public Handle<Void, ChoiceType> {
 public:
  using Handle<Void, ChoiceType>::Handle;
  WordList words() const { return this->type().words; }
  std::size_t index() const { return this->type().index(this->address()); }
  const char* word() const { return words()[index()]; }
  const RareText& reference() const { return *this->type().reference(this->bare()); }
  RareText& reference() const requires(!std::is_const_v<Void>) {
    return *this->type().reference(this->address());
  }
  void choose(std::size_t index) const requires(!std::is_const_v<Void>) {
    this->type().choose(this->address(), index);
  }
};

template <class Void>
class BasicOptional : public Handle<Void, OptionalType> {
 public:
  using Handle<Void, OptionalType>::Handle;
  explicit operator bool() const { return this->type().find(this->bare()) != nullptr; }
  BasicValue<Void> operator*() const { return {*this->type().inner, this->type().find(this->bare())}; }
  // What it would be if it were there.
  BasicValue<const void> usual() const { return {*this->type().inner, this->type().inner->usual}; }
  BasicValue<void> emplace() const requires(!std::is_const_v<Void>) {
    return {*this->type().inner, this->type().emplace(this->address())};
  }
  void reset() const requires(!std::is_const_v<Void>) { this->type().reset(this->address()); }
};

template <class Void>
class BasicList : public Handle<Void, ListType> {
 public:
  using Handle<Void, ListType>::Handle;
  std::size_t size() const { return this->type().size(this->address()); }
  bool empty() const { return size() == 0; }
  BasicValue<Void> operator[](std::size_t i) const {
    return {*this->type().item,
            static_cast<char*>(this->type().data(this->bare())) + i * this->type().itemSize};
  }
  BasicValue<const void> usualItem() const { return {*this->type().item, this->type().item->usual}; }
  void clear() const requires(!std::is_const_v<Void>) { this->type().clear(this->address()); }
  void reserve(std::size_t size) const requires(!std::is_const_v<Void>) {
    this->type().reserve(this->address(), size);
  }
  BasicValue<void> append() const requires(!std::is_const_v<Void>) {
    return {*this->type().item, this->type().append(this->address())};
  }
  void repeatLast() const requires(!std::is_const_v<Void>) { this->type().repeatLast(this->address()); }
  void removeLast() const requires(!std::is_const_v<Void>) { this->type().removeLast(this->address()); }
  void swap(std::size_t one, std::size_t other) const requires(!std::is_const_v<Void>) {
    this->type().swap(this->address(), one, other);
  }
};

template <class Void>
class BasicSharedList : public Handle<Void, SharedListType> {
 public:
  using Handle<Void, SharedListType>::Handle;
  BasicList<const void> get() const { return {*this->type().list, this->type().get(this->address())}; }
  BasicList<void> change() const requires(!std::is_const_v<Void>) {
    return {*this->type().list, this->type().change(this->address())};
  }
};

template <class Void>
class BasicRecord : public Handle<Void, RecordType> {
 public:
  using Handle<Void, RecordType>::Handle;
  using Member = RecordType::Member;
  template <class T>
  using Like = typename Handle<Void, RecordType>::template Like<T>;

  BasicValue<Void> at(const Member& member) const {
    return {*member.type, static_cast<Like<char>*>(this->address()) + member.offset};
  }
  // The text with a key; null: there is none.
  Like<std::string>* text(std::string_view key) const {
    for (const Member& member : this->type().members)
      if (member.type->kind == ValueKind::text && key == member.field.key)
        return at(member).template as<std::string>();
    return nullptr;
  }
  // Null where it has none.
  Like<std::string>* id() const { return find<std::string>(this->type().id); }
  Like<UnknownKeys>* unknown() const { return find<UnknownKeys>(this->type().unknown); }
  Like<Unread>* unread() const { return find<Unread>(this->type().unread); }
  // Of one that may be unread.
  void reset() const requires(!std::is_const_v<Void>) { this->type().reset(this->address()); }

 private:
  template <class T>
  Like<T>* find(T* (*of)(void*)) const {
    return of ? of(this->bare()) : nullptr;
  }
};

template <class Void>
class BasicVariant : public Handle<Void, VariantType> {
 public:
  using Handle<Void, VariantType>::Handle;
  WordList words() const { return this->type().words; }
  std::size_t index() const { return this->type().index(this->address()); }
  const char* word() const { return words()[index()]; }
  BasicRecord<Void> alternative() const {
    return {*this->type().alternatives[index()], this->type().get(this->bare())};
  }
  // A default-constructed one.
  void emplace(std::size_t index) const requires(!std::is_const_v<Void>) {
    this->type().emplace(this->address(), index);
  }
};

using ValueRef = BasicValue<void>;
using ValueView = BasicValue<const void>;
using ChoiceRef = BasicChoice<void>;
using ChoiceView = BasicChoice<const void>;
using OptionalRef = BasicOptional<void>;
using OptionalView = BasicOptional<const void>;
using ListRef = BasicList<void>;
using ListView = BasicList<const void>;
using SharedListRef = BasicSharedList<void>;
using SharedListView = BasicSharedList<const void>;
using RecordRef = BasicRecord<void>;
using RecordView = BasicRecord<const void>;
using VariantRef = BasicVariant<void>;
using VariantView = BasicVariant<const void>;

inline ListView listOf(const SharedListView& shared) {
  return shared.get();
}
inline ListRef listOf(const SharedListRef& shared) {
  return shared.change();
}

template <class Void>
template <class F>
decltype(auto) BasicValue<Void>::visit(F&& visit) const {
  const ValueType& type = this->type();
  Void* const at = this->address();
  const auto leaf = [&]<class T>(T*) -> decltype(auto) {
    return visit(*static_cast<typename BasicValue::template Like<T>*>(at));
  };
  const auto handle = [&](const auto& member) -> decltype(auto) { return visit(member); };
  switch (type.kind) {
    case ValueKind::text:
      return leaf(static_cast<std::string*>(nullptr));
    case ValueKind::flag:
      return leaf(static_cast<bool*>(nullptr));
    case ValueKind::quantity:
      return leaf(static_cast<Quantity*>(nullptr));
    case ValueKind::law:
      return leaf(static_cast<Law*>(nullptr));
    case ValueKind::point:
      return leaf(static_cast<Point*>(nullptr));
    case ValueKind::texts:
      return leaf(static_cast<std::map<std::string, std::string>*>(nullptr));
    case ValueKind::choice:
      return handle(BasicChoice<Void>(static_cast<const ChoiceType&>(type), at));
    case ValueKind::optional:
      return handle(BasicOptional<Void>(static_cast<const OptionalType&>(type), at));
    case ValueKind::list:
      return handle(BasicList<Void>(static_cast<const ListType&>(type), at));
    case ValueKind::sharedList:
      return handle(listOf(BasicSharedList<Void>(static_cast<const SharedListType&>(type), at)));
    case ValueKind::record:
      return handle(BasicRecord<Void>(static_cast<const RecordType&>(type), at));
    case ValueKind::variant:
      break;
  }
  return handle(BasicVariant<Void>(static_cast<const VariantType&>(type), at));
}

// Visits the members in the order of the table. A visitor with sharedList(field, handle) takes care itself
// not to part what it does not alter.
template <class Void, class V>
void visitFields(const BasicRecord<Void>& record, V&& visit) {
  for (const RecordType::Member& member : record.type().members) {
    const BasicValue<Void> value = record.at(member);
    if constexpr (requires(const BasicSharedList<Void>& list) { visit.sharedList(member.field, list); }) {
      if (member.type->kind == ValueKind::sharedList) {
        visit.sharedList(member.field, BasicSharedList<Void>(static_cast<const SharedListType&>(*member.type),
                                                             value.address()));
        continue;
      }
    }
    value.visit([&](auto&& each) { visit(member.field, each); });
  }
}

// Of a coordinate of a point, which is no member of the table.
const ValueType& quantityType();

// Of Mechanism, Study and the elements of a mechanism.
template <class S>
const RecordType& recordType();

template <class S>
auto recordOf(S& record) {
  using Void = std::conditional_t<std::is_const_v<S>, const void, void>;
  return BasicRecord<Void>(recordType<std::remove_const_t<S>>(), &record);
}

}  // namespace clank
