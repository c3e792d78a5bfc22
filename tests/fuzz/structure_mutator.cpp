// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/structure_mutator.h"

#include <array>
#include <string>
#include <vector>

namespace clank::test {

namespace {

using nlohmann::json;

std::size_t pick(std::mt19937& random, std::size_t count) {
  return random() % count;  // the same numbers with every library
}

void collect(json& value, std::vector<json*>& all) {
  all.push_back(&value);
  if (!value.is_structured()) return;
  for (json& inner : value) collect(inner, all);
}

json makeStrange(std::mt19937& random) {
  static const std::array<double, 16> numbers{
      0, -0.0, 1, -1, 1e-320, 1e-12, 1e-6, 0.1, 1e3, 1e9, 1e50, 1e154, 1e308, -1e308, 3.141592653589793, 2};
  static const std::vector<std::string> texts{"",
                                              "frame",
                                              "=p",
                                              "t",
                                              "1/0",
                                              "0/0",
                                              "sqrt(-t)",
                                              "1/t",
                                              "step(t-0.001)",
                                              "sin(1e9*t)",
                                              "log(0)",
                                              "1e308*1e308",
                                              "mod(t,0)",
                                              "exp(1000*t)",
                                              "250 mm",
                                              "45 deg",
                                              "3 kg",
                                              "min(t,t,t)",
                                              "abs(abs(t))",
                                              "\x1b[2J",
                                              "merge",
                                              "restitution",
                                              "rising",
                                              "moreau_jean"};
  switch (pick(random, 5)) {
    case 0:
    case 1:
      return numbers[pick(random, numbers.size())];
    case 2:
    case 3:
      return texts[pick(random, texts.size())];
    default: {
      static const std::array<const char*, 6> others{"null", "true", "false", "[]", "{}", "[0,0]"};
      return json::parse(others[pick(random, others.size())]);
    }
  }
}

void change(json& value, std::mt19937& random, const std::vector<json*>& all) {
  switch (pick(random, 7)) {
    case 0:
      value = makeStrange(random);
      return;
    case 1: {  // a part from elsewhere
      json other = *all[pick(random, all.size())];
      value = std::move(other);
      return;
    }
    case 2:
      if (value.is_number()) value = value.get<double>() * (random() % 2 == 0 ? -1 : 1e3);
      return;
    case 3:
      if (value.is_structured() && !value.empty()) {
        auto at = value.begin();
        std::advance(at, static_cast<long>(pick(random, value.size())));
        value.erase(at);
      }
      return;
    case 4:
      if (value.is_array() && !value.empty()) value.push_back(json(value[pick(random, value.size())]));
      return;
    case 5:
      if (value.is_array() && value.size() > 1)
        std::swap(value[pick(random, value.size())], value[pick(random, value.size())]);
      return;
    default:
      if (value.is_object() && !value.empty()) {
        auto at = value.begin();
        std::advance(at, static_cast<long>(pick(random, value.size())));
        json copy = *at;
        value[at.key() + (random() % 2 == 0 ? "_" : "x")] = std::move(copy);
      }
  }
}

}  // namespace

void mutateStructure(json& root, std::mt19937& random) {
  const std::size_t times = 1 + pick(random, 3);
  for (std::size_t i = 0; i < times; ++i) {
    std::vector<json*> all;
    collect(root, all);
    change(*all[pick(random, all.size())], random, all);
  }
}

}  // namespace clank::test
