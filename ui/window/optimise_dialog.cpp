// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/optimise_dialog.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/document/element.h"
#include "ui/look/part_names.h"
#include "ui/panels/number_words.h"
#include "ui/panels/search_curve.h"
#include "ui/panels/widget_look.h"

namespace clank {
namespace {

constexpr int kDigits = 6;

int countRuns(const Optimisation& sought) {
  double most = 1;
  if (sought.global.value != GlobalSearch::none) most += sought.globalRuns.value;
  if (sought.local.value != LocalSearch::none) most += sought.localRuns.value;
  return static_cast<int>(most);
}

}  // namespace

OptimiseDialog::OptimiseDialog(QWidget& window, MechanismDocument& document)
    : QDialog(&window),
      document_(document),
      choice_(new QComboBox),
      note_(new QLabel),
      headline_(new QLabel),
      values_(new QLabel),
      curve_(new SearchCurve),
      target_(new QPushButton(tr("Draw &target"))),
      edit_(new QPushButton(tr("&Edit"))),
      go_(new QPushButton) {
  setObjectName("optimise");
  setWindowTitle(tr("Optimise"));
  build();
  connect(go_, &QPushButton::clicked, this, &OptimiseDialog::startOrStop);
  connect(target_, &QPushButton::clicked, this, [this] {
    Q_EMIT targetAsked(chosen());
    headline_->setText(
        tr("Draw the curve on the board, then click the point of a link whose path is to follow it."));
  });
  connect(edit_, &QPushButton::clicked, this, [this] { Q_EMIT editAsked(chosen()); });
  connect(choice_, &QComboBox::activated, this, &OptimiseDialog::describe);
  connect(&runner_, &OptimisationRunner::tried, this, &OptimiseDialog::take);
  connect(&runner_, &OptimisationRunner::ended, this, &OptimiseDialog::finish);
  connect(&document_, &MechanismDocument::drawnChanged, this, &OptimiseDialog::follow);
  connect(&document_, &MechanismDocument::loaded, this, [this] {
    optimiser_.reset();  // what comes in still is of another mechanism
    runner_.stop();
    if (isVisible()) list();
  });
}

void OptimiseDialog::build() {
  choice_->setObjectName("optimiseChoice");
  choice_->setAccessibleName(tr("Optimisation of the file"));
  target_->setObjectName("optimiseTarget");
  edit_->setObjectName("optimiseEdit");
  go_->setObjectName("optimiseGo");
  go_->setAccessibleName(tr("Start or stop the search"));
  headline_->setObjectName("optimiseHeadline");
  values_->setObjectName("optimiseValues");
  values_->setAccessibleName(tr("Best values so far"));
  auto* layout = new QVBoxLayout(this);
  auto* top = new QHBoxLayout;
  top->addWidget(choice_, 1);
  for (QPushButton* button : {target_, edit_, go_}) top->addWidget(button);
  layout->addLayout(top);
  setTip(target_, tr("A curve on the board that the path of a point is to follow"));
  setTip(edit_, tr("Its parameters, bounds and objective, in the panel Studies"));
  for (QLabel* label : {note_, headline_, values_}) {
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
  }
  values_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  layout->addWidget(note_);
  layout->addWidget(curve_, 1);
  layout->addWidget(headline_);
  layout->addWidget(values_);
  resize(500, 460);
}

void OptimiseDialog::open() {
  if (!runner_.isBusy()) list();
  show();
  raise();
  activateWindow();
}

void OptimiseDialog::search(const QString& id) {
  open();
  if (runner_.isBusy()) return;
  choose(id);
  startOrStop();
}

void OptimiseDialog::choose(const QString& id) {
  choice_->setCurrentIndex(choice_->findData(id));
  describe();
}

void OptimiseDialog::list() {
  choice_->clear();
  for (const Optimisation& one : document_.drawn().optimisations)
    choice_->addItem(QString::fromStdString(one.name.empty() ? one.id : one.name),
                     QString::fromStdString(one.id));
  curve_->begin(1);
  values_->clear();
  describe();
}

// The drawing has changed, not by a search: one that is new is chosen.
void OptimiseDialog::follow() {
  if (!isVisible() || runner_.isBusy()) return;
  const QString before = chosen();
  const QStringList known = listIds();
  QStringList now;
  for (const Optimisation& one : document_.drawn().optimisations) now << QString::fromStdString(one.id);
  if (now == known) return describe();
  list();
  const auto isNew = [&](const QString& id) { return !known.contains(id); };
  const auto added = std::find_if(now.begin(), now.end(), isNew);
  choose(added != now.end() ? *added : before);
  if (choice_->currentIndex() < 0) choose(now.value(0));
}

QStringList OptimiseDialog::listIds() const {
  QStringList ids;
  for (int i = 0; i < choice_->count(); ++i) ids << choice_->itemData(i).toString();
  return ids;
}

QString OptimiseDialog::chosen() const {
  return choice_->currentData().toString();
}

void OptimiseDialog::describe() {
  const Optimisation* one = findById(document_.drawn().optimisations, chosen().toStdString());
  const bool isBusy = runner_.isBusy();
  const QString none = tr("There is no optimisation yet"), busy = tr("Stop the search first");
  allow(choice_, one && !isBusy, one ? busy : none);
  allow(target_, !isBusy, busy);
  allow(edit_, !isBusy, busy);
  allow(go_, one != nullptr, none);
  go_->setText(isBusy ? tr("&Stop") : tr("&Start"));
  note_->setText(one ? QString::fromStdString(one->note) : QString());
  note_->setVisible(!note_->text().isEmpty());
  headline_->setText(describeChosen());
}

QString OptimiseDialog::describeChosen() const {
  const Optimisation* one = findById(document_.drawn().optimisations, chosen().toStdString());
  if (!one)
    return tr(
        "This file has no optimisation. Draw target makes one that brings the path of a point onto a "
        "curve; New > Optimisation in the panel Studies makes any other: parameters with bounds, and "
        "what is to be best.");
  if (one->parameters.empty() && !one->unread)
    return tr(
        "No parameter is searched in it yet: Edit opens it in the panel Studies. Drag parameters there "
        "from their panel.");
  return tr("Each improvement appears on the board. One undo brings the old values back.");
}

void OptimiseDialog::startOrStop() {
  if (runner_.isBusy()) return runner_.stop();
  auto made = Optimiser::create(document_.drawn(), chosen().toStdString());
  if (!made) return headline_->setText(tellMessage(made.error().front().what));
  optimiser_ = std::make_shared<const Optimiser>(std::move(*made));
  const Optimisation& sought = optimiser_->optimisation();
  const auto& cases = document_.drawn().cases;
  if (!cases.empty())
    document_.setCase(QString::fromStdString(sought.caseId.empty() ? cases.front().id : sought.caseId));
  mergeId_ = document_.makeMergeId();
  runs_ = failed_ = 0;
  mostRuns_ = countRuns(sought);
  curve_->begin(mostRuns_);
  values_->clear();
  runner_.start(optimiser_);
  describe();
}

void OptimiseDialog::take(const std::vector<Attempt>& attempts) {
  if (!optimiser_) return;
  const Attempt* best = nullptr;
  for (const Attempt& attempt : attempts) {
    ++runs_;
    if (attempt.ended != "finished") {
      ++failed_;
      lastReason_ = QString::fromStdString(attempt.reason);
    }
    curve_->add(attempt.violation > 0 && !attempt.isBest ? std::nan("") : attempt.objective, attempt.isBest);
    if (attempt.isBest) best = &attempt;
  }
  if (best) {
    best_ = best->objective;
    showBest(*best);
    if (best->run > 0) move(*best);
  }
  QString text = tr("Run %1 of %2 at most, best %3.").arg(runs_).arg(mostRuns_).arg(writeNumber(best_, 5));
  if (failed_ > 0) text += ' ' + tr("%1 did not count, the last: %2").arg(failed_).arg(lastReason_);
  headline_->setText(text);
}

void OptimiseDialog::finish(const std::optional<Attempt>& best, bool wasStopped) {
  const bool isMine = optimiser_ != nullptr;
  if (best && isMine) move(*best);
  describe();
  if (!isMine) return;
  const QString end = wasStopped ? tr("Stopped") : tr("Finished");
  headline_->setText(
      best ? tr("%1 after %2 runs; the best is on the board.").arg(end).arg(runs_)
           : tr("%1 after %2 runs: none of them finished. %3").arg(end).arg(runs_).arg(lastReason_));
}

// All improvements of a search are one step of the user.
void OptimiseDialog::move(const Attempt& best) {
  document_.edit(
      tr("optimise"), [&](Mechanism& m) { optimiser_->putInto(m, best); }, mergeId_);
}

void OptimiseDialog::showBest(const Attempt& best) {
  QStringList lines;
  const auto names = optimiser_->listParameterHeadings(), numbers = optimiser_->listQuantityHeadings();
  for (std::size_t k = 0; k < names.size(); ++k)
    lines.push_back(QString("%1 = %2").arg(QString::fromStdString(names[k]),
                                           writeNumber(std::stod(best.parameters[k]), kDigits)));
  for (std::size_t k = 0; k < numbers.size(); ++k)
    lines.push_back(
        QString("%1 = %2").arg(QString::fromStdString(numbers[k]), writeNumber(best.quantities[k], kDigits)));
  if (best.violation > 0)
    lines.push_back(tr("a constraint is missed by %1 of its bound").arg(writeNumber(best.violation, 3)));
  values_->setText(lines.join("\n"));
}

void OptimiseDialog::setLook(const Palette& palette) {
  curve_->setLook(palette);
}

void OptimiseDialog::done(int result) {
  runner_.stop();
  QDialog::done(result);
}

}  // namespace clank

#include "moc_optimise_dialog.cpp"
