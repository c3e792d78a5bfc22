// SPDX-License-Identifier: GPL-3.0-or-later
// Keys of the file that this version does not know, kept as JSON text so that saving loses nothing.
#pragma once

#include <map>
#include <string>

#include "core/support/rare.h"

namespace clank {

class UnknownKeys {
 public:
  using Texts = std::map<std::string, std::string>;

  bool empty() const { return get().empty(); }
  std::size_t size() const { return get().size(); }
  Texts::const_iterator begin() const { return get().begin(); }
  Texts::const_iterator end() const { return get().end(); }
  std::string& operator[](const std::string& key) { return (texts_ ? *texts_ : texts_.emplace())[key]; }
  Texts::node_type extract(const std::string& key) {
    return texts_ ? texts_->extract(key) : Texts::node_type();
  }
  void clear() { texts_.reset(); }

  friend bool operator==(const UnknownKeys& a, const UnknownKeys& b) { return a.get() == b.get(); }

 private:
  const Texts& get() const {
    static const Texts none;
    return texts_ ? *texts_ : none;
  }

  Rare<Texts> texts_;
};

}  // namespace clank
