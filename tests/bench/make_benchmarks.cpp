// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the generated files of resources/examples/benchmarks: make_benchmarks FOLDER
#include <cstdio>
#include <filesystem>

#include "core/io/mechanism_file.h"
#include "tests/support/benchmarks.h"
#include "tests/support/squeezer.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: make_benchmarks FOLDER\n", stderr);
    return 2;
  }
  const std::filesystem::path folder = argv[1];
  bool written = true;
  const auto save = [&](const clank::Mechanism& mechanism, const std::string& name) {
    written = clank::saveMechanism(mechanism, folder / name).has_value() && written;
  };
  for (const int n : {3, 50}) save(clank::test::makeChainOfRods(n), "chain-" + std::to_string(n) + ".clank");
  for (const int n : {1, 10, 40})
    save(clank::test::makeFourBars(n), "four-bars-" + std::to_string(n) + ".clank");
  save(clank::test::makeSqueezer(), "andrews-squeezer.clank");
  return written ? 0 : 1;
}
