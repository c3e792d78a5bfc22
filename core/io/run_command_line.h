// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <string>

namespace clank {

// What on the command line makes a run; until, every: s.
struct RunChoice {
  std::string file, caseId;                // caseId: empty, the first
  std::map<std::string, std::string> set;  // parameter, text
  std::optional<double> until = {}, every = {};
};

// "clank-cli run FILE --case C --set e=0.8 --out results", quoted for a POSIX shell.
std::string writeRunCommand(const RunChoice& choice);

}  // namespace clank
