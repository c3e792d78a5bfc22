// SPDX-License-Identifier: GPL-3.0-or-later
// A walk through the questions that the window asks: Tab comes to every answer, Esc leaves everything as it
// was, and Enter and Space, pressed without reading, lose nothing. The question before a run larger than a
// part of the memory is left out: it depends on the machine.
#include <QFile>
#include <QMessageBox>
#include <QPointer>
#include <QTemporaryDir>

#include "tests/ui/chain.h"
#include "tests/ui/dialog_walk.h"
#include "ui/window/actions.h"
#include "ui/window/main_window.h"

namespace clank {
namespace {

using test::waitFor;
using test::waitUntil;

class MessageWalkTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(QFile::copy(test::kThreeBar, path));
    QFile(path).setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    window.resize(1390, 880);
    window.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&window, test::kPatience));
    window.activateWindow();
    ASSERT_TRUE(window.open(path));
    ASSERT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() == 1; }), 0);
  }
  void TearDown() override { window.document().undoStack().setClean(); }

  QByteArray readBack() {
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly));
    return file.readAll();
  }
  void change() {
    window.document().edit("heavier", [](Mechanism& m) { m.bodies[0].density = 8000.0; });
  }
  void changeOnDisk() {
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::Append));
    file.write("\n");
  }
  void trigger(Command command) { window.actions().get(command)->trigger(); }

  static QMessageBox* findBox(const QMessageBox* butNot = nullptr) {
    for (QWidget* widget : QApplication::topLevelWidgets())
      if (auto* box = qobject_cast<QMessageBox*>(widget); box && box->isVisible() && box != butNot)
        return box;
    return nullptr;
  }

  // Asks, lets `answer` work on the question, and sees to it that none is left. What others have written may
  // be told late, in front of the next question or behind it: that is left as it is.
  void ask(const char* what, const std::function<void()>& cause,
           const std::function<void(QMessageBox&)>& answer) {
    constexpr int kPeriod = 20, kSoon = 100, kLong = 1500;  // ms, and the others in periods
    bool isAsked = false, isAnswering = false;
    int turns = 0;
    QPointer<QMessageBox> asked;
    QTimer looking;
    QObject::connect(&looking, &QTimer::timeout, &window, [&] {
      QMessageBox* box = findBox(asked);
      if (isAnswering) return;
      if (isAsked) {
        if (box) return box->reject();
        if (!asked || !asked->isVisible() || ++turns < kLong) return;
        ADD_FAILURE() << what << " stays open";
        return asked->reject();
      }
      if (!box || (!box->focusWidget() && ++turns < kSoon)) return;
      turns = 0;
      isAsked = isAnswering = true;
      asked = box;
      EXPECT_FALSE(box->text().trimmed().isEmpty()) << what;
      EXPECT_TRUE(box->defaultButton() || box->buttons().size() == 1) << what << ": Enter gives no answer";
      answer(*box);
      isAnswering = false;
    });
    looking.start(kPeriod);
    cause();
    EXPECT_GE(waitUntil([&] { return isAsked && !findBox(); }), 0) << what;
    looking.stop();
  }
  void press(QMessageBox& box, Qt::Key key) {
    QTest::keyClick(box.focusWidget() ? box.focusWidget() : &box, key);
  }

  struct Question {
    const char* what;
    std::function<void()> cause;
  };
  std::vector<Question> listQuestions() {
    return {{"leave", [this] { trigger(Command::create); }},
            {"changed on disk", [this] { changeOnDisk(); }},
            {"overwrite", [this] { trigger(Command::save); }},
            {"not imported", [this] { window.imports().import(folder.filePath("none.pmks")); }}};
  }

  QTemporaryDir folder;
  QString path = folder.filePath("three-bar.clank");
  MainWindow window;
};

TEST_F(MessageWalkTest, EveryQuestionIsTabbedThroughAndEscKeepsAll) {
  change();
  QFile empty(folder.filePath("none.pmks"));
  ASSERT_TRUE(empty.open(QIODevice::WriteOnly));
  const Mechanism before = window.document().drawn();
  for (const Question& question : listQuestions()) {
    ask(question.what, question.cause, [&](QMessageBox& box) { test::walkDialog(box, question.what); });
    EXPECT_TRUE(window.document().drawn() == before) << question.what;
    EXPECT_EQ(window.document().path(), path) << question.what;
    EXPECT_TRUE(window.document().isModified()) << question.what;
    EXPECT_FALSE(window.run().isBusy()) << question.what;
    EXPECT_EQ(readBack().count("\"density\": 8000"), 0) << question.what << ": it is not written";
  }
}

TEST_F(MessageWalkTest, EnterAndSpaceLoseNothing) {
  change();
  const Mechanism before = window.document().drawn();
  for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Space}) {
    for (const Question& question : listQuestions()) {
      const QString what = question.what;
      if (what != "changed on disk" && what != "overwrite" && what != "not imported") continue;
      const QByteArray disk = readBack();
      ask(question.what, question.cause, [&](QMessageBox& box) { press(box, key); });
      EXPECT_TRUE(window.document().drawn() == before) << question.what;
      EXPECT_TRUE(readBack().startsWith(disk)) << question.what << ": what others wrote is there";
    }
  }
}

TEST_F(MessageWalkTest, EnterSavesBeforeItLeaves) {
  change();
  const Mechanism before = window.document().drawn();
  ask(
      "leave", [this] { trigger(Command::create); }, [&](QMessageBox& box) { press(box, Qt::Key_Return); });
  EXPECT_TRUE(window.document().path().isEmpty()) << "a new drawing";
  ASSERT_TRUE(window.open(path));
  EXPECT_TRUE(window.document().drawn() == before);
}

}  // namespace
}  // namespace clank
