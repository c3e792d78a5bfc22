// SPDX-License-Identifier: GPL-3.0-or-later
// What Python sees of a mechanism and of its runs.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/io/mechanism_file.h"
#include "core/model/mechanism.h"
#include "core/record/channel.h"
#include "core/record/receipt.h"
#include "core/record/run_summary.h"

namespace clank {

// Problems as an exception: its text has one a line.
class ModelError : public std::runtime_error {
 public:
  explicit ModelError(const Problems& problems);
};

struct PythonRun {
  std::vector<Channel> channels;
  std::vector<double> rows;  // of channels.size() numbers each
  std::vector<Receipt> events;
  RunSummary summary;
  std::size_t countSamples() const { return channels.empty() ? 0 : rows.size() / channels.size(); }
};

// A drawing with values that were set on top of it.
class PythonMechanism {
 public:
  static PythonMechanism load(const std::string& path);
  static PythonMechanism read(const std::string& json);
  std::string write() const;
  std::string writeDrawn() const { return writeMechanism(drawn_); }
  void save(const std::string& path) const;

  const Mechanism& drawn() const { return drawn_; }  // without the values that were set
  // With them in place of its own, in every case: what is written, studied and optimised.
  Mechanism withValues() const;
  const std::map<std::string, std::string>& set() const { return set_; }
  // All or none: refused where there is no such parameter or the text is no value of it.
  void setParameters(const std::map<std::string, std::string>& values);
  void setCase(const std::string& id);
  const std::string& caseId() const { return case_; }
  Mechanism resolved() const;
  Problems listProblems() const;  // errors and warnings, empty: it runs

  // Not for more than one call at a time on one thread: Ctrl-C is looked for.
  std::shared_ptr<PythonRun> run(std::optional<double> until, std::optional<double> every) const;

 private:
  Mechanism drawn_;
  std::map<std::string, std::string> set_;
  std::string case_;
};

}  // namespace clank
