// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/drawing_problems.h"

#include <QStatusBar>
#include <algorithm>
#include <set>
#include <string_view>

#include "ui/document/element.h"

namespace clank {

DrawingProblems::DrawingProblems(QMainWindow& window, Views& views, MechanismDocument& document,
                                 const Actions& actions)
    : QObject(&window), views_(views), document_(document), count_(new QToolButton) {
  count_->setObjectName("problemCount");
  count_->setAutoRaise(true);
  count_->setToolTip(tr("Show what is still open in the drawing"));
  count_->hide();
  window.statusBar()->insertPermanentWidget(0, count_);
  connect(count_, &QToolButton::clicked, this, &DrawingProblems::sayAll);
  connect(&document_, &MechanismDocument::loaded, this, &DrawingProblems::begin);
  for (const Command command : {Command::run, Command::runPause, Command::whatIf})
    connect(actions.get(command), &QAction::triggered, this, &DrawingProblems::sayAll);
}

void DrawingProblems::begin() {
  said_.clear();
  show();
}

// As it came from its file.
bool DrawingProblems::isUntouched() const {
  return !document_.path().isEmpty() && document_.isAsRead();
}

void DrawingProblems::sayAll() {
  for (const Problem& problem : document_.problems()) said_.insert(problem.what);
  show();
}

bool DrawingProblems::isSaid(const Problem& problem) const {
  const bool isSaidAtOnce =
      problem.severity == Severity::error && problem.where != "/bodies";  // the first link is still to come
  return isSaidAtOnce || said_.contains(problem.what);
}

bool DrawingProblems::isQuiet(const Problem& problem) const {
  const Problems& open = document_.problems();
  const auto isSame = [&](const Problem& other) { return other.what == problem.what; };
  return !isSaid(problem) && std::any_of(open.begin(), open.end(), isSame);
}

void DrawingProblems::show() {
  if (isUntouched())
    for (const Problem& problem : document_.problems()) said_.insert(problem.what);
  Problems said;
  std::size_t quiet = 0;
  // Of an empty sheet there is nothing to complain yet.
  const bool isEmpty = countElements(document_.drawn()) == 0;
  for (const Problem& problem : isEmpty ? Problems() : document_.problems()) {
    if (isSaid(problem))
      said.push_back(problem);
    else
      ++quiet;
  }
  std::set<std::string_view> open;
  for (const Problem& problem : document_.problems()) open.insert(problem.what);
  std::erase_if(said_, [&](const std::string& what) { return !open.contains(what); });
  views_.showProblems(tr("Problems in %1").arg(document_.title()), said);
  count_->setText(quiet == 1 ? tr("1 thing to finish") : tr("%1 things to finish").arg(quiet));
  count_->setAccessibleName(count_->text());
  count_->setVisible(quiet > 0);
}

}  // namespace clank

#include "moc_drawing_problems.cpp"
