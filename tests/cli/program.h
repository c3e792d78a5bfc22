// SPDX-License-Identifier: GPL-3.0-or-later
// Runs clank-cli as a user does and looks at what it leaves.
#pragma once

#include <gtest/gtest.h>
#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace clank::test {

struct Outcome {
  int status = -1;  // exit status; 128 + signal when a signal ended it
  std::string out, err;
};

std::string readAll(const std::filesystem::path& path);
void writeAll(const std::filesystem::path& path, const std::string& text);
std::vector<std::string> splitLines(const std::string& text);  // without CR LF or LF
std::vector<std::string> splitFields(const std::string& line);

// A pendulum that is caught by a stop at -90 degrees after 0.2197 s: one event in 0.5 s.
std::string catchingPendulum();
// The same without an event, for runs that last.
std::string freePendulum();

// A fresh folder and the program in it.
class CliTest : public testing::Test {
 protected:
  CliTest();
  ~CliTest() override;

  using Environment = std::vector<std::string>;  // "NAME=value" in addition
  Outcome run(const std::vector<std::string>& arguments, const std::string& input = {},
              const Environment& more = {});
  // Where no file may grow beyond so many bytes.
  Outcome runInSmallFiles(const std::vector<std::string>& arguments, unsigned long largest);
  // With its standard error somewhere else; err is empty then.
  Outcome runComplainingTo(const std::string& path, const std::vector<std::string>& arguments);
  // Without waiting; then wait().
  void start(const std::vector<std::string>& arguments, const std::string& input = {},
             const Environment& more = {});
  void sendSignal(int signal) const;
  double readMemory() const;  // MB that it has now; 0 when it has ended
  // What was started is far enough for a signal to be a request: it no longer ends the program by itself.
  void waitUntilItListens() const;
  // And has worked for so many seconds, as the processor counts them: where the machine does other things,
  // that takes as much longer as it has to.
  void waitUntilItHasWorked(double seconds) const;
  Outcome wait();

  const std::filesystem::path& folder() const { return folder_; }
  std::string save(const std::string& name, const std::string& text) const;  // gives the path

 private:
  std::filesystem::path folder_;
  std::string errorPath_;  // empty: read by wait()
  pid_t child_ = -1;
};

}  // namespace clank::test
