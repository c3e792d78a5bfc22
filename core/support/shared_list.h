// SPDX-License-Identifier: GPL-3.0-or-later
// A list that can be long and is seldom altered: the corners of a line, the knots of a table. A mechanism is
// copied for every edit, view and run; its copies share such a list until one of them alters it. Nobody
// alters what is shared, so copies may be read from several threads.
#pragma once

#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

namespace clank {

template <class T>
class SharedList {
 public:
  using value_type = T;

  SharedList() = default;
  SharedList(std::vector<T> list)  // NOLINT(google-explicit-constructor): a vector is such a list
      : list_(std::make_shared<std::vector<T>>(std::move(list))) {}
  SharedList(std::initializer_list<T> list) : SharedList(std::vector<T>(list)) {}

  const std::vector<T>& get() const {
    static const std::vector<T> none;
    return list_ ? *list_ : none;
  }
  operator const std::vector<T>&() const { return get(); }  // NOLINT(google-explicit-constructor)
  std::size_t size() const { return get().size(); }
  bool empty() const { return get().empty(); }
  const T& operator[](std::size_t i) const { return get()[i]; }
  const T& front() const { return get().front(); }
  const T& back() const { return get().back(); }
  auto begin() const { return get().begin(); }
  auto end() const { return get().end(); }

  // Its elements, to be altered: from now on no other list's.
  std::vector<T>& change() {
    list_ = std::make_shared<std::vector<T>>(get());
    return *list_;
  }
  bool isSharedWith(const SharedList& other) const { return list_ && list_ == other.list_; }

  friend bool operator==(const SharedList& a, const SharedList& b) {
    return a.list_ == b.list_ || a.get() == b.get();
  }

 private:
  std::shared_ptr<std::vector<T>> list_;
};

}  // namespace clank
