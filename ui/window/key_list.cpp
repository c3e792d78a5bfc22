// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/key_list.h"

#include <QDialog>
#include <QKeySequence>

#include "ui/window/actions.h"

namespace clank {
namespace {

void addCommands(KeyGroup& group, Command first, Command last) {
  for (const auto& spec : Actions::table()) {
    if (spec.id < first || spec.id > last || !*spec.keys) continue;
    const QString words = Actions::tr(spec.text).remove('&').remove("...");
    group.lines.emplace_back(QKeySequence(spec.keys).toString(QKeySequence::NativeText), words);
  }
}

}  // namespace

std::vector<KeyGroup> listKeys() {
  std::vector<KeyGroup> groups;
  for (const QString& title :
       {QDialog::tr("File"), QDialog::tr("Edit"), QDialog::tr("Run and look back"),
        QDialog::tr("Board, timeline and plots"), QDialog::tr("View"), QDialog::tr("Draw")})
    groups.push_back({title, {}});
  addCommands(groups[0], Command::create, Command::quit);
  addCommands(groups[1], Command::undo, Command::alignColumn);
  addCommands(groups[2], Command::runPause, Command::whatIf);
  addCommands(groups[2], Command::keepRun, Command::optimise);
  addCommands(groups[4], Command::viewBoard, Command::frequencies);
  addCommands(groups[4], Command::fit, Command::cheatSheet);
  addCommands(groups[5], Command::repeatTool, Actions::table().back().id);
  groups[3].lines = {{QDialog::tr("Arrows, Enter"), QDialog::tr("Point and click on the board")},
                     {QDialog::tr("Ctrl+Enter, Enter"), QDialog::tr("Take hold there, and let go")},
                     {QDialog::tr("Arrows, Page keys"), QDialog::tr("Move in time on the timeline")},
                     {QDialog::tr("Drag a part"), QDialog::tr("Move it; in a run: pull it by a spring")},
                     {QDialog::tr("Wheel"), QDialog::tr("Zoom board, scene, plot")},
                     {QDialog::tr("Shift+wheel"), QDialog::tr("Zoom the values of a plot")},
                     {QDialog::tr("Middle button"), QDialog::tr("Move the sheet, or the scene")},
                     {QDialog::tr("Ctrl+drag"), QDialog::tr("Move the view of a plot")},
                     {QDialog::tr("Mouse on a curve"), QDialog::tr("Read it there")},
                     {QDialog::tr("Shift+click"), QDialog::tr("Second cursor in the plots")},
                     {QDialog::tr("Double click"), QDialog::tr("All of a plot")},
                     {QDialog::tr("Alt"), QDialog::tr("Draw without snapping")}};
  return groups;
}

QString writeKeysPage() {
  QString text = QDialog::tr("# Keys\n\nEvery command that has a key, and what the mouse does.\n");
  for (const KeyGroup& group : listKeys()) {
    text += QString("\n## %1\n\n| %2 | %3 |\n|---|---|\n")
                .arg(group.title, QDialog::tr("keys"), QDialog::tr("what they do"));
    for (const auto& [keys, words] : group.lines) text += QString("| `%1` | %2 |\n").arg(keys, words);
  }
  return text;
}

}  // namespace clank
