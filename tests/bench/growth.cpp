// SPDX-License-Identifier: GPL-3.0-or-later
// How cost grows with size: clank_growth [NAME]. Each case is timed (CPU, least of three) at a size and at
// twice and four times that; its exponent is the slope between the last two. What a person waits for is named
// beside it. Reports, and fails on nothing.
#include <sys/resource.h>
#include <sys/time.h>

#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "core/io/mechanism_file.h"
#include "core/simulation/simulator.h"
#include "tests/support/contacts.h"
#include "tests/support/parts.h"

namespace clank::test {
namespace {

class NullSink final : public SampleSink {
 public:
  void sample(std::span<const double>) override {}
  void event(const Receipt&) override {}
};

double readClock() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         1e-6 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

void readAndValidate(const Mechanism& drawn) {
  const auto read = readMechanism(writeMechanism(drawn));
  if (!read) throw std::runtime_error(read.error().front().what);
  const auto simulator = Simulator::create(resolve(read->mechanism).value());
  if (!simulator) throw std::runtime_error(simulator.error().front().what);
}

void validateAndRun(const Mechanism& drawn) {
  const auto simulator = Simulator::create(resolve(drawn).value());
  if (!simulator) throw std::runtime_error(simulator.error().front().what);
  NullSink sink;
  if (simulator->run(sink).end != RunSummary::End::finished)
    throw std::runtime_error("the run has not finished");
}

Mechanism makeParameters(int n) {
  Mechanism m;
  m.bodies = {makeBody("b", 1, 0.1)};
  for (int i = 0; i < n; ++i) {
    Parameter parameter;
    parameter.id = "p" + std::to_string(i);
    parameter.value = Quantity(i);
    m.parameters.push_back(parameter);
  }
  return m;
}

// Balls in a row that meet a floor at one instant, or points of one body that do.
Mechanism makeLanding(int n, bool apart) {
  Mechanism m;
  m.simulation.duration = 0.15;
  for (int i = 0; i < n; ++i) {
    const std::string id = "b" + std::to_string(apart ? i : 0);
    if (apart || i == 0) m.bodies.push_back(makeBody(id, 1, 0.1, {apart ? 1.0 * i : 0.0, 0.05, 0.0, {}}));
    m.contacts.push_back(makeContact("c" + std::to_string(i), id, makeFloor(), 0.5));
    std::get<LineSurface>(m.contacts.back().surface) = {{-10.0, 0.0}, {n + 10.0, 0.0}};
    if (!apart) m.contacts.back().atB = {1e-3 * i, 0.0};
  }
  return m;
}

Mechanism makeChain(int n) {
  Mechanism m;
  for (int i = 0; i < n; ++i) {
    const std::string id = "b" + std::to_string(i);
    m.bodies.push_back(makeBody(id, 1, 0.1, {0.1 * i, 0.0, 0.0, {}}));
    m.joints.push_back(
        makeJoint("j" + std::to_string(i), Revolute{}, i > 0 ? "b" + std::to_string(i - 1) : kFrame, id));
    if (i > 0) m.joints.back().atA = {0.1, 0.0};
  }
  return m;
}

Mechanism makeLongLaw(int n) {
  Mechanism m;
  m.bodies = {makeBody("b", 1, 0.1)};
  ForceElement force;
  force.id = "f";
  Torque torque;
  torque.b = "b";
  torque.moment.text = "sin(t)";
  for (int i = 1; i < n; ++i) torque.moment.text += "+sin(t)";
  force.kind = torque;
  m.forces = {force};
  return m;
}

// A ball over a line of many points, and a crank that follows a table.
Mechanism makeLongLine(int n) {
  Mechanism m;
  m.bodies = {makeBody("b", 1, 0.1, {0.0, 5.0, 0.0, {}})};
  PolylineSurface line;
  auto& points = line.points.change();
  for (int i = 0; i < n; ++i) points.push_back({1e-3 * i, std::sin(0.1 * i)});
  m.contacts = {makeContact("c", "b", line, 0.5)};
  return m;
}

Mechanism makeLongTable(int n) {
  Mechanism m;
  m.bodies = {makeBody("b", 1, 0.1)};
  m.joints = {makeJoint("j", Revolute{}, kFrame, "b")};
  TableMotion table;
  auto &times = table.times.change(), &values = table.values.change();
  for (int i = 0; i < n; ++i) {
    times.emplace_back(1e-3 * i);
    values.emplace_back(std::sin(0.01 * i));
  }
  Drive drive;
  drive.id = "d";
  drive.joint = "j";
  drive.kind = table;
  m.drives = {drive};
  return m;
}

struct GrowthCase {
  const char* name;
  const char* unit;
  int size;  // of the first of three
  std::function<void(int)> work;
};

double measure(const GrowthCase& one, int size) {
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 3; ++i) {
    const double start = readClock();
    one.work(size);
    least = std::min(least, readClock() - start);
  }
  return least;
}

int report(const std::string& wanted) {
  const GrowthCase cases[] = {
      {"read and validate", "parameters", 25000, [](int n) { readAndValidate(makeParameters(n)); }},
      {"read and validate", "bodies of a chain", 500, [](int n) { readAndValidate(makeChain(n)); }},
      {"read and validate", "balls with a contact", 2500,
       [](int n) { readAndValidate(makeLanding(n, true)); }},
      {"read and validate", "terms of a law", 3500, [](int n) { readAndValidate(makeLongLaw(n)); }},
      {"read and validate", "points of a line", 10000, [](int n) { readAndValidate(makeLongLine(n)); }},
      {"read and validate", "points of a table", 10000, [](int n) { readAndValidate(makeLongTable(n)); }},
      {"run an impact", "balls that land at once", 500, [](int n) { validateAndRun(makeLanding(n, true)); }},
      {"run an impact", "points of one body", 250, [](int n) { validateAndRun(makeLanding(n, false)); }},
  };
  std::printf("%-18s %-24s %10s %10s %9s\n", "case", "of", "size", "CPU s", "exponent");
  for (const GrowthCase& one : cases) {
    if (!wanted.empty() && std::string(one.unit).find(wanted) == std::string::npos) continue;
    double before = 0;
    for (const int size : {one.size, 2 * one.size, 4 * one.size}) {
      const double seconds = measure(one, size);
      std::printf("%-18s %-24s %10d %10.3f", one.name, one.unit, size, seconds);
      if (before > 0) std::printf(" %9.2f", std::log2(seconds / before));
      std::printf("\n");
      before = seconds;
    }
  }
  return 0;
}

}  // namespace
}  // namespace clank::test

int main(int argc, char** argv) {
  try {
    return clank::test::report(argc > 1 ? argv[1] : "");
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "clank_growth: %s\n", failure.what());
    return 1;
  }
}
