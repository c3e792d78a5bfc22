// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/format_tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

#include "core/io/field_defaults.h"
#include "core/model/fields.h"

namespace clank {

namespace {

struct WholeNumber {};

std::string nameType(WholeNumber) {
  return "whole number";
}
std::string nameType(const std::string&) {
  return "text";
}
std::string nameType(bool) {
  return "true or false";
}
std::string nameType(const Quantity&) {
  return "quantity";
}
std::string nameType(const Law&) {
  return "law";
}
std::string nameType(const Point&) {
  return "point";
}
std::string nameType(const std::map<std::string, std::string>&) {
  return "object: parameter id to number or text";
}
template <class E>
std::string nameType(const Choice<E>&) {
  return fmt::format("one of `{}`, or `=parameter`", fmt::join(Words<E>::names, "`, `"));
}
template <class T>
std::string nameType(const std::vector<T>&);
template <class S>
requires requires(const S& s) {
  s.unknown;
}
std::string nameType(const S&) {
  return "object";
}
template <MayBeAbsent T>
std::string nameType(const T&) {
  return nameType(typename T::value_type());
}
template <class T>
std::string nameType(const std::vector<T>&) {
  return "list of: " + nameType(T());
}

template <class T>
constexpr bool kIsObject = requires(const T& s) {
  s.unknown;
};

// One section for an object and, behind it, one for each object in it.
class TableVisitor {
 public:
  TableVisitor(std::string path, std::string title) : path_(std::move(path)), title_(std::move(title)) {}

  template <class T>
  void operator()(const Field& field, const T& member) {
    const bool listed = !field.required;
    addRow(field, nameType(member), field.required ? "required" : defaultText(member), listed);
    if constexpr (kIsObject<T>) addSection(path_ + field.key, member);
  }

  template <MayBeAbsent T>
  void operator()(const Field& field, const T& member) {
    using Value = typename T::value_type;
    addRow(field, nameType(member), "absent", true);
    if constexpr (kIsObject<Value>) addSection(path_ + field.key, Value());
  }

  template <class T>
  void operator()(const Field& field, const std::vector<T>& member) {
    addRow(field, nameType(member), field.required ? "required" : "[]", !field.required);
    if constexpr (kIsObject<T>) addSection(path_ + field.key + "[]", T());
  }

  template <class V, std::size_t N>
  void alternatives(const Field& field, const V&, const std::array<const char*, N>& names) {
    addRow(field, fmt::format("one of `{}`", fmt::join(names, "`, `")),
           field.required ? "required" : fmt::format("\"{}\"", names.front()), !field.required);
    addAlternatives<V>(field, names, std::make_index_sequence<N>{});
  }

  std::string takeText() const {
    const std::string head = "### " + title_ + "\n\n";
    if (rows_.empty()) return head + "No keys of its own.\n\n" + sections_;
    return head + "| key | value | unit | default | meaning |\n|---|---|---|---|---|\n" + rows_ + "\n" +
           sections_;
  }

 private:
  void addRow(const Field& field, const std::string& type, const std::string& usual, bool code) {
    const std::string cell = code && !usual.empty() && usual != "absent" ? "`" + usual + "`" : usual;
    rows_ +=
        fmt::format("| `{}` | {} | {} | {} | {} |\n", field.key, type, unitText(field), cell, field.help);
  }

  template <class S>
  void addSection(const std::string& path, const S& value) {
    TableVisitor inner(path + ".", "`" + path + "`");
    visitFields(value, inner);
    sections_ += inner.takeText();
  }

  template <class V, std::size_t N, std::size_t... I>
  void addAlternatives(const Field& field, const std::array<const char*, N>& names,
                       std::index_sequence<I...>) {
    const std::string path = path_.substr(0, path_.size() - 1);
    const auto add = [&]<class S>(const S& alternative, const char* name) {
      TableVisitor inner(path_, fmt::format("`{}` with `{}` `{}`", path, field.key, name));
      visitFields(alternative, inner);
      sections_ += inner.takeText();
    };
    // On the heap: on the stack GCC 12 takes what is empty in them for uninitialised.
    (add(*std::make_unique<const std::variant_alternative_t<I, V>>(), names[I]), ...);
  }

  std::string path_, title_, rows_, sections_;
};

}  // namespace

std::string writeFormatTables() {
  TableVisitor visitor("", "The file");
  visitor(Field{"format", "", "always `clank`", true}, std::string());
  visitor(Field{"version", "", "version of the format: 1", true}, WholeNumber());
  const Mechanism mechanism;
  visitFields(mechanism, visitor);
  return visitor.takeText();
}

Result<std::string> replaceFormatTables(const std::string& document) {
  const std::string begin = "<!-- tables of keys: begin (generated: ninja format_doc) -->\n";
  const std::string end = "<!-- tables of keys: end -->\n";
  const std::size_t from = document.find(begin);
  const std::size_t to = document.find(end);
  if (from == std::string::npos || to == std::string::npos || to < from) {
    return failure("the marker lines of the tables are missing");
  }
  const std::size_t start = from + begin.size();
  return document.substr(0, start) + "\n" + writeFormatTables() + document.substr(to);
}

}  // namespace clank
