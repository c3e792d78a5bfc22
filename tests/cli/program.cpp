// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <iterator>
#include <sstream>
#include <thread>

extern char** environ;

namespace clank::test {

namespace fs = std::filesystem;

namespace {

std::vector<char*> toPointers(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::string makePendulum(const std::string& limit) {
  return R"({
  "format": "clank",
  "version": 1,
  "name": "Caught pendulum",
  "parameters": [
    {"id": "L", "value": "250 mm", "unit": "mm"},
    {"id": "law", "choices": ["merge", "restitution"]}
  ],
  "cases": [{"id": "long"}, {"id": "short", "set": {"L": "100 mm"}}],
  "bodies": [{"id": "bar", "length": "L", "section": 1e-4, "density": 7800, "pose": {"angle": "-30 deg"}}],
  "joints": [
    {"id": "O", "type": "revolute", "b": "bar", "metamorphic": {
      "phases": [{"id": "swinging"}, {"id": "held", "locked": true}],
      "changes": [{"from": "swinging", "to": "held", "law": "=law",
                   "guard": "limit", "value": ")" +
         limit + R"(", "direction": "falling"}]}}
  ],
  "published": [
    {"what": "time of catch", "channel": "t", "at": "before event 1", "value": 0.22, "unit": "s", "cases": ["long"]}
  ],
  "simulation": {"duration": 0.5}
}
)";
}

}  // namespace

std::string readAll(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void writeAll(const fs::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

std::vector<std::string> splitLines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    lines.push_back(line);
  }
  return lines;
}

std::vector<std::string> splitFields(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream in(line + ",");
  for (std::string field; std::getline(in, field, ',');) fields.push_back(field);
  return fields;
}

std::string catchingPendulum() {
  return makePendulum("-90 deg");
}
std::string freePendulum() {
  return makePendulum("-1000 rad");
}

CliTest::CliTest() {
  std::string name = (fs::temp_directory_path() / "clank-cli-test-XXXXXX").string();
  folder_ = ::mkdtemp(name.data());
}

CliTest::~CliTest() {
  if (child_ > 0) {
    ::kill(child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
  }
  fs::remove_all(folder_);
}

std::string CliTest::save(const std::string& name, const std::string& text) const {
  writeAll(folder_ / name, text);
  return folder_ / name;
}

void CliTest::start(const std::vector<std::string>& arguments, const std::string& input,
                    const Environment& more) {
  writeAll(folder_ / ".input", input);
  std::vector<std::string> words{CLANK_CLI};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<std::string> variables = more;
  for (char** variable = environ; *variable; ++variable) variables.emplace_back(*variable);

  const auto name = [this](const char* file) { return (folder_ / file).string(); };
  constexpr int kWrite = O_WRONLY | O_CREAT | O_TRUNC;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, name(".input").c_str(), O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, name(".out").c_str(), kWrite, 0600);
  posix_spawn_file_actions_addopen(
      &actions, STDERR_FILENO, errorPath_.empty() ? name(".err").c_str() : errorPath_.c_str(), kWrite, 0600);
  const int error = posix_spawn(&child_, CLANK_CLI, &actions, nullptr, toPointers(words).data(),
                                toPointers(variables).data());
  posix_spawn_file_actions_destroy(&actions);
  ASSERT_EQ(error, 0);
}

double CliTest::readMemory() const {
  std::ifstream file("/proc/" + std::to_string(child_) + "/statm");
  double all = 0, resident = 0;
  file >> all >> resident;
  return resident * static_cast<double>(::sysconf(_SC_PAGESIZE)) / 1e6;
}

namespace {

// Asks again and again; a program that has ended, or never comes to it, fails the test.
template <class Is>
void waitUntil(Is is) {
  constexpr std::chrono::minutes kPatience{2};
  for (const auto begin = std::chrono::steady_clock::now(); !is();
       std::this_thread::sleep_for(std::chrono::milliseconds(2)))
    ASSERT_LT(std::chrono::steady_clock::now() - begin, kPatience) << "what was started never comes to it";
}

}  // namespace

void CliTest::waitUntilItListens() const {
  waitUntil([this] {
    std::ifstream file("/proc/" + std::to_string(child_) + "/status");
    for (std::string line; std::getline(file, line);)
      if (line.starts_with("SigBlk:"))
        return (std::stoull(line.substr(7), nullptr, 16) >> (SIGINT - 1) & 1) != 0;
    return false;
  });
}

void CliTest::waitUntilItHasWorked(double seconds) const {
  waitUntilItListens();
  waitUntil([this, seconds] {
    std::string stat = readAll("/proc/" + std::to_string(child_) + "/stat");
    std::istringstream fields(stat.substr(stat.rfind(')') + 1));  // the name before it may be anything
    std::string skipped;
    for (int i = 0; i < 11; ++i) fields >> skipped;
    double user = 0, system = 0;
    fields >> user >> system;
    return (user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK)) >= seconds;
  });
}

void CliTest::sendSignal(int signal) const {
  ASSERT_EQ(::kill(child_, signal), 0);
}

Outcome CliTest::wait() {
  int status = 0;
  if (::waitpid(child_, &status, 0) != child_) ADD_FAILURE() << "no program to wait for";
  child_ = -1;
  const int code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  return {code, readAll(folder_ / ".out"), readAll(folder_ / ".err")};
}

Outcome CliTest::runInSmallFiles(const std::vector<std::string>& arguments, unsigned long largest) {
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  rlimit small = before;
  small.rlim_cur = largest;
  ::setrlimit(RLIMIT_FSIZE, &small);
  start(arguments);
  ::setrlimit(RLIMIT_FSIZE, &before);
  return wait();
}

Outcome CliTest::runComplainingTo(const std::string& path, const std::vector<std::string>& arguments) {
  errorPath_ = path;
  const Outcome outcome = run(arguments);
  errorPath_.clear();
  return outcome;
}

Outcome CliTest::run(const std::vector<std::string>& arguments, const std::string& input,
                     const Environment& more) {
  start(arguments, input, more);
  return wait();
}

}  // namespace clank::test
