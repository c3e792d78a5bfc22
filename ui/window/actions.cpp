// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/actions.h"

#include <QWidget>
#include <algorithm>
#include <array>

#include "ui/board/tools.h"
#include "ui/look/icon.h"

namespace clank {
namespace {

// clang-format off
constexpr std::array kTable{
    ActionSpec{Command::create, QT_TRANSLATE_NOOP("Actions", "&New"), "new", "Ctrl+N", QT_TRANSLATE_NOOP("Actions", "An empty drawing")},
    ActionSpec{Command::newWindow, QT_TRANSLATE_NOOP("Actions", "New &window"), "new", "Ctrl+Shift+N", QT_TRANSLATE_NOOP("Actions", "Another window with an empty drawing")},
    ActionSpec{Command::open, QT_TRANSLATE_NOOP("Actions", "&Open..."), "open", "Ctrl+O", QT_TRANSLATE_NOOP("Actions", "Open a mechanism file")},
    ActionSpec{Command::startPage, QT_TRANSLATE_NOOP("Actions", "Open e&xample..."), "open", "", QT_TRANSLATE_NOOP("Actions", "The start page: recent drawings and all examples, with pictures and a search")},
    ActionSpec{Command::save, QT_TRANSLATE_NOOP("Actions", "&Save"), "save", "Ctrl+S", QT_TRANSLATE_NOOP("Actions", "Write the drawing to its file")},
    ActionSpec{Command::saveAs, QT_TRANSLATE_NOOP("Actions", "Save &as..."), "save", "Ctrl+Shift+S", QT_TRANSLATE_NOOP("Actions", "Write the drawing to another file")},
    ActionSpec{Command::import, QT_TRANSLATE_NOOP("Actions", "&Import..."), "open", "Ctrl+I", QT_TRANSLATE_NOOP("Actions", "A mechanism of Linkage or PMKS+, or a DXF shape for the selected part")},
    ActionSpec{Command::importPicture, QT_TRANSLATE_NOOP("Actions", "Pict&ure to draw over..."), "tool-picture", "Ctrl+Alt+P", QT_TRANSLATE_NOOP("Actions", "Put a PNG or JPEG behind the drawing; two points of known distance give it its scale")},
    ActionSpec{Command::exportSamples, QT_TRANSLATE_NOOP("Actions", "&Samples as CSV..."), "export-table", "Ctrl+E", QT_TRANSLATE_NOOP("Actions", "Write every channel of the run as a table")},
    ActionSpec{Command::exportEvents, QT_TRANSLATE_NOOP("Actions", "&Events as CSV..."), "export-table", "Ctrl+Shift+E", QT_TRANSLATE_NOOP("Actions", "Write the events of the run as a table")},
    ActionSpec{Command::exportDrawing, QT_TRANSLATE_NOOP("Actions", "&Drawing..."), "export-picture", "Ctrl+Alt+D", QT_TRANSLATE_NOOP("Actions", "Write the drawing as it stands at the cursor, true to size with its dimensions, as SVG, PDF or DXF")},
    ActionSpec{Command::exportPlot, QT_TRANSLATE_NOOP("Actions", "&Plot as picture..."), "channels", "Ctrl+P", QT_TRANSLATE_NOOP("Actions", "Write the plot last touched, or all, as SVG, PDF or PNG, in the size and with the letters that a page needs")},
    ActionSpec{Command::exportPicture, QT_TRANSLATE_NOOP("Actions", "&Window as picture..."), "export-picture", "Ctrl+Shift+P", QT_TRANSLATE_NOOP("Actions", "Write the whole window as PNG")},
    ActionSpec{Command::exportVideo, QT_TRANSLATE_NOOP("Actions", "&Video..."), "export-picture", "Ctrl+Alt+V", QT_TRANSLATE_NOOP("Actions", "Write the run as MP4, GIF or pictures")},
    ActionSpec{Command::exportReport, QT_TRANSLATE_NOOP("Actions", "&Report..."), "export-table", "Ctrl+Alt+R", QT_TRANSLATE_NOOP("Actions", "Write all about this run on pages, to print (PDF) or for a browser (HTML)")},
    ActionSpec{Command::copyPlot, QT_TRANSLATE_NOOP("Actions", "C&opy plot"), "copy", "Ctrl+Shift+C", QT_TRANSLATE_NOOP("Actions", "The plot last touched, as a picture, to the clipboard")},
    ActionSpec{Command::copyPlotTable, QT_TRANSLATE_NOOP("Actions", "Copy n&umbers of plot"), "copy", "Ctrl+Alt+C", QT_TRANSLATE_NOOP("Actions", "What the plot last touched shows, as a table, to the clipboard")},
    ActionSpec{Command::closeWindow, QT_TRANSLATE_NOOP("Actions", "&Close window"), "close", "Ctrl+W", QT_TRANSLATE_NOOP("Actions", "Close this window")},
    ActionSpec{Command::quit, QT_TRANSLATE_NOOP("Actions", "&Quit"), "quit", "Ctrl+Q", QT_TRANSLATE_NOOP("Actions", "Close all windows")},
    ActionSpec{Command::undo, QT_TRANSLATE_NOOP("Actions", "&Undo"), "undo", "Ctrl+Z", QT_TRANSLATE_NOOP("Actions", "Take the last step back")},
    ActionSpec{Command::redo, QT_TRANSLATE_NOOP("Actions", "&Redo"), "redo", "Ctrl+Shift+Z", QT_TRANSLATE_NOOP("Actions", "Do it again")},
    ActionSpec{Command::cut, QT_TRANSLATE_NOOP("Actions", "Cu&t"), "cut", "Ctrl+X", QT_TRANSLATE_NOOP("Actions", "Take the selected parts to the clipboard")},
    ActionSpec{Command::copy, QT_TRANSLATE_NOOP("Actions", "&Copy"), "copy", "Ctrl+C", QT_TRANSLATE_NOOP("Actions", "Copy the selected parts")},
    ActionSpec{Command::paste, QT_TRANSLATE_NOOP("Actions", "&Paste"), "paste", "Ctrl+V", QT_TRANSLATE_NOOP("Actions", "Put the parts of the clipboard into the drawing")},
    ActionSpec{Command::duplicate, QT_TRANSLATE_NOOP("Actions", "&Duplicate"), "copy", "Ctrl+D", QT_TRANSLATE_NOOP("Actions", "A copy of the selected parts beside them")},
    ActionSpec{Command::repeat, QT_TRANSLATE_NOOP("Actions", "R&epeat..."), "copy", "Ctrl+Shift+D", QT_TRANSLATE_NOOP("Actions", "Copies of the selected parts in a row, or around a point")},
    ActionSpec{Command::mirrorCopy, QT_TRANSLATE_NOOP("Actions", "Mirror cop&y..."), "mirror", "Ctrl+Shift+M", QT_TRANSLATE_NOOP("Actions", "A mirror image of the selected parts beside them, joined as they are")},
    ActionSpec{Command::letGo, QT_TRANSLATE_NOOP("Actions", "No longer al&ike"), "cut", "", QT_TRANSLATE_NOOP("Actions", "The selected parts and their copies no longer change together")},
    ActionSpec{Command::remove, QT_TRANSLATE_NOOP("Actions", "De&lete"), "remove", "Del", QT_TRANSLATE_NOOP("Actions", "Delete the selected parts and what hangs on them")},
    ActionSpec{Command::selectAll, QT_TRANSLATE_NOOP("Actions", "Select &all"), "select-all", "Ctrl+A", QT_TRANSLATE_NOOP("Actions", "Select all parts")},
    ActionSpec{Command::turnLeft, QT_TRANSLATE_NOOP("Actions", "Turn le&ft by 15 degrees"), "turn-left", "Ctrl+Left", QT_TRANSLATE_NOOP("Actions", "Turn the selected parts counter-clockwise, about the joint that is selected with them or their middle")},
    ActionSpec{Command::turnRight, QT_TRANSLATE_NOOP("Actions", "Turn ri&ght by 15 degrees"), "turn-right", "Ctrl+Right", QT_TRANSLATE_NOOP("Actions", "Turn the selected parts clockwise, about the joint that is selected with them or their middle")},
    ActionSpec{Command::mirror, QT_TRANSLATE_NOOP("Actions", "&Mirror"), "mirror", "Ctrl+M", QT_TRANSLATE_NOOP("Actions", "Mirror the selected parts left to right, at the joint that is selected with them or their middle")},
    ActionSpec{Command::alignRow, QT_TRANSLATE_NOOP("Actions", "Align in a r&ow"), "align-row", "Ctrl+Shift+Left", QT_TRANSLATE_NOOP("Actions", "The origins of the selected parts at one height")},
    ActionSpec{Command::alignColumn, QT_TRANSLATE_NOOP("Actions", "Align in a colum&n"), "align-column", "Ctrl+Shift+Up", QT_TRANSLATE_NOOP("Actions", "The origins of the selected parts one above the other")},
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
    ActionSpec{Command::slower, QT_TRANSLATE_NOOP("Actions", "S&lower"), "slower", "[", QT_TRANSLATE_NOOP("Actions", "Slow motion: the next lower speed of the run and of playing")},
    ActionSpec{Command::faster, QT_TRANSLATE_NOOP("Actions", "&Faster"), "faster", "]", QT_TRANSLATE_NOOP("Actions", "The next higher speed of the run and of playing")},
    ActionSpec{Command::eventSide, QT_TRANSLATE_NOOP("Actions", "&Before or after the event"), "event-side", "X", QT_TRANSLATE_NOOP("Actions", "Freeze just before the event, again: just after it")},
    ActionSpec{Command::loop, QT_TRANSLATE_NOOP("Actions", "L&oop"), "loop", "L", QT_TRANSLATE_NOOP("Actions", "Play again from the start at the end"), true},
    ActionSpec{Command::whatIf, QT_TRANSLATE_NOOP("Actions", "&What if"), "what-if", "I", QT_TRANSLATE_NOOP("Actions", "Run again by itself after each change"), true},
    ActionSpec{Command::fit, QT_TRANSLATE_NOOP("Actions", "&Fit scene"), "fit", "F", QT_TRANSLATE_NOOP("Actions", "Show the whole mechanism")},
    ActionSpec{Command::loupe, QT_TRANSLATE_NOOP("Actions", "&Loupe"), "loupe", "Ctrl+L", QT_TRANSLATE_NOOP("Actions", "Magnify a loose joint in the scene; a click on one does the same"), true},
    ActionSpec{Command::exaggerate, QT_TRANSLATE_NOOP("Actions", "E&xaggerate clearance"), "loupe", "Ctrl+Shift+L", QT_TRANSLATE_NOOP("Actions", "Draw the play of loose joints larger than it is, and say by how much"), true},
    ActionSpec{Command::strobe, QT_TRANSLATE_NOOP("Actions", "S&trobe picture"), "strobe", "Ctrl+Shift+T", QT_TRANSLATE_NOOP("Actions", "The whole run in one picture: the mechanism at equal times in the scene"), true},
    ActionSpec{Command::contactForces, QT_TRANSLATE_NOOP("Actions", "Forces of &contacts"), "force-arrows", "Ctrl+7", QT_TRANSLATE_NOOP("Actions", "Arrows in the scene: what contacts and loose joints push with, on the second part of each"), true},
    ActionSpec{Command::reactions, QT_TRANSLATE_NOOP("Actions", "&Reactions of joints"), "force-arrows", "Ctrl+8", QT_TRANSLATE_NOOP("Actions", "Arrows in the scene: the reaction of every joint, on the second part of each"), true},
    ActionSpec{Command::motion, QT_TRANSLATE_NOOP("Actions", "&Velocities in motion"), "velocity", "Ctrl+9", QT_TRANSLATE_NOOP("Actions", "Arrows in the scene: how fast joints, free ends and traced points move"), true},
    ActionSpec{Command::longerArrows, QT_TRANSLATE_NOOP("Actions", "&Longer arrows"), "zoom-in", "Ctrl+.", QT_TRANSLATE_NOOP("Actions", "Let the arrows of the scene mean less force or velocity for their length")},
    ActionSpec{Command::shorterArrows, QT_TRANSLATE_NOOP("Actions", "&Shorter arrows"), "zoom-out", "Ctrl+,", QT_TRANSLATE_NOOP("Actions", "Let them mean more")},
    ActionSpec{Command::follow, QT_TRANSLATE_NOOP("Actions", "Follow a bod&y"), "follow", "Ctrl+5", QT_TRANSLATE_NOOP("Actions", "Keep the selected body in the middle of the scene; a click on another takes that one"), true},
    ActionSpec{Command::followTurning, QT_TRANSLATE_NOOP("Actions", "Turn with th&e followed body"), "follow", "Ctrl+6", QT_TRANSLATE_NOOP("Actions", "See everything as the followed body sees it: the frame turns about it"), true},
    ActionSpec{Command::resetPlots, QT_TRANSLATE_NOOP("Actions", "Fit plots"), "channels", "Shift+F", QT_TRANSLATE_NOOP("Actions", "Show everything in all plots")},
    ActionSpec{Command::hideCurves, QT_TRANSLATE_NOOP("Actions", "Hide the curves"), "curves-hidden", "H", QT_TRANSLATE_NOOP("Actions", "Hide what the plots show and reveal it again"), true},
    ActionSpec{Command::light, QT_TRANSLATE_NOOP("Actions", "Lig&ht"), "theme", "", QT_TRANSLATE_NOOP("Actions", "Light colours"), true},
    ActionSpec{Command::dark, QT_TRANSLATE_NOOP("Actions", "Dar&k"), "theme", "", QT_TRANSLATE_NOOP("Actions", "Dark colours"), true},
    ActionSpec{Command::presentation, QT_TRANSLATE_NOOP("Actions", "Presentation"), "presentation", "F5", QT_TRANSLATE_NOOP("Actions", "Large text and thick lines, and only what a class needs"), true},
    ActionSpec{Command::fullScreen, QT_TRANSLATE_NOOP("Actions", "Full screen"), "full-screen", "F11", QT_TRANSLATE_NOOP("Actions", "The window over the whole screen"), true},
    ActionSpec{Command::resetLayout, QT_TRANSLATE_NOOP("Actions", "&Reset layout"), "layout", "", QT_TRANSLATE_NOOP("Actions", "Panels back to their places")},
    ActionSpec{Command::nextPane, QT_TRANSLATE_NOOP("Actions", "Next panel"), "layout", "F6", QT_TRANSLATE_NOOP("Actions", "The keys to the next panel: board, scene, panels, bars")},
    ActionSpec{Command::previousPane, QT_TRANSLATE_NOOP("Actions", "Previous panel"), "layout", "Shift+F6", QT_TRANSLATE_NOOP("Actions", "The keys to the panel before")},
    ActionSpec{Command::manual, QT_TRANSLATE_NOOP("Actions", "&Manual"), "help", "F1", QT_TRANSLATE_NOOP("Actions", "How to do what: pages with pictures, and a search")},
    ActionSpec{Command::exampleText, QT_TRANSLATE_NOOP("Actions", "&Text of this example"), "help", "Shift+F1", QT_TRANSLATE_NOOP("Actions", "Read what has been written about it, beside its file")},
    ActionSpec{Command::cheatSheet, QT_TRANSLATE_NOOP("Actions", "&Keys"), "help", "Ctrl+F1", QT_TRANSLATE_NOOP("Actions", "All keys on one page")},
    ActionSpec{Command::about, QT_TRANSLATE_NOOP("Actions", "&About Clank"), "about", "", QT_TRANSLATE_NOOP("Actions", "Version and licence")},
    ActionSpec{Command::viewBoard, QT_TRANSLATE_NOOP("Actions", "&Board"), "view-board", "Ctrl+1", QT_TRANSLATE_NOOP("Actions", "The drawing board alone"), true},
    ActionSpec{Command::viewBoth, QT_TRANSLATE_NOOP("Actions", "B&oth"), "view-both", "Ctrl+2", QT_TRANSLATE_NOOP("Actions", "Board and scene side by side"), true},
    ActionSpec{Command::viewScene, QT_TRANSLATE_NOOP("Actions", "&Scene"), "view-scene", "Ctrl+3", QT_TRANSLATE_NOOP("Actions", "The moving scene alone"), true},
    ActionSpec{Command::sideBySide, QT_TRANSLATE_NOOP("Actions", "T&wo runs side by side"), "view-both", "Ctrl+4", QT_TRANSLATE_NOOP("Actions", "Two runs in place of the scene: kept ones, or this one and a kept one, at one time and with one camera"), true},
    ActionSpec{Command::zoomIn, QT_TRANSLATE_NOOP("Actions", "&Zoom in"), "zoom-in", "Ctrl++", QT_TRANSLATE_NOOP("Actions", "Come nearer on the board; the wheel zooms where the mouse is")},
    ActionSpec{Command::zoomOut, QT_TRANSLATE_NOOP("Actions", "Zoo&m out"), "zoom-out", "Ctrl+-", QT_TRANSLATE_NOOP("Actions", "Go back on the board")},
    ActionSpec{Command::grid, QT_TRANSLATE_NOOP("Actions", "&Grid"), "grid", "Ctrl+G", QT_TRANSLATE_NOOP("Actions", "Show the grid of the board and snap to it"), true},
    ActionSpec{Command::velocities, QT_TRANSLATE_NOOP("Actions", "&Velocities"), "velocity", "Ctrl+Shift+V", QT_TRANSLATE_NOOP("Actions", "Velocities of the pins for a unit input"), true},
    ActionSpec{Command::accelerations, QT_TRANSLATE_NOOP("Actions", "A&ccelerations"), "acceleration", "Ctrl+Shift+A", QT_TRANSLATE_NOOP("Actions", "Accelerations of the pins for a unit input"), true},
    ActionSpec{Command::centres, QT_TRANSLATE_NOOP("Actions", "&Instant centres"), "centres", "Ctrl+Shift+I", QT_TRANSLATE_NOOP("Actions", "Where two links have the same velocity"), true},
    ActionSpec{Command::jointNames, QT_TRANSLATE_NOOP("Actions", "&Names of joints"), "joint-names", "Ctrl+Shift+J", QT_TRANSLATE_NOOP("Actions", "Write beside every joint of the board what plots and tables call it"), true},
    ActionSpec{Command::frequencies, QT_TRANSLATE_NOOP("Actions", "Natural fre&quencies..."), "frequencies", "Ctrl+Shift+F", QT_TRANSLATE_NOOP("Actions", "How the mechanism swings about the position shown")},
    ActionSpec{Command::keepRun, QT_TRANSLATE_NOOP("Actions", "&Keep this run"), "keep", "F7", QT_TRANSLATE_NOOP("Actions", "Put the run on the shelf, to compare others with it")},
    ActionSpec{Command::runAllCases, QT_TRANSLATE_NOOP("Actions", "Run all &cases"), "run-all", "Ctrl+Shift+R", QT_TRANSLATE_NOOP("Actions", "Run every case and put it on the shelf")},
    ActionSpec{Command::saveShelf, QT_TRANSLATE_NOOP("Actions", "Save the s&helf"), "save", "Ctrl+Shift+K", QT_TRANSLATE_NOOP("Actions", "Write what the kept runs were run with beside the file; it brings them back")},
    ActionSpec{Command::startAtEquilibrium, QT_TRANSLATE_NOOP("Actions", "S&tart at equilibrium"), "frequencies", "Ctrl+Shift+B", QT_TRANSLATE_NOOP("Actions", "Runs begin where gravity, springs and loads are in balance, links that bend sagging"), true},
    ActionSpec{Command::studies, QT_TRANSLATE_NOOP("Actions", "Stu&dies"), "channels", "Ctrl+Shift+Y", QT_TRANSLATE_NOOP("Actions", "Many runs with parameters that differ: maps, tolerances, sensitivity")},
    ActionSpec{Command::runStudy, QT_TRANSLATE_NOOP("Actions", "Run the stud&y"), "run-all", "F8", QT_TRANSLATE_NOOP("Actions", "Compute the chosen study, or go on with it")},
    ActionSpec{Command::optimise, QT_TRANSLATE_NOOP("Actions", "Opti&mise..."), "optimise", "Ctrl+Shift+O", QT_TRANSLATE_NOOP("Actions", "Search the best values of parameters, as the file says")},
    ActionSpec{Command::repeatTool, QT_TRANSLATE_NOOP("Actions", "Repeat the last tool"), "tool-bar", "Shift+Space", QT_TRANSLATE_NOOP("Actions", "Take the last drawing tool again")},
    ActionSpec{Command::camFromLaw, QT_TRANSLATE_NOOP("Actions", "Cam from a &lift law..."), "tool-cam", "", QT_TRANSLATE_NOOP("Actions", "A cam with its follower, from the lift over a turn")},
    ActionSpec{Command::geneva, QT_TRANSLATE_NOOP("Actions", "&Geneva drive..."), "tool-gear", "", QT_TRANSLATE_NOOP("Actions", "A crank whose pin turns a wheel slot by slot, by its number of slots")},
    ActionSpec{Command::ratchet, QT_TRANSLATE_NOOP("Actions", "Rat&chet and pawl..."), "tool-gear", "", QT_TRANSLATE_NOOP("Actions", "A wheel that turns one way only, by its number of teeth")},
};
// clang-format on

constexpr bool isInOrder() {
  for (std::size_t i = 0; i < kTable.size(); ++i)
    if (static_cast<std::size_t>(kTable[i].id) != i) return false;
  return true;
}
static_assert(isInOrder(), "one line a command, in the order of Command");

}  // namespace

// The commands, and behind them the tools.
std::span<const ActionSpec> Actions::table() {
  static const std::vector<ActionSpec> all = [] {
    std::vector<ActionSpec> specs(kTable.begin(), kTable.end());
    for (const ToolSpec& tool : listTools())
      specs.push_back({commandOf(tool.kind), tool.text, tool.icon, tool.keys, tool.tip, true});
    return specs;
  }();
  return all;
}

Command Actions::commandOf(ToolKind kind) {
  const auto tools = listTools();
  const auto found =
      std::find_if(tools.begin(), tools.end(), [&](const ToolSpec& tool) { return tool.kind == kind; });
  return static_cast<Command>(kTable.size() + static_cast<std::size_t>(found - tools.begin()));
}

namespace {
QString makeTip(const QAction& action) {
  const QString keys = action.shortcut().toString(QKeySequence::NativeText);
  return keys.isEmpty() ? action.statusTip() : Actions::tr("%1 (%2)").arg(action.statusTip(), keys);
}
}  // namespace

void Actions::allow(Command command, bool on, const QString& why) const {
  QAction* action = get(command);
  action->setEnabled(on);
  action->setToolTip(on ? makeTip(*action) : makeTip(*action) + "\n" + why);
}

Actions::Actions(QWidget* window) : QObject(window) {
  for (const auto& spec : table()) {
    auto* action = new QAction(tr(spec.text), this);
    action->setShortcut(QKeySequence(spec.keys));
    action->setStatusTip(tr(spec.tip));
    action->setToolTip(makeTip(*action));
    action->setCheckable(spec.checkable);
    action->setIconVisibleInMenu(!spec.checkable);  // in its place a menu has the check mark
    window->addAction(action);
    actions_.push_back(action);
  }
  QAction* redo = get(Command::redo);  // also by the key that other programs have for it
  redo->setShortcuts({redo->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_Y)});
}

void Actions::setLook(const Palette& palette) {
  for (const auto& spec : table()) get(spec.id)->setIcon(makeIcon(spec.icon, palette.ink));
}

}  // namespace clank

#include "moc_actions.cpp"
