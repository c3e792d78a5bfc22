// SPDX-License-Identifier: GPL-3.0-or-later
// Values that most objects do without: they take the room of a pointer until they are there. A large
// mechanism is made of thousands of such objects, in several copies.
#pragma once

#include <cassert>
#include <concepts>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace clank {

// As std::optional.
template <class T>
class Rare {
 public:
  using value_type = T;

  Rare() = default;
  Rare(std::nullopt_t) {}  // NOLINT(google-explicit-constructor)
  Rare(T value)            // NOLINT(google-explicit-constructor)
      : value_(std::make_unique<T>(std::move(value))) {}
  Rare(const Rare& other) : value_(other.value_ ? std::make_unique<T>(*other.value_) : nullptr) {}
  Rare(Rare&& other) noexcept = default;
  ~Rare() = default;
  Rare& operator=(const Rare& other) {
    if (this != &other) value_ = other.value_ ? std::make_unique<T>(*other.value_) : nullptr;
    return *this;
  }
  Rare& operator=(Rare&& other) noexcept = default;

  bool has_value() const { return value_ != nullptr; }
  explicit operator bool() const { return has_value(); }
  T& operator*() {
    assert(value_);
    return *value_;
  }
  const T& operator*() const {
    assert(value_);
    return *value_;
  }
  T* operator->() { return &**this; }
  const T* operator->() const { return &**this; }
  T value_or(T absent) const { return value_ ? *value_ : std::move(absent); }
  template <class... Parts>
  T& emplace(Parts&&... parts) {
    return *(value_ = std::make_unique<T>(std::forward<Parts>(parts)...));
  }
  void reset() { value_.reset(); }

  friend bool operator==(const Rare& a, const Rare& b) {
    return a.value_ && b.value_ ? *a.value_ == *b.value_ : !a.value_ && !b.value_;
  }

 private:
  std::unique_ptr<T> value_;
};

// A text that is mostly empty.
class RareText {
 public:
  RareText() = default;
  RareText& operator=(std::string text) {
    text.empty() ? text_.reset() : static_cast<void>(text_ = Rare<std::string>(std::move(text)));
    return *this;
  }

  bool empty() const { return !text_; }
  void clear() { text_.reset(); }
  const std::string& str() const {
    static const std::string none;
    return text_ ? *text_ : none;
  }
  operator const std::string&() const { return str(); }  // NOLINT(google-explicit-constructor)
  operator std::string_view() const { return str(); }    // NOLINT(google-explicit-constructor)

  friend bool operator==(const RareText&, const RareText&) = default;
  friend bool operator==(const RareText& a, const std::string& b) { return a.str() == b; }
  friend bool operator==(const RareText& a, const char* b) { return a.str() == b; }
  // fmt writes it as its text: by conversion until version 9, by this from 10 on.
  friend std::string_view format_as(const RareText& text) { return text.str(); }

 private:
  Rare<std::string> text_;
};

// A list that is mostly empty.
template <class T>
class RareList {
 public:
  using value_type = T;

  RareList() = default;
  RareList(std::vector<T> list) { *this = std::move(list); }  // NOLINT(google-explicit-constructor)
  RareList& operator=(std::vector<T> list) {
    list.empty() ? list_.reset() : static_cast<void>(list_ = Rare<std::vector<T>>(std::move(list)));
    return *this;
  }

  const std::vector<T>& get() const {
    static const std::vector<T> none;
    return list_ ? *list_ : none;
  }
  // To change it; what is empty then takes room.
  std::vector<T>& upd() { return list_ ? *list_ : list_.emplace(); }
  operator const std::vector<T>&() const { return get(); }  // NOLINT(google-explicit-constructor)
  bool empty() const { return !list_ || list_->empty(); }
  std::size_t size() const { return list_ ? list_->size() : 0; }
  void clear() {
    if (list_) list_->clear();
  }
  const T& operator[](std::size_t i) const { return (*list_)[i]; }
  T& operator[](std::size_t i) { return (*list_)[i]; }
  auto begin() const { return get().begin(); }
  auto end() const { return get().end(); }

  friend bool operator==(const RareList& a, const RareList& b) { return a.get() == b.get(); }

 private:
  Rare<std::vector<T>> list_;
};

// An optional or a rare value, for those who visit both alike.
template <class T>
inline constexpr bool kMayBeAbsent = false;
template <class T>
inline constexpr bool kMayBeAbsent<std::optional<T>> = true;
template <class T>
inline constexpr bool kMayBeAbsent<Rare<T>> = true;
template <class T>
concept MayBeAbsent = kMayBeAbsent<std::remove_const_t<T>>;

}  // namespace clank
