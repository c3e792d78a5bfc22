// SPDX-License-Identifier: GPL-3.0-or-later
// Videos and printed reports of clank-cli, without a window and without a display.
#include <gmock/gmock.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

#include "tests/cli/program.h"

namespace clank::test {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

class Render : public CliTest {
 protected:
  // As somebody without a display.
  Outcome render(std::vector<std::string> words) {
    words.insert(words.begin(), "render");
    return run(words, {}, {"DISPLAY=", "WAYLAND_DISPLAY="});
  }
  std::string file() const { return save("a.clank", catchingPendulum()); }
  std::string out(const char* name) const { return (folder() / name).string(); }
};

// What ffprobe counts by decoding: frames, width, height, rate.
std::string probe(const std::string& path) {
  const std::string command =
      "ffprobe -v error -count_frames -select_streams v:0 -show_entries "
      "stream=nb_read_frames,width,height,r_frame_rate -of csv=p=0 \"" +
      path + "\"";
  FILE* pipe = ::popen(command.c_str(), "r");
  std::string text;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) text += static_cast<char>(c);
  ::pclose(pipe);
  return text;
}

std::size_t countFiles(const fs::path& folder, const std::string& ending) {
  std::size_t count = 0;
  for (const auto& entry : fs::directory_iterator(folder)) count += entry.path().extension() == ending;
  return count;
}

TEST_F(Render, AReportIsPrintedWithoutADisplay) {
  const std::vector<std::string> none{"DISPLAY=", "WAYLAND_DISPLAY="};
  Outcome outcome = run({"report", file(), "--out", out("a.pdf")}, {}, none);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(readAll(out("a.pdf")), testing::StartsWith("%PDF-"));
  outcome = run({"report", file(), "--out", out("none/a.pdf")}, {}, none);
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.err, HasSubstr("none/a.pdf"));
}

// 0.5 s of the run at a fifth of real time: 2.5 s of video and the last moment.
TEST_F(Render, AnMp4HasExactlyTheFramesOfItsLawOfTime) {
  const Outcome made =
      render({file(), "--out", out("a.mp4"), "--size", "320x180", "--rate", "10", "--speed", "0.2"});
  EXPECT_EQ(made.status, 0) << made.err;
  EXPECT_THAT(made.err, HasSubstr("26 frames"));
  EXPECT_EQ(probe(out("a.mp4")), "320,180,10/1,26\n");
  EXPECT_EQ(countFiles(folder(), ".mp4"), 1U);  // no part is left
}

// Around the stop at 0.2197 s 0.2 s of the run go by at a pace that falls to a tenth and rises again.
TEST_F(Render, SlowedDownAtEventsItIsLonger) {
  const Outcome made = render({file(), "--out", out("a.gif"), "--size", "320x180", "--rate", "10", "--speed",
                               "0.2", "--slow-events", "0.1", "--around", "0.5"});
  EXPECT_EQ(made.status, 0) << made.err;
  // 1.5 s at full speed, 2 * 0.5 ln 10 / 0.9 s around the event: 40.6 tenths of a second.
  EXPECT_THAT(probe(out("a.gif")), HasSubstr(",42\n"));
}

TEST_F(Render, PicturesAreNumberedFromZero) {
  const Outcome made = render({file(), "--out", out("a.png"), "--size", "320x180", "--rate", "10", "--speed",
                               "0.5", "--from", "0.1", "--to", "0.3", "--plots", "--dark"});
  EXPECT_EQ(made.status, 0) << made.err;
  EXPECT_EQ(countFiles(folder(), ".png"), 5U);
  EXPECT_TRUE(fs::exists(folder() / "a-000004.png"));
}

// With the words of the contract: a folder, --fps, and --slow-events alone.
TEST_F(Render, AFolderTakesTheSequence) {
  const std::vector<std::string> words{file(),    "--out", out("frames"), "--size", "320x180", "--fps", "10",
                                       "--speed", "0.5",   "--from",      "0.1",    "--to",    "0.3"};
  Outcome made = render(words);
  EXPECT_EQ(made.status, 0) << made.err;
  EXPECT_EQ(countFiles(folder() / "frames", ".png"), 5U);
  std::vector<std::string> slow = words;
  slow[2] = out("slow");
  slow.push_back("--slow-events");
  made = render(slow);
  EXPECT_EQ(made.status, 0) << made.err;
  EXPECT_GT(countFiles(folder() / "slow", ".png"), 10U) << "around the stop at 0.22 s";
}

TEST_F(Render, ABodyIsKeptInTheMiddle) {
  const auto frames = [&](std::vector<std::string> words, const char* name) {
    words.insert(words.begin(), {file(), "--out", out(name), "--size", "320x180", "--rate", "10", "--speed",
                                 "0.5", "--from", "0.1", "--to", "0.3"});
    const Outcome made = render(words);
    EXPECT_EQ(made.status, 0) << made.err;
    std::string last = name;
    last.insert(last.size() - 4, "-000004");
    return readAll(folder() / last);
  };
  const std::string body = "bar";
  const std::string still = frames({}, "a.png"), along = frames({"--follow", body}, "b.png"),
                    turned = frames({"--follow", body, "--turn"}, "c.png");
  EXPECT_NE(still, along);
  EXPECT_NE(along, turned);
  EXPECT_EQ(render({file(), "--out", out("d.png"), "--follow", "nobody"}).status, 2);
  EXPECT_EQ(render({file(), "--out", out("d.png"), "--turn"}).status, 2);
}

TEST_F(Render, WhatMakesNoVideoIsSaid) {
  const std::string model = file();
  const auto complaint = [&](std::vector<std::string> words, int status) {
    words.insert(words.begin(), model);
    const Outcome outcome = render(words);
    EXPECT_EQ(outcome.status, status) << outcome.err;
    return outcome.err;
  };
  EXPECT_THAT(complaint({"--out", out("a.avi")}, 2), HasSubstr(".mp4, .gif or .png"));
  EXPECT_THAT(complaint({"--out", out("a.mp4"), "--size", "321x180"}, 2), HasSubstr("even"));
  EXPECT_THAT(complaint({"--out", out("a.mp4"), "--size", "big"}, 2), HasSubstr("1280x720"));
  EXPECT_THAT(complaint({"--out", out("a.mp4"), "--to", "7"}, 2),
              HasSubstr("the run goes from 0 s to 0.5 s"));
  EXPECT_THAT(complaint({"--out", out("no/a.mp4"), "--size", "320x180"}, 3), HasSubstr("no/a.mp4"));
}

TEST_F(Render, WithoutFfmpegItSaysWhatToInstall) {
  const Outcome outcome = run({"render", file(), "--out", out("a.mp4")}, {}, {"DISPLAY=", "PATH=/nowhere"});
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.err, HasSubstr("apt install ffmpeg"));
}

TEST_F(Render, StoppedItLeavesNothing) {
  start({"render", save("b.clank", freePendulum()), "--out", out("b.mp4"), "--until", "20", "--speed", "0.1"},
        {}, {"DISPLAY="});
  while (countFiles(folder(), ".mp4") == 0) ::usleep(10000);
  sendSignal(SIGINT);
  EXPECT_EQ(wait().status, 130);
  EXPECT_EQ(countFiles(folder(), ".mp4"), 0U);
}

}  // namespace
}  // namespace clank::test
