// SPDX-License-Identifier: GPL-3.0-or-later
// clank-manual-pictures LIST EXAMPLES OUT: what of the manual only the window can tell. Writes the pictures
// of LIST to OUT/pictures, and OUT/keys.md. A line of LIST is
//
//   NAME | EXAMPLE | what=WORD at=TIME case=NAME select=ID size=WxH part=WxH view=board|both|scene dark=yes
//
// with what to show: window, board, scene, problems, status, a panel by its title, or a page of the manual,
// as lock.md. part: of that from its upper left corner on.
#include <QApplication>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QTextStream>
#include <QTimer>
#include <cstdio>
#include <map>
#include <optional>

#include "app/time_option.h"
#include "ui/board/board.h"
#include "ui/document/element.h"
#include "ui/manual/manual_window.h"
#include "ui/panels/problem_panel.h"
#include "ui/panels/status_line.h"
#include "ui/scene/scene_view.h"
#include "ui/window/key_list.h"
#include "ui/window/main_window.h"

using namespace clank;

namespace {

struct PictureLine {
  QString name, example;
  std::map<QString, QString> how;
  QString get(const QString& key, const QString& otherwise = {}) const {
    const auto found = how.find(key);
    return found == how.end() ? otherwise : found->second;
  }
};

std::vector<PictureLine> readList(const QString& path) {
  std::vector<PictureLine> pictures;
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) return pictures;
  QTextStream lines(&file);
  while (!lines.atEnd()) {
    const QString line = lines.readLine().trimmed();
    const QStringList parts = line.split('|');
    if (line.startsWith('#') || parts.size() != 3) continue;
    PictureLine picture{parts[0].trimmed(), parts[1].trimmed(), {}};
    for (const QString& word : parts[2].trimmed().split(' ', Qt::SkipEmptyParts))
      picture.how[word.section('=', 0, 0)] = word.section('=', 1);
    pictures.push_back(picture);
  }
  return pictures;
}

void settle(int milliseconds) {
  QEventLoop loop;
  QTimer::singleShot(milliseconds, &loop, &QEventLoop::quit);
  loop.exec();
}

bool runToEnd(MainWindow& window) {
  constexpr int kTurn = 20, kMostTurns = 3000;  // ms, and of them
  window.run().setSpeed(0);
  window.run().run();
  for (int turn = 0; turn < kMostTurns && window.run().state() != RunController::State::finished; ++turn) {
    if (window.run().state() == RunController::State::failed) return false;
    settle(kTurn);
  }
  return window.run().state() == RunController::State::finished;
}

// "event2": just after the second; else a time.
void goTo(MainWindow& window, const QString& at) {
  if (at.startsWith("event")) return window.playback().goToEvent(at.mid(5).toUInt() - 1);
  if (const auto time = readTime(at.toStdString())) window.playback().scrub(*time);
}

QWidget* findShown(MainWindow& window, const QString& what) {
  if (what.contains(".md")) {
    window.manual().show(what);
    return window.manual().find();
  }
  Views& views = window.views();
  const std::map<QString, QWidget*> known{{"window", &window},
                                          {"board", views.board},
                                          {"scene", views.scene},
                                          {"problems", views.problems},
                                          {"status", views.status}};
  if (const auto found = known.find(what); found != known.end()) return found->second;
  for (QDockWidget* dock : views.docks())
    if (dock->windowTitle().compare(what, Qt::CaseInsensitive) == 0) {
      dock->show();
      dock->raise();
      return dock->widget();
    }
  return window.findChild<QWidget*>(what);
}

QSize readSize(const QString& text) {
  return {text.section('x', 0, 0).toInt(), text.section('x', 1).toInt()};
}

void chooseView(MainWindow& window, const QString& view) {
  const std::map<QString, Command> commands{
      {"board", Command::viewBoard}, {"both", Command::viewBoth}, {"scene", Command::viewScene}};
  if (const auto found = commands.find(view); found != commands.end())
    window.actions().get(found->second)->trigger();
}

std::optional<QString> draw(MainWindow& window, const PictureLine& picture, const QString& examples,
                            const QString& path) {
  window.resize(readSize(picture.get("size", "1280x820")));
  window.setDark(picture.how.contains("dark"));
  if (!window.open(examples + "/" + picture.example, picture.get("case"))) return "cannot be opened";
  chooseView(window, picture.get("view", "both"));
  const QString at = picture.get("at");
  if (!at.isEmpty() && !runToEnd(window)) return "does not run to its end";
  if (!at.isEmpty()) goTo(window, at);
  QWidget* shown = findShown(window, picture.get("what", "window"));
  if (!shown) return "there is no such part of the window: " + picture.get("what");
  if (shown == window.manual().find()) shown->resize(readSize(picture.get("size", "1040x700")));
  constexpr int kComes = 50, kLaidOut = 250;  // ms, until a panel is there, and for layout, plots and scene
  settle(kComes);
  for (const ElementId& element : listElements(window.document().drawn()))
    if (element.id == picture.get("select").toStdString()) window.selection().select(element);
  settle(kLaidOut);
  const QSize size = picture.how.contains("part") ? readSize(picture.get("part")) : shown->size();
  return shown->grab(QRect(QPoint(), size.boundedTo(shown->size()))).save(path, "PNG")
             ? std::nullopt
             : std::optional<QString>("cannot be written");
}

bool writeKeys(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::WriteOnly) && file.write(writeKeysPage().toUtf8()) > 0;
}

}  // namespace

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  QCoreApplication::setApplicationName("clank");
  QCoreApplication::setOrganizationName("clank");
  const QStringList words = QCoreApplication::arguments();
  if (words.size() != 4) {
    std::fprintf(stderr, "usage: clank-manual-pictures LIST EXAMPLES OUT\n");
    return 2;
  }
  const QDir out(words[3]);
  if (!out.mkpath("pictures") || !writeKeys(out.filePath("keys.md"))) return 1;
  QDir pictures(out.filePath("pictures"));
  for (const QString& old : pictures.entryList({"*.png"}, QDir::Files)) pictures.remove(old);
  MainWindow window;
  window.show();
  int failed = 0;
  for (const PictureLine& picture : readList(words[1])) {
    const QString path = out.filePath("pictures/" + picture.name + ".png");
    const auto wrong = draw(window, picture, words[2], path);
    if (!wrong) continue;
    std::fprintf(stderr, "picture %s: %s\n", qPrintable(picture.name), qPrintable(*wrong));
    ++failed;
  }
  return failed > 0 ? 1 : 0;
}
