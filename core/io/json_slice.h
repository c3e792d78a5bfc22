// SPDX-License-Identifier: GPL-3.0-or-later
// JSON values as the pieces of a text that they are: nothing is built of a value until it is asked for, so
// that a large file takes no more memory than its text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace clank {

enum class JsonType { object, array, text, number, boolean, null };

// A value in a text that checkJson() has found readable and that outlives it.
class JsonSlice {
 public:
  explicit JsonSlice(std::string_view text);  // the first value of it

  JsonType type() const;
  bool isNumber() const { return type() == JsonType::number; }
  bool isText() const { return type() == JsonType::text; }
  bool isArray() const { return type() == JsonType::array; }
  bool isObject() const { return type() == JsonType::object; }

  double getNumber() const;
  bool getBoolean() const { return text_.front() == 't'; }
  std::string getText() const;
  std::string dump() const;  // without blanks, keys sorted

  // The values of an array in turn. An iterator is at the value that the rest of the text begins with.
  class Iterator {
   public:
    explicit Iterator(std::string_view rest) : rest_(rest) {}
    JsonSlice operator*() const { return JsonSlice(rest_); }
    Iterator& operator++();
    bool operator==(std::nullptr_t) const { return rest_.empty() || rest_.front() == ']'; }

   private:
    std::string_view rest_;
  };
  Iterator begin() const;
  static std::nullptr_t end() { return nullptr; }
  std::size_t countElements() const;

  struct Member;
  std::vector<Member> listMembers() const;  // of an object, by their keys

 private:
  std::string_view text_;
};

struct JsonSlice::Member {
  std::string key;
  JsonSlice value;
};

}  // namespace clank
