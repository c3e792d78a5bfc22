// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads JSON into a Mechanism by visiting the table of keys (core/model/fields.h): this file knows how each
// type of value looks in JSON, and no key but "format", "version" and "$schema".
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/io/json_check.h"
#include "core/io/json_elements.h"
#include "core/io/mechanism_file.h"
#include "core/io/number_text.h"
#include "core/math/expression.h"
#include "core/model/fields.h"

namespace clank {

namespace {

using nlohmann::json;

// Problems and warnings of a file, after which it is read no further: a list of a million of them helps
// nobody.
constexpr std::size_t kMostFound = 10000;

// "a number", "an array", ... for messages.
std::string describe(const json& value) {
  switch (value.type()) {
    case json::value_t::object:
      return "an object";
    case json::value_t::array:
      return "an array";
    case json::value_t::string:
      return "a text";
    case json::value_t::boolean:
      return value.get<bool>() ? "true" : "false";
    case json::value_t::null:
      return "null";
    default:
      return "the number " + value.dump();
  }
}

template <std::size_t N>
std::vector<std::string> toList(const std::array<const char*, N>& names) {
  return {names.begin(), names.end()};
}

// "; did you mean "mass"?" or nothing.
std::string suggest(std::string_view word, const std::vector<std::string>& known) {
  const std::string nearest = findNearestName(word, known);
  return nearest.empty() ? "" : fmt::format("; did you mean \"{}\"?", nearest);
}

class Reader final : private ElementSink {
 public:
  // Of a text that has been checked.
  Mechanism readDocument(std::string_view text, const std::map<std::string, std::size_t>& listSizes);
  Problems takeProblems() { return std::move(problems_); }
  Problems takeWarnings() { return std::move(warnings_); }

 private:
  template <class S>
  class ObjectVisitor;
  class KeyCollector;
  class ListReader;

  // Adds a step to the pointer for as long as it lives.
  class Step {
   public:
    Step(Reader& reader, std::string_view key) : reader_(reader), length_(reader.pointer_.size()) {
      reader.pointer_ += pointerStep(key);
    }
    ~Step() { reader_.pointer_.resize(length_); }
    Step(const Step&) = delete;
    Step& operator=(const Step&) = delete;

   private:
    Reader& reader_;
    std::size_t length_;
  };

  void fail(std::string what) { problems_.push_back({std::move(what), pointer_}); }
  void failType(const char* expected, const json& found) {
    fail(fmt::format("expected {}, found {}", expected, describe(found)));
  }
  bool checkFormat(const json& root);
  bool takesElements(const std::string& list) override;
  bool takeElement(const std::string& list, const json& element) override;
  bool joinList(const std::string& key);

  void read(const json& j, std::string& out);
  void read(const json& j, bool& out);
  void read(const json& j, Quantity& out);
  void read(const json& j, Law& out);
  void read(const json& j, Point& out);
  void read(const json& j, std::map<std::string, std::string>& out);
  template <class E>
  requires std::is_enum_v<E>
  void read(const json& j, E& out);
  template <class E>
  void read(const json& j, Choice<E>& out);
  template <class T>
  void read(const json& j, std::optional<T>& out);
  template <class T>
  void read(const json& j, std::vector<T>& out);
  template <class S>
  requires requires(S& s) { s.unknown; }
  void read(const json& j, S& out);
  template <class S>
  void readMembers(const json& j, S& out);
  template <class S>
  void setAside(const json& j, std::size_t first, S& out);
  template <class E>
  void readWord(const std::string& word, E& out, bool parameterAllowed);
  void keepUnknown(const json& object, const std::vector<std::string_view>& known, UnknownKeys& unknown);

  // What a list of the mechanism had to say, in the order of the file; it is told in that of the table.
  struct List {
    std::size_t size = 0, read = 0;
    Problems problems, warnings;
  };

  Mechanism mechanism_;
  std::map<std::string, List> lists_;
  std::size_t found_ = 0;  // problems and warnings of lists
  std::string pointer_;
  Problems problems_, warnings_;
};

// Keys of a struct, for the alternatives of a variant whose type could not be read.
class Reader::KeyCollector {
 public:
  explicit KeyCollector(std::vector<std::string_view>& keys) : keys_(keys) {}
  template <class T>
  void operator()(const Field& field, const T&) {
    keys_.push_back(field.key);
  }

 private:
  std::vector<std::string_view>& keys_;
};

// Reads the members of one object and remembers which keys are known.
template <class S>
class Reader::ObjectVisitor {
 public:
  ObjectVisitor(Reader& reader, const json& object) : reader_(reader), object_(object) {}

  template <class T>
  void operator()(const Field& field, T& member) {
    if (reader_.joinList(field.key)) return known_.push_back(field.key);
    if (const json* value = find(field)) {
      const Step step(reader_, field.key);
      reader_.read(*value, member);
    }
  }

  template <class V, std::size_t N>
  void alternatives(const Field& field, V& variant, const std::array<const char*, N>& names) {
    static_assert(N == std::variant_size_v<V>, "one word for each alternative");
    const std::size_t index = findAlternative(field, toList(names));
    chooseAlternative(variant, index, std::make_index_sequence<N>{});
    if (index < N) {
      std::visit([this](auto& alternative) { visitFields(alternative, *this); }, variant);
    }
  }

  const std::vector<std::string_view>& getKnown() const { return known_; }

 private:
  const json* find(const Field& field) {
    known_.push_back(field.key);
    const auto it = object_.find(field.key);
    if (it != object_.end()) return &*it;
    if (field.required) reader_.fail(fmt::format("\"{}\" is missing: {}", field.key, field.help));
    return nullptr;
  }

  // Index of the word in force (absent: the first, unless required), or names.size() when it cannot be read.
  std::size_t findAlternative(const Field& field, const std::vector<std::string>& names) {
    const json* value = find(field);
    if (!value) return field.required ? names.size() : 0;
    const Step step(reader_, field.key);
    std::string word;
    const std::size_t before = reader_.problems_.size();
    reader_.read(*value, word);
    if (reader_.problems_.size() != before) return names.size();
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i] == word) return i;
    }
    reader_.fail(fmt::format("unknown {} \"{}\"{} (known: {})", field.key, word, suggest(word, names),
                             fmt::join(names, ", ")));
    return names.size();
  }

  template <class V, std::size_t... I>
  void chooseAlternative(V& variant, std::size_t index, std::index_sequence<I...>) {
    ((index == I ? static_cast<void>(variant.template emplace<I>()) : static_cast<void>(0)), ...);
    if (index < sizeof...(I)) return;
    (collectKeys<std::variant_alternative_t<I, V>>(),
     ...);  // nobody knows which: none of their keys is strange
  }

  template <class Alternative>
  void collectKeys() {
    Alternative alternative;
    visitFields(alternative, KeyCollector(known_));
  }

  Reader& reader_;
  const json& object_;
  std::vector<std::string_view> known_;
};

// Reads an element into its list, or makes room there.
class Reader::ListReader {
 public:
  ListReader(Reader& reader, std::string_view list, const json* element)
      : reader_(reader), list_(list), element_(element) {}
  bool found = false;

  template <class T>
  void operator()(const Field& field, std::vector<T>& list) {
    if (field.key != list_) return;
    found = true;
    element_ ? reader_.read(*element_, list.emplace_back()) : list.reserve(reader_.lists_[field.key].size);
  }
  template <class T>
  void operator()(const Field&, T&) {}

 private:
  Reader& reader_;
  std::string_view list_;
  const json* element_;
};

void Reader::read(const json& j, std::string& out) {
  if (!j.is_string()) return failType("a text", j);
  out = j.get<std::string>();
}

void Reader::read(const json& j, bool& out) {
  if (!j.is_boolean()) return failType("true or false", j);
  out = j.get<bool>();
}

void Reader::read(const json& j, Quantity& out) {
  if (j.is_number()) {
    out = Quantity(j.get<double>());
  } else if (j.is_string() && !j.get_ref<const std::string&>().empty()) {
    out = Quantity();
    out.text = j.get<std::string>();
  } else {
    failType("a number or a text such as \"250 mm\"", j);
  }
}

void Reader::read(const json& j, Law& out) {
  if (j.is_number()) {
    out.text = toShortestText(j.get<double>());
  } else if (j.is_string()) {
    out.text = j.get<std::string>();
  } else {
    failType("an expression as a text, or a number", j);
  }
}

void Reader::read(const json& j, Point& out) {
  if (!j.is_array() || j.size() != 2) return failType("a point [x, y]", j);
  const auto readCoordinate = [&](std::size_t i, Quantity& coordinate) {
    const Step step(*this, std::to_string(i));
    read(j[i], coordinate);
  };
  readCoordinate(0, out.x);
  readCoordinate(1, out.y);
}

void Reader::read(const json& j, std::map<std::string, std::string>& out) {
  if (!j.is_object()) return failType("an object", j);
  out.clear();
  for (const auto& [key, value] : j.items()) {
    const Step step(*this, key);
    if (value.is_number()) {
      out[key] = toShortestText(value.get<double>());
    } else if (value.is_string()) {
      out[key] = value.get<std::string>();
    } else {
      failType("a number or a text", value);
    }
  }
}

template <class E>
void Reader::readWord(const std::string& word, E& out, bool parameterAllowed) {
  const std::vector<std::string> names = toList(Words<E>::names);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == word) {
      out = static_cast<E>(i);
      return;
    }
  }
  fail(fmt::format("unknown word \"{}\"{} (known: {}{})", word, suggest(word, names), fmt::join(names, ", "),
                   parameterAllowed ? ", or \"=\" and the id of a word parameter" : ""));
}

template <class E>
requires std::is_enum_v<E>
void Reader::read(const json& j, E& out) {
  if (!j.is_string()) return failType("a word", j);
  readWord(j.get_ref<const std::string&>(), out, false);
}

template <class E>
void Reader::read(const json& j, Choice<E>& out) {
  if (!j.is_string()) return failType("a word", j);
  const auto& word = j.get_ref<const std::string&>();
  out = Choice<E>();
  if (word.size() > 1 && word.front() == '=') {
    out.reference = word.substr(1);
  } else {
    readWord(word, out.value, true);
  }
}

template <class T>
void Reader::read(const json& j, std::optional<T>& out) {
  read(j, out.emplace());
}

template <class T>
void Reader::read(const json& j, std::vector<T>& out) {
  if (!j.is_array()) return failType("an array", j);
  out.clear();
  out.reserve(j.size());
  for (std::size_t i = 0; i < j.size(); ++i) {
    const Step step(*this, std::to_string(i));
    read(j[i], out.emplace_back());
  }
}

template <class S>
requires requires(S& s) {
  s.unknown;
}
void Reader::read(const json& j, S& out) {
  const std::size_t before = problems_.size();
  readMembers(j, out);
  if constexpr (requires { out.unread; })
    if (problems_.size() != before) setAside(j, before, out);
}

// A study that cannot be read is no reason to refuse the mechanism: it keeps its text and the problems from
// first on.
template <class S>
void Reader::setAside(const json& j, std::size_t first, S& out) {
  S aside;
  aside.id = std::move(out.id);
  aside.name = std::move(out.name);
  aside.unread.json = j.dump();
  for (std::size_t i = first; i < problems_.size(); ++i) {
    Problem& problem = problems_[i];
    problem.where.erase(0, pointer_.size());
    aside.unread.problems.push_back(std::move(problem));
  }
  problems_.resize(first);
  out = std::move(aside);
}

template <class S>
void Reader::readMembers(const json& j, S& out) {
  if (!j.is_object()) return failType("an object", j);
  out = S();
  ObjectVisitor<S> visitor(*this, j);
  visitFields(out, visitor);
  keepUnknown(j, visitor.getKnown(), out.unknown);
}

void Reader::keepUnknown(const json& object, const std::vector<std::string_view>& known,
                         UnknownKeys& unknown) {
  for (const auto& [key, value] : object.items()) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    const bool own = pointer_.empty() && (key == "format" || key == "version");
    if (own) continue;
    unknown[key] = value.dump();
    if (pointer_.empty() && key == "$schema") continue;  // for editors
    const Step step(*this, key);
    const std::vector<std::string> names(known.begin(), known.end());
    warnings_.push_back(
        {fmt::format("unknown key \"{}\": kept, but without effect{}", key, suggest(key, names)), pointer_,
         Severity::warning});
  }
}

// False: a file of another kind or version, whose keys mean nothing here.
bool Reader::checkFormat(const json& root) {
  const auto format = root.find("format");
  if (format == root.end()) {
    problems_.push_back({"\"format\" is missing: it must be \"clank\"", "/format"});
  } else if (*format != "clank") {
    const Step step(*this, "format");
    fail(fmt::format("not a Clank mechanism: \"format\" must be \"clank\", found {}", format->dump()));
    return false;
  }
  const auto version = root.find("version");
  if (version == root.end()) {
    problems_.push_back({fmt::format("\"version\" is missing: it must be {}", kFileVersion), "/version"});
    return true;
  }
  const Step step(*this, "version");
  if (!version->is_number()) {
    failType("a whole number", *version);
  } else if (version->get<double>() > kFileVersion) {
    fail(fmt::format("needs a newer Clank: the file has version {}, this program reads version {}",
                     version->dump(), kFileVersion));
    return false;
  } else if (*version != kFileVersion) {
    fail(fmt::format("there is no version {}: \"version\" must be {}", version->dump(), kFileVersion));
  }
  return true;
}

// Lists are read as they come, element by element, and the tree of the text holds none of them: it would take
// several times the memory of what is read from it.
Mechanism Reader::readDocument(std::string_view text, const std::map<std::string, std::size_t>& listSizes) {
  for (const auto& [list, size] : listSizes) {
    ListReader room(*this, list, nullptr);
    lists_[list].size = size;
    visitFields(mechanism_, room);
    if (!room.found) lists_.erase(list);
  }
  const json root = readElements(text, *this);
  if (found_ >= kMostFound) {  // and what comes behind is not known
    for (const auto& [list, read] : lists_) joinList(list);
  } else if (!root.is_object()) {
    failType("an object with the keys of a mechanism", root);
  } else if (checkFormat(root)) {
    ObjectVisitor<Mechanism> visitor(*this, root);
    visitFields(mechanism_, visitor);
    keepUnknown(root, visitor.getKnown(), mechanism_.unknown);
  }
  return std::move(mechanism_);
}

bool Reader::takesElements(const std::string& list) {
  return lists_.contains(list);
}

bool Reader::takeElement(const std::string& list, const json& element) {
  List& into = lists_[list];
  const Step step(*this, list), place(*this, std::to_string(into.read++));
  ListReader reader(*this, list, &element);
  visitFields(mechanism_, reader);
  found_ += problems_.size() + warnings_.size();
  std::move(problems_.begin(), problems_.end(), std::back_inserter(into.problems));
  std::move(warnings_.begin(), warnings_.end(), std::back_inserter(into.warnings));
  problems_.clear();
  warnings_.clear();
  if (found_ < kMostFound) return true;
  into.problems.push_back(
      {fmt::format("the file was read no further: {} findings so far", found_), pointer_});
  return false;
}

// Has this list been read? Its problems take their place among the others.
bool Reader::joinList(const std::string& key) {
  if (!pointer_.empty()) return false;
  const auto list = lists_.find(key);
  if (list == lists_.end()) return false;
  std::move(list->second.problems.begin(), list->second.problems.end(), std::back_inserter(problems_));
  std::move(list->second.warnings.begin(), list->second.warnings.end(), std::back_inserter(warnings_));
  return true;
}

}  // namespace

Result<LoadedMechanism> readMechanism(std::string_view text) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) return failure("the file is empty");
  CheckedJson checked = checkJson(text);
  if (!checked.readable) return tl::unexpected(std::move(checked.problems));

  Reader reader;
  LoadedMechanism loaded;
  loaded.mechanism =
      reader.readDocument(checked.mended ? std::string_view(*checked.mended) : text, checked.listSizes);
  loaded.warnings = reader.takeWarnings();
  Problems problems = std::move(checked.problems);
  for (Problem& problem : reader.takeProblems()) problems.push_back(std::move(problem));
  if (problems.empty()) return loaded;
  problems.insert(problems.end(), loaded.warnings.begin(), loaded.warnings.end());
  return tl::unexpected(std::move(problems));
}

}  // namespace clank
