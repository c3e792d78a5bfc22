// SPDX-License-Identifier: GPL-3.0-or-later
// What a file cannot do to a terminal, and what no terminal and no strange file can do to the program.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "tests/cli/program.h"

namespace clank::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
namespace fs = std::filesystem;

class Terminal : public CliTest {
 protected:
  static std::string with(const std::string& from, const std::string& to) {
    std::string text = catchingPendulum();
    text.replace(text.find(from), from.size(), to);
    return text;
  }
};

bool hasControls(const std::string& text) {
  return std::any_of(text.begin(), text.end(), [](char c) { return c != '\n' && (c & 0x7F) < 0x20; });
}

TEST_F(Terminal, TextOfFilesIsEscapedAndStaysInItsLine) {
  const std::string file =
      save("a.clank", with("\"b\": \"bar\"", "\"b\": \"x\\u001b[2J\\u0007\\nb.clank: ok\\u202e\\u0085\""));
  const Outcome outcome = run({"validate", file});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_FALSE(hasControls(outcome.err)) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("x\\x1b[2J\\x07\\nb.clank: ok\\u202e\\x85"));
  for (const std::string& line : splitLines(outcome.err)) EXPECT_THAT(line, testing::StartsWith(file + ": "));
}

TEST_F(Terminal, TheReportToo) {
  const std::string title = "\"name\": \"Caught pendulum\"";
  const Outcome outcome =
      run({"run", "-"}, with(title, "\"name\": \"\\u001b]0;pwned\\u0007 \u03c6\\nfinished at t = 9 s\""));
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(splitLines(outcome.out).front(), "\\x1b]0;pwned\\x07 \u03c6\\nfinished at t = 9 s");
}

TEST_F(Terminal, AFileNameThatIsNoUtf8) {
  const Outcome outcome = run({"validate", (folder() / "\xff\x1b[31m.clank").string()});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("\\xff\\x1b[31m.clank: error: "));
}

TEST_F(Terminal, MessagesThatCannotBeWrittenAreNoCrash) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full";
  const std::string wrong = save("a.clank", with("\"b\": \"bar\"", "\"b\": \"bra\""));
  EXPECT_EQ(runComplainingTo("/dev/full", {"validate", wrong}).status, 1);
  EXPECT_EQ(runComplainingTo("/dev/full", {"run", wrong}).status, 1);
  EXPECT_EQ(runComplainingTo("/dev/full", {"run", wrong, "--out"}).status, 2);
  const std::string good = save("b.clank", catchingPendulum());
  EXPECT_EQ(runComplainingTo("/dev/full", {"run", good, "--out", (folder() / "out").string()}).status, 0);
}

TEST_F(Terminal, WhatIsNoFileIsRefused) {
  for (const char* path :
       {"/dev/zero", "/dev/tty", "/proc/self/mem", "/proc/kmsg", "/proc/self", "/dev/null"}) {
    SCOPED_TRACE(path);
    const Outcome outcome = run({"validate", path});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.err, HasSubstr("error: "));
  }
  EXPECT_THAT(run({"validate", "/dev/zero"}).err, HasSubstr("cannot read /dev/zero: it is no file"));
}

TEST_F(Terminal, AFileThatIsTooLargeIsNotRead) {
  const std::string large = save("large.clank", "{");
  fs::resize_file(large, 257U << 20U);
  EXPECT_THAT(run({"validate", large}).err, HasSubstr("larger than 256 MB"));
}

TEST_F(Terminal, AnInterruptEndsTheWaitForAPipe) {
  const std::string pipe = (folder() / "pipe").string();
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const int signal : {SIGINT, SIGTERM}) {
    start({"validate", pipe});
    waitUntilItListens();
    sendSignal(signal);
    const Outcome outcome = wait();
    EXPECT_EQ(outcome.status, 130);
    EXPECT_THAT(outcome.err, Not(HasSubstr("nobody has opened it")))
        << "it did not wait for the end of its patience";
  }
}

// One that somebody writes to is read to its end, as slowly as it comes.
TEST_F(Terminal, APipeIsReadWhereSomebodyWrites) {
  const std::string pipe = (folder() / "pipe").string();
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const Outcome nobody = run({"validate", pipe});
  EXPECT_EQ(nobody.status, 1);
  EXPECT_THAT(nobody.err, HasSubstr("it is a pipe, and for 3 s nobody has opened it to write"));
  // Open before it looks, so that it finds somebody however late this program goes on, and until it reads.
  const int held = ::open(pipe.c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_GE(held, 0);
  start({"validate", pipe});
  const std::string text = catchingPendulum();
  ASSERT_EQ(::write(held, text.data(), 10), 10);
  for (int left = 10; left > 0; std::this_thread::sleep_for(std::chrono::milliseconds(5)))
    ASSERT_EQ(::ioctl(held, FIONREAD, &left), 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  ASSERT_EQ(::write(held, text.data() + 10, text.size() - 10), static_cast<ssize_t>(text.size() - 10));
  ::close(held);
  const Outcome written = wait();
  EXPECT_EQ(written.status, 0) << written.err;
}

TEST_F(Terminal, ResultsAreWrittenToFilesOnly) {
  const std::string file = save("a.clank", catchingPendulum());
  for (const char* name : {"samples.csv", "events.csv", "summary.json"}) {
    SCOPED_TRACE(name);
    const fs::path out = folder() / name;
    fs::create_directory(out);
    save(std::string(name) + "/samples.csv", "older");
    fs::remove(out / name);
    ASSERT_EQ(::mkfifo((out / name).c_str(), 0600), 0);
    const Outcome outcome = run({"run", file, "--out", out.string()});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr(std::string(name) + ": it is no file"));
    if (fs::is_regular_file(out / "samples.csv")) {
      EXPECT_EQ(readAll(out / "samples.csv"), "older");
    }
  }
}

// What was found once: tests/fuzz/corpus.
TEST_F(Terminal, FailuresOfRunsNameTimeAndPlace) {
  const std::string corpus = CLANK_RESOURCES_FOLDER "/../tests/fuzz/corpus/";
  const Outcome misses = run({"run", corpus + "guard-positive-at-start.clank"});
  EXPECT_EQ(misses.status, 3);
  EXPECT_THAT(misses.err, HasSubstr(".clank: /joints/"));
  EXPECT_THAT(misses.err, HasSubstr("error: at t = 0.513888889 s: joint S"));
  const Outcome law = run({"run", corpus + "law-not-a-number.clank"});
  EXPECT_EQ(law.status, 3);
  EXPECT_THAT(law.err,
              HasSubstr(".clank: /forces/0: error: at t = 0.5 s the law of f is not a finite number"));
  EXPECT_THAT(run({"validate", "-"}, "{}").err, HasSubstr("standard input: /format: error: "));
  EXPECT_THAT(run({"validate", "-"}, "{}").err, HasSubstr("standard input: /version: error: "));
}

}  // namespace
}  // namespace clank::test
