// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/json_elements.h"

#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

namespace clank {

namespace {

using nlohmann::json;

// One value, put together from what the parser comes upon.
class ValueBuilder {
 public:
  bool isWhole() const { return open_.empty(); }
  json take() { return std::exchange(value_, {}); }
  void setKey(std::string key) { key_ = std::move(key); }

  void add(json value) { place(std::move(value)); }
  void open(json container) {
    json* const placed = place(std::move(container));
    open_.push_back(placed);
  }
  void close() { open_.pop_back(); }

 private:
  json* place(json value) {
    if (open_.empty()) return &(value_ = std::move(value));
    json& around = *open_.back();
    if (around.is_object()) return &(around[key_] = std::move(value));
    around.push_back(std::move(value));
    return &around.back();
  }

  json value_;
  std::vector<json*> open_;  // those around what comes next; none of them grows while one in it is open
  std::string key_;
};

// Follows the parse at three levels: the outermost object, a list that the sink takes, and what lies deeper
// or beside that, which is put together.
class ElementParser {
 public:
  using number_integer_t = json::number_integer_t;
  using number_unsigned_t = json::number_unsigned_t;
  using number_float_t = json::number_float_t;
  using string_t = json::string_t;
  using binary_t = json::binary_t;

  explicit ElementParser(ElementSink& sink) : sink_(sink) {}
  json take() { return isObject_ ? std::move(root_) : builder_.take(); }

  bool null() { return add(nullptr); }
  bool boolean(bool value) { return add(value); }
  bool number_integer(number_integer_t value) { return add(value); }
  bool number_unsigned(number_unsigned_t value) { return add(value); }
  bool number_float(number_float_t value, const string_t&) { return add(value); }
  bool string(string_t& value) { return add(std::move(value)); }
  bool binary(binary_t&) { return false; }  // JSON text has none

  bool key(string_t& name) {
    isOutermost() ? static_cast<void>(member_ = std::move(name)) : builder_.setKey(std::move(name));
    return true;
  }
  bool start_object(std::size_t) {
    if (!begun_) {
      isObject_ = begun_ = true;
      root_ = json::object();
      return true;
    }
    builder_.open(json::object());
    return true;
  }
  bool start_array(std::size_t) {
    if (isOutermost() && sink_.takesElements(member_)) return inList_ = true;
    begun_ = true;
    builder_.open(json::array());
    return true;
  }
  bool end_object() { return builder_.isWhole() || end(); }
  bool end_array() {
    if (!builder_.isWhole()) return end();
    inList_ = false;
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const json::exception&) { return false; }

 private:
  bool isOutermost() const { return isObject_ && !inList_ && builder_.isWhole(); }
  bool add(json value) {
    begun_ = true;
    builder_.add(std::move(value));
    return handOver();
  }
  bool end() {
    builder_.close();
    return handOver();
  }
  bool handOver() {
    if (!builder_.isWhole() || !isObject_) return true;
    if (inList_) return sink_.takeElement(member_, builder_.take());
    root_[member_] = builder_.take();
    return true;
  }

  ElementSink& sink_;
  ValueBuilder builder_;
  json root_;
  bool begun_ = false, isObject_ = false, inList_ = false;
  std::string member_;  // of the outermost object
};

}  // namespace

json readElements(std::string_view text, ElementSink& sink) {
  ElementParser parser(sink);
  json::sax_parse(text, &parser);
  return parser.take();
}

}  // namespace clank
