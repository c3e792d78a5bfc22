// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/file_reading.h"

#include <gtest/gtest.h>

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <optional>

#include "tests/ui/chain.h"
#include "tests/ui/large_file.h"
#include "ui/document/mechanism_document.h"

namespace clank {
namespace {

using test::waitFor;
using test::waitUntil;

class FileReadingTest : public testing::Test {
 protected:
  FileReadingTest() {
    for (const char* name : {"one", "other"}) test::writeLargeFile(pathOf(name).toStdString(), 20000, name);
  }
  QString pathOf(const char* name) const { return folder.filePath(QString(name) + ".clank"); }
  void begin(const char* name) {
    reading.begin({pathOf(name), {}}, [this](Result<DocumentContent> content) {
      read.push_back(content ? content->drawn.name : "failed");
      if (content) document.take(std::move(*content));
    });
  }

  QTemporaryDir folder;
  MechanismDocument document;
  std::vector<std::string> read;
  FileReading reading;
};

TEST_F(FileReadingTest, HandsOverWhatReadingAtOnceGives) {
  begin("one");
  EXPECT_TRUE(reading.isUnderWay());
  EXPECT_FALSE(document.isOpen()) << "the old one stays meanwhile";
  ASSERT_GE(waitUntil([&] { return !read.empty(); }), 0);
  EXPECT_FALSE(reading.isUnderWay());
  MechanismDocument atOnce;
  ASSERT_TRUE(atOnce.load(pathOf("one")));
  EXPECT_EQ(document.drawn(), atOnce.drawn());
  EXPECT_EQ(document.shown(), atOnce.shown());
  EXPECT_EQ(document.resolved(), atOnce.resolved());
  EXPECT_EQ(document.problems(), atOnce.problems());
  EXPECT_EQ(document.path(), atOnce.path());
  EXPECT_FALSE(document.isChangedOnDisk());
  EXPECT_FALSE(document.isModified());
}

TEST_F(FileReadingTest, AnotherOneBegunGivesUpTheFirst) {
  begin("one");
  begin("other");
  ASSERT_GE(waitUntil([&] { return !read.empty(); }), 0);
  waitFor(300);
  EXPECT_EQ(read, std::vector<std::string>{"other"});
}

TEST_F(FileReadingTest, NobodyHearsOfWhatIsCancelled) {
  for (int delay = 0; delay < 60; delay += 15) {
    begin("one");
    waitFor(delay);
    reading.cancel();
    const std::size_t before = read.size();  // a fast machine may have been done
    waitFor(150);
    EXPECT_EQ(read.size(), before);
  }
  begin("absent");
  ASSERT_GE(waitUntil([&] { return !reading.isUnderWay(); }), 0);
  EXPECT_EQ(read.back(), "failed");
}

TEST_F(FileReadingTest, EndsWithItsOwner) {
  test::writeLargeFile(pathOf("long").toStdString(), 400000);
  QElapsedTimer clock;
  {
    FileReading left;
    left.begin({pathOf("long"), {}}, [](const Result<DocumentContent>&) { FAIL() << "nobody is there"; });
    waitFor(30);
    clock.start();
  }
  waitFor(50);
  RecordProperty("ms", static_cast<int>(clock.elapsed()));
}

}  // namespace
}  // namespace clank
