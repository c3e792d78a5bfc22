// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/actions.h"

#include <QWidget>
#include <array>

#include "ui/look/icon.h"

namespace clank {
namespace {

// clang-format off
constexpr std::array kTable{
    ActionSpec{Command::open, QT_TRANSLATE_NOOP("Actions", "&Open..."), "open", "Ctrl+O", QT_TRANSLATE_NOOP("Actions", "Open a mechanism file")},
    ActionSpec{Command::exportSamples, QT_TRANSLATE_NOOP("Actions", "&Samples as CSV..."), "export-table", "Ctrl+E", QT_TRANSLATE_NOOP("Actions", "Write every channel of the run as a table")},
    ActionSpec{Command::exportEvents, QT_TRANSLATE_NOOP("Actions", "&Events as CSV..."), "export-table", "Ctrl+Shift+E", QT_TRANSLATE_NOOP("Actions", "Write the events of the run as a table")},
    ActionSpec{Command::exportPlot, QT_TRANSLATE_NOOP("Actions", "&Plot as picture..."), "channels", "Ctrl+P", QT_TRANSLATE_NOOP("Actions", "Write the plot last touched as SVG, PDF or PNG")},
    ActionSpec{Command::exportPicture, QT_TRANSLATE_NOOP("Actions", "&Window as picture..."), "export-picture", "Ctrl+Shift+P", QT_TRANSLATE_NOOP("Actions", "Write the whole window as PNG")},
    ActionSpec{Command::quit, QT_TRANSLATE_NOOP("Actions", "&Quit"), "quit", "Ctrl+Q", QT_TRANSLATE_NOOP("Actions", "Close the window")},
    ActionSpec{Command::runPause, QT_TRANSLATE_NOOP("Actions", "Run or pa&use"), "play", "Space", QT_TRANSLATE_NOOP("Actions", "Run, pause and go on; after a run, play it again")},
    ActionSpec{Command::run, QT_TRANSLATE_NOOP("Actions", "&Run"), "run", "Ctrl+R", QT_TRANSLATE_NOOP("Actions", "Compute the motion from the start")},
    ActionSpec{Command::pause, QT_TRANSLATE_NOOP("Actions", "&Pause"), "pause", "", QT_TRANSLATE_NOOP("Actions", "Hold the run or the playback, and go on")},
    ActionSpec{Command::stop, QT_TRANSLATE_NOOP("Actions", "&Stop"), "stop", "Esc", QT_TRANSLATE_NOOP("Actions", "End the run and keep what there is")},
    ActionSpec{Command::reset, QT_TRANSLATE_NOOP("Actions", "R&eset"), "reset", "Ctrl+Backspace", QT_TRANSLATE_NOOP("Actions", "Back to the start; the last run stays as a pale ghost")},
    ActionSpec{Command::stepNext, QT_TRANSLATE_NOOP("Actions", "Next sample"), "step-next", ".", QT_TRANSLATE_NOOP("Actions", "One sample forward")},
    ActionSpec{Command::stepPrevious, QT_TRANSLATE_NOOP("Actions", "Previous sample"), "step-previous", ",", QT_TRANSLATE_NOOP("Actions", "One sample back")},
    ActionSpec{Command::eventNext, QT_TRANSLATE_NOOP("Actions", "&Next event"), "event-next", "N", QT_TRANSLATE_NOOP("Actions", "To the moment just after the next event")},
    ActionSpec{Command::eventPrevious, QT_TRANSLATE_NOOP("Actions", "Previous event"), "event-previous", "Shift+N", QT_TRANSLATE_NOOP("Actions", "To the moment just after the previous event")},
    ActionSpec{Command::goToStart, QT_TRANSLATE_NOOP("Actions", "To the start"), "start", "Home", QT_TRANSLATE_NOOP("Actions", "Cursor to the start")},
    ActionSpec{Command::goToEnd, QT_TRANSLATE_NOOP("Actions", "To the end"), "end", "End", QT_TRANSLATE_NOOP("Actions", "Cursor to the end")},
    ActionSpec{Command::loop, QT_TRANSLATE_NOOP("Actions", "&Loop"), "loop", "L", QT_TRANSLATE_NOOP("Actions", "Play again from the start at the end"), true},
    ActionSpec{Command::fit, QT_TRANSLATE_NOOP("Actions", "&Fit scene"), "fit", "F", QT_TRANSLATE_NOOP("Actions", "Show the whole mechanism")},
    ActionSpec{Command::resetPlots, QT_TRANSLATE_NOOP("Actions", "Fit &plots"), "channels", "Shift+F", QT_TRANSLATE_NOOP("Actions", "Show everything in all plots")},
    ActionSpec{Command::light, QT_TRANSLATE_NOOP("Actions", "Li&ght"), "theme", "", QT_TRANSLATE_NOOP("Actions", "Light colours"), true},
    ActionSpec{Command::dark, QT_TRANSLATE_NOOP("Actions", "&Dark"), "theme", "", QT_TRANSLATE_NOOP("Actions", "Dark colours"), true},
    ActionSpec{Command::resetLayout, QT_TRANSLATE_NOOP("Actions", "&Reset layout"), "layout", "", QT_TRANSLATE_NOOP("Actions", "Panels back to their places")},
    ActionSpec{Command::cheatSheet, QT_TRANSLATE_NOOP("Actions", "&Keys"), "help", "F1", QT_TRANSLATE_NOOP("Actions", "All keys on one page")},
    ActionSpec{Command::about, QT_TRANSLATE_NOOP("Actions", "&About Clank"), "about", "", QT_TRANSLATE_NOOP("Actions", "Version and licence")},
};
// clang-format on

constexpr bool isInOrder() {
  for (std::size_t i = 0; i < kTable.size(); ++i)
    if (static_cast<std::size_t>(kTable[i].id) != i) return false;
  return true;
}
static_assert(isInOrder(), "one line a command, in the order of Command");

}  // namespace

std::span<const ActionSpec> Actions::table() {
  return kTable;
}

Actions::Actions(QWidget* window) : QObject(window) {
  for (const auto& spec : kTable) {
    auto* action = new QAction(tr(spec.text), this);
    action->setShortcut(QKeySequence(spec.keys));
    action->setStatusTip(tr(spec.tip));
    const QString keys = action->shortcut().toString(QKeySequence::NativeText);
    action->setToolTip(keys.isEmpty() ? tr(spec.tip) : tr("%1 (%2)").arg(tr(spec.tip), keys));
    action->setCheckable(spec.checkable);
    window->addAction(action);
    actions_.push_back(action);
  }
}

void Actions::setLook(const Palette& palette) {
  for (const auto& spec : kTable) get(spec.id)->setIcon(makeIcon(spec.icon, palette.ink));
}

}  // namespace clank
