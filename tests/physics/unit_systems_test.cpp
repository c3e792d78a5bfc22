// SPDX-License-Identifier: GPL-3.0-or-later
// A mechanism is the same in every system of units: each number of an example is typed in another unit, the
// file is written, read and run, and moves as the example does.
#include <fmt/format.h>

#include <array>
#include <cctype>
#include <filesystem>
#include <map>
#include <utility>

#include "core/math/units.h"
#include "core/model/field_units.h"
#include "core/model/field_walk.h"
#include "core/model/mechanism.h"
#include "tests/support/runs.h"

namespace clank::test {
namespace {

struct UnitSystem {
  const char* name;
  std::map<std::string, std::string, std::less<>> units;  // in the place of those of SI
};

const std::array kSystems{
    UnitSystem{"metre, gram, millisecond",
               {{"kg", "g"}, {"s", "ms"}, {"rad", "rad"}, {"N", "mN"}, {"Pa", "kPa"}}},
    UnitSystem{"millimetre, ton, second",
               {{"m", "mm"}, {"kg", "t"}, {"rad", "deg"}, {"Pa", "MPa"}, {"J", "mJ"}}},
    UnitSystem{"inch, pound, minute",
               {{"m", "in"}, {"kg", "lb"}, {"s", "min"}, {"rad", "rev"}, {"N", "lbf"}, {"Pa", "psi"}}},
    UnitSystem{"foot, ounce, second",
               {{"m", "ft"}, {"kg", "oz"}, {"rad", "deg"}, {"N", "kgf"}, {"Pa", "bar"}}},
    UnitSystem{"kilometre, milligram, hour",
               {{"m", "km"}, {"kg", "mg"}, {"s", "h"}, {"rad", "mrad"}, {"N", "MN"}, {"Pa", "GPa"}}}};

// "kg/m3" -> "lb/in3"
std::string translate(std::string_view unit, const UnitSystem& system) {
  std::string text;
  for (std::size_t i = 0; i < unit.size();) {
    std::size_t end = i;
    while (end < unit.size() && std::isalpha(static_cast<unsigned char>(unit[end]))) ++end;
    const auto known = system.units.find(unit.substr(i, end - i));
    if (end == i)
      text += unit[end++];
    else
      text += known == system.units.end() ? std::string(unit.substr(i, end - i)) : known->second;
    i = end;
  }
  return text;
}

// Types every number of a mechanism in the units of a system.
struct Typist : FieldUnits {
  explicit Typist(const UnitSystem& s) : system(s) {}
  const UnitSystem& system;
  int typed = 0;

  void leaf(const Field& field, Quantity& quantity, const std::string&) {
    const std::string_view wanted = expected(field);
    if (quantity.value == 0) return;  // in every unit
    if (wanted.empty() || wanted == "1" || wanted.find_first_of("*|") != std::string_view::npos) return;
    const std::string text = translate(wanted, system);
    const auto unit = findUnit(text);
    ASSERT_TRUE(unit) << text;
    quantity.text = fmt::format("{:.17g} {}", quantity.value / toSi(1, *unit), text);
    ++typed;
  }
};

double runFor(Mechanism m, std::vector<double>& row) {
  m.simulation.duration.value /= 20;
  m.simulation.outputInterval = m.simulation.duration.value / 2;
  const FinishedRun finished = run(m);
  row = finished.summary.finalRow;
  return finished.summary.t;
}

// Of mechanisms with impacts the rounding of a unit is another start, after which two runs part soon; these
// have none in the first twentieth of their time.
TEST(UnitSystems, ExamplesMoveAlikeInAll) {
  const std::filesystem::path root = std::filesystem::path(CLANK_SOURCE_DIR) / "resources/examples";
  int examples = 0, numbers = 0;
  for (const char* folder : {"linkages", "elements", "benchmarks"})
    for (const auto& entry : std::filesystem::directory_iterator(root / folder)) {
      if (entry.path().extension() != ".clank") continue;
      const auto file = loadMechanism(entry.path().string());
      ASSERT_TRUE(file) << entry.path();
      const auto whole = resolve(file->mechanism);
      if (!whole || whole->bodies.size() > 20) continue;
      std::vector<double> expected;
      const double end = runFor(*whole, expected);
      ++examples;
      for (const UnitSystem& system : kSystems) {
        SCOPED_TRACE(entry.path().stem().string() + " in " + system.name);
        Mechanism typed = *whole;
        Typist typist(system);
        walkFields(typed, typist);
        numbers += typist.typed;
        const auto read = readMechanism(writeMechanism(typed));
        ASSERT_TRUE(read) << describe(read.error());
        auto again = resolve(read->mechanism);
        ASSERT_TRUE(again) << describe(again.error());
        std::vector<double> row;
        EXPECT_NEAR(runFor(*again, row), end, 1e-12 * end);
        ASSERT_EQ(row.size(), expected.size());
        for (std::size_t k = 0; k < row.size(); ++k)
          EXPECT_NEAR(row[k], expected[k], 1e-9 * (1 + std::abs(expected[k]))) << "channel " << k;
      }
    }
  EXPECT_GE(examples, 20);
  EXPECT_GE(numbers, 5000);
}

}  // namespace
}  // namespace clank::test
