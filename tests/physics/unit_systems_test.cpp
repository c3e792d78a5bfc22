// SPDX-License-Identifier: GPL-3.0-or-later
// A mechanism is the same in every system of units: each number of an example is typed in another unit, the
// file is written, read and run, and moves as the example does. It fails where a key leaves its unit
// out; that the units themselves are right is for units_test to see, as they go in and out by the same
// number.
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

FinishedRun runFor(Mechanism m) {
  m.simulation.duration.value /= 20;
  m.simulation.outputInterval = m.simulation.duration.value / 2;
  return run(m);
}

// The largest number of each unit: a force that is nearly zero is as exact as those that it is the rest of.
std::map<std::string, double> findScales(const FinishedRun& finished) {
  std::map<std::string, double> scales;
  const auto& channels = finished.trajectory.channels();
  for (std::size_t k = 0; k < channels.size(); ++k) {
    double& scale = scales.try_emplace(channels[k].unit, 1.0).first->second;
    scale = std::max(scale, std::abs(finished.summary.finalRow[k]));
  }
  return scales;
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
      const FinishedRun expected = runFor(*whole);
      const std::map<std::string, double> scales = findScales(expected);
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
        const FinishedRun found = runFor(*again);
        ASSERT_EQ(found.summary.finalRow.size(), expected.summary.finalRow.size());
        for (std::size_t k = 0; k < expected.summary.finalRow.size(); ++k) {
          const Channel& channel = expected.trajectory.channels()[k];
          EXPECT_NEAR(found.summary.finalRow[k], expected.summary.finalRow[k], 1e-9 * scales.at(channel.unit))
              << channel.name;
        }
      }
    }
  EXPECT_GE(examples, 20);
  EXPECT_GE(numbers, 5000);
}

}  // namespace
}  // namespace clank::test
