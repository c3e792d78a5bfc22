// SPDX-License-Identifier: GPL-3.0-or-later
// The same bytes from every run: each case of each example is run twice here and on two threads at once, and
// its hash compared with hashes.txt. When physics or output change on purpose, run with CLANK_UPDATE_GOLDEN=1
// and review the diff.
//
// The stored hashes hold for one C library (libm decides the last bit of sin and pow): Debian 12, x86-64.
// Elsewhere only the agreement of runs with each other is tested.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <string_view>
#include <thread>
#include <vector>

#include "tests/support/runs.h"
#include "tests/support/sanitized.h"

namespace clank::test {
namespace {

const std::string kSource = CLANK_SOURCE_DIR;

// Every number and word that a run delivers. The bindings name every field of a receipt, so that one that is
// added does not compile until it is hashed.
class HashSink final : public SampleSink {
 public:
  explicit HashSink(const std::vector<Channel>& channels) {
    for (std::size_t i = 0; i < channels.size(); ++i)
      if (channels[i].name == "energy.residual")
        residuals_.push_back(i);
      else if (channels[i].name.starts_with("energy."))
        energies_.push_back(i);
  }
  void sample(std::span<const double> row) override {
    add(row.data(), row.size_bytes());
    for (const std::size_t i : energies_) energy_ = std::max(energy_, std::abs(row[i]));
    for (const std::size_t i : residuals_) residual_ = std::max(residual_, std::abs(row[i]));
  }
  double energy() const { return energy_; }      // J, the largest of any part of the ledger
  double residual() const { return residual_; }  // J, the largest
  void event(const Receipt& receipt) override {
    const auto& [t, kind, element, law, guard, mobile, staysClosed, bodyA, bodyB, pointX, pointY, normalX,
                 normalY, impulse, normalVelocityBefore, normalVelocityAfter, noise, restitution, note,
                 energyBefore, energyAfter, phaseBefore, phaseAfter, mobilityBefore, mobilityAfter,
                 momentumConserved, driveWork, slipImpulse, slipVelocityBefore, slipVelocityAfter, contact,
                 contactImpulses, jointImpulses, driveImpulses, notUnique, jumps] = receipt;
    static_cast<void>(noise);  // a number of the model
    addAll(t, toWord(kind), element, law, guard, mobile, bodyA, bodyB, pointX, pointY, normalX, normalY);
    if (staysClosed) add(staysClosed);
    addAll(impulse, normalVelocityBefore, normalVelocityAfter, restitution, energyBefore, energyAfter);
    addAll(phaseBefore, phaseAfter, mobilityBefore, mobilityAfter, momentumConserved, driveWork);
    addAll(slipImpulse, slipVelocityBefore, slipVelocityAfter);
    addAll(contactImpulses, jointImpulses, driveImpulses, jumps);
    if (!note.empty()) add(note);
    if (contact) add(*contact);
    if (!notUnique.empty()) add(notUnique);
  }
  std::uint64_t hash() const { return hash_; }

 private:
  template <class... Fields>
  void addAll(const Fields&... fields) {
    (add(fields), ...);
  }
  void add(double number) { add(&number, sizeof number); }
  void add(std::int64_t number) { add(&number, sizeof number); }
  void add(int number) { add(std::int64_t{number}); }
  void add(bool flag) { add(std::int64_t{flag}); }
  void add(std::string_view word) {
    add(static_cast<std::int64_t>(word.size()));
    add(word.data(), word.size());
  }
  void add(const std::string& word) { add(std::string_view(word)); }
  void add(const char* word) { add(std::string_view(word)); }
  void add(const std::array<double, 3>& numbers) { add(numbers.data(), sizeof numbers); }
  void add(const FiredGuard& fired) {
    const auto& [change, kind, value, unit, expression, falling] = fired;
    addAll(change, kind, value, unit, expression, falling);
  }
  void add(const ContactReport& report) {
    const auto& [begin, duration, approach, peakForce, peakDepth, normalImpulse, slipImpulse, dampingLoss,
                 frictionLoss, effectiveRestitution, isStruck] = report;
    if (isStruck) add(isStruck);
    addAll(begin, duration, approach, peakForce, peakDepth, normalImpulse, slipImpulse, dampingLoss,
           frictionLoss, effectiveRestitution.value_or(0));
  }
  void add(const JointImpulse& received) {
    const auto& [joint, x, y, moment] = received;
    addAll(joint, x, y, moment);
  }
  void add(const DriveImpulse& received) {
    const auto& [drive, impulse] = received;
    addAll(drive, impulse);
  }
  void add(const ContactPush& push) {
    const auto& [element, x, y, moment, pointX, pointY, bodyA, bodyB, playMoment] = push;
    static_cast<void>(playMoment);                       // by the push, its point and the bodies
    static_cast<void>(bodyA), static_cast<void>(bodyB);  // by the element, and where several, by the point
    addAll(element, x, y, moment, pointX, pointY);
  }
  void add(const BodyJump& jump) {
    const auto& [body, before, after] = jump;
    addAll(body, before, after);
  }
  template <class Part>
  void add(const std::vector<Part>& parts) {
    add(static_cast<std::int64_t>(parts.size()));
    for (const Part& part : parts) add(part);
  }
  void add(const void* data, std::size_t size) {  // FNV-1a
    const auto* bytes = static_cast<const unsigned char*>(data);
    for (std::size_t i = 0; i < size; ++i) hash_ = (hash_ ^ bytes[i]) * 1099511628211ull;
  }
  std::uint64_t hash_ = 14695981039346656037ull;
  std::vector<std::size_t> energies_, residuals_;
  double energy_ = 0, residual_ = 0;
};

std::uint64_t hashRun(const Mechanism& resolved) {
  const auto simulator = Simulator::create(resolved);
  if (!simulator) {
    ADD_FAILURE() << describe(simulator.error());
    return 0;
  }
  HashSink sink(simulator->channels());
  EXPECT_EQ(simulator->run(sink).end, RunSummary::End::finished);
  // What ships closes its ledger as far as the lamp of the window asks for (ui/panels/status_line.cpp).
  if (resolved.simulation.integrator.value != IntegratorKind::moreauJean) {
    EXPECT_LE(sink.residual(), std::max(1e-9, 5e-8 * sink.energy()));
  }
  return sink.hash();
}

// Every case of every shipped example.
std::map<std::string, Mechanism> listRuns() {
  std::map<std::string, Mechanism> runs;
  const std::filesystem::path root = kSource + "/resources/examples";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (entry.path().extension() != ".clank") continue;
    const auto loaded = loadMechanism(entry.path());
    if (!loaded) {
      ADD_FAILURE() << entry.path() << describe(loaded.error());
      continue;
    }
    std::vector<std::string> cases;
    for (const Case& c : loaded->mechanism.cases) cases.push_back(c.id);
    if (cases.empty()) cases.emplace_back();
    for (const std::string& id : cases) {
      const auto resolved = resolve(loaded->mechanism, id);
      if (resolved)
        runs[entry.path().lexically_relative(root).generic_string() + ":" + (id.empty() ? "-" : id)] =
            *resolved;
      else
        ADD_FAILURE() << entry.path() << id << describe(resolved.error());
    }
  }
  return runs;
}

// A part of each run is enough to see what threads share; the stored bytes are those of all of it.
TEST(Golden, TheSameBytesFromEveryRunAndThread) {
  const double part = isSanitized() ? 0.04 : 0.2;
  const auto runs = listRuns();
  ASSERT_FALSE(runs.empty());
  for (const auto& [name, whole] : runs) {
    SCOPED_TRACE(name);
    Mechanism mechanism = whole;
    mechanism.simulation.duration.value *= part;
    const std::uint64_t first = hashRun(mechanism);
    std::uint64_t a = 0, b = 0;
    std::thread one([&] { a = hashRun(mechanism); });
    std::thread two([&] { b = hashRun(mechanism); });
    one.join();
    two.join();
    EXPECT_EQ(first, a) << name;
    EXPECT_EQ(first, b) << name;
  }
}

TEST(Golden, TheSameBytesAsStored) {
  if (isSanitized()) GTEST_SKIP() << "the beginning of each run is run above";
  const std::string path = kSource + "/tests/golden/hashes.txt";
  const auto runs = listRuns();
  if (std::getenv("CLANK_UPDATE_GOLDEN") != nullptr) {
    std::ofstream out(path);
    for (const auto& [name, mechanism] : runs) out << name << ' ' << std::hex << hashRun(mechanism) << '\n';
    return;
  }
  std::map<std::string, std::uint64_t> stored;
  std::ifstream in(path);
  std::string name;
  for (std::uint64_t hash; in >> name >> std::hex >> hash;) stored[name] = hash;
  for (const auto& [key, mechanism] : runs) {
    SCOPED_TRACE(key);
    ASSERT_TRUE(stored.count(key)) << key << " has no stored hash: run with CLANK_UPDATE_GOLDEN=1";
    EXPECT_EQ(stored[key], hashRun(mechanism)) << key;
  }
}

}  // namespace
}  // namespace clank::test
