// SPDX-License-Identifier: GPL-3.0-or-later
// The program from outside, as a person or a script starts it.
#include <gtest/gtest.h>

#include <QElapsedTimer>
#include <QImage>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>
#include <fstream>
#include <set>

namespace {

const QString kExample = QString(CLANK_SOURCE_DIR) + "/resources/examples/papers/song-2020-three-bar.clank";

struct Result {
  int code;
  QString error, output;
};

Result clank(const QStringList& arguments,
             const QProcessEnvironment& environment = QProcessEnvironment::systemEnvironment()) {
  QProcess process;
  process.setProcessEnvironment(environment);
  process.start(CLANK_PROGRAM, arguments);
  if (!process.waitForFinished(60000)) {
    process.kill();
    process.waitForFinished();
    return {-1, "timeout", {}};
  }
  const bool crashed = process.exitStatus() != QProcess::NormalExit;
  return {crashed ? -2 : process.exitCode(), process.readAllStandardError(), process.readAllStandardOutput()};
}

class ProgramTest : public testing::Test {
 protected:
  QString path(const QString& name) const { return folder.filePath(name); }
  QString write(const QString& name, const std::string& text) {
    std::ofstream(path(name).toStdString()) << text;
    return path(name);
  }
  QTemporaryDir folder;
};

TEST_F(ProgramTest, HelpAndVersionNeedNoDisplay) {
  QProcessEnvironment bare = QProcessEnvironment::systemEnvironment();
  for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) bare.remove(name);
  for (const char* option : {"--help", "-h", "--version", "-v"}) {
    const Result r = clank({option}, bare);
    EXPECT_EQ(r.code, 0) << qPrintable(r.error);
    EXPECT_TRUE(r.output.contains("clank")) << option;
  }
}

TEST_F(ProgramTest, ScreenshotsShowTheMechanismAtTwoPoses) {
  for (const char* t : {"0.05", "0.4"}) {
    const Result r = clank({kExample, "--screenshot", path(QString("%1.png").arg(t)), "--at", t});
    ASSERT_EQ(r.code, 0) << qPrintable(r.error);
  }
  const QImage a(path("0.05.png")), b(path("0.4.png"));
  ASSERT_GE(a.width(), 1000);
  ASSERT_GE(a.height(), 600);
  // The scene fills the upper left; the curves below are the same in both.
  const QRect scene(20, 140, a.width() / 2, a.height() / 3);
  int different = 0;
  std::set<QRgb> colours;
  for (int y = scene.top(); y < scene.bottom(); ++y)
    for (int x = scene.left(); x < scene.right(); ++x) {
      different += a.pixel(x, y) != b.pixel(x, y);
      colours.insert(a.pixel(x, y));
    }
  EXPECT_GT(different, 2000);
  EXPECT_GT(colours.size(), 20U);
}

TEST_F(ProgramTest, DarkScreenshotIsDark) {
  const Result r = clank({kExample, "--dark", "--screenshot", path("d.png"), "--at", "0.2"});
  ASSERT_EQ(r.code, 0) << qPrintable(r.error);
  const QImage dark(path("d.png"));
  EXPECT_LT(qGray(dark.pixel(4, dark.height() - 4)), 80);
}

TEST_F(ProgramTest, WrongFileIsExitOneWithEveryProblem) {
  const QString bad = write("bad.clank", R"({"format": "clank", "version": 1, "bodies": 3, "joints": 7})");
  const Result r = clank({bad, "--screenshot", path("x.png")});
  EXPECT_EQ(r.code, 1);
  EXPECT_TRUE(r.error.contains("/bodies")) << qPrintable(r.error);
  EXPECT_TRUE(r.error.contains("/joints")) << qPrintable(r.error);
  EXPECT_FALSE(QFile::exists(path("x.png")));
  EXPECT_EQ(clank({path("absent.clank"), "--screenshot", path("x.png")}).code, 1);
  EXPECT_EQ(clank({kExample, "--case", "nonsense", "--screenshot", path("x.png")}).code, 1);
}

TEST_F(ProgramTest, UnwritablePictureIsExitOne) {
  EXPECT_EQ(clank({kExample, "--screenshot", path("nowhere/x.png")}).code, 1);
}

TEST_F(ProgramTest, FailingRunIsExitThree) {
  const QString failing = write("failing.clank", R"({"format": "clank", "version": 1,
    "bodies": [{"id": "rod", "mass": 1, "inertia": 1}],
    "joints": [{"id": "O", "type": "revolute", "b": "rod"}],
    "forces": [{"id": "m", "type": "torque", "b": "rod", "moment": "t > 0.1 ? 0/0 : 0"}]})");
  const Result r = clank({failing, "--screenshot", path("x.png")});
  EXPECT_EQ(r.code, 3) << qPrintable(r.error);
  EXPECT_TRUE(r.error.contains("m")) << qPrintable(r.error);
}

TEST_F(ProgramTest, WrongUsageIsExitTwo) {
  EXPECT_EQ(clank({kExample, "--at", "soon", "--screenshot", path("x.png")}).code, 2);
  EXPECT_EQ(clank({kExample, kExample}).code, 2);
}

TEST_F(ProgramTest, SaysItsVersionAndItsOptions) {
  EXPECT_TRUE(clank({"--version"}).output.contains("clank"));
  const Result help = clank({"--help"});
  EXPECT_EQ(help.code, 0);
  for (const char* option : {"--run", "--case", "--screenshot", "--at", "--dark"})
    EXPECT_TRUE(help.output.contains(option)) << option;
}

TEST_F(ProgramTest, StaysOpenWhileItRuns) {
  QProcess process;
  process.start(CLANK_PROGRAM, {kExample, "--run"});
  ASSERT_TRUE(process.waitForStarted());
  EXPECT_FALSE(process.waitForFinished(3000));
  process.terminate();
  if (!process.waitForFinished(5000)) process.kill();
  process.waitForFinished();
}

}  // namespace
