// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/study_binding.h"

#include <QDockWidget>
#include <QFileInfo>
#include <QMenu>
#include <QTimer>
#include <array>

#include "core/record/signal.h"
#include "core/study/optimiser.h"
#include "ui/document/optimisation_edits.h"
#include "ui/document/study_edits.h"
#include "ui/look/export_file.h"
#include "ui/look/part_names.h"
#include "ui/look/shown_units.h"
#include "ui/panels/parameter_panel.h"
#include "ui/panels/study_panel.h"
#include "ui/plots/plot_area.h"
#include "ui/plots/study_figure.h"

namespace clank {
namespace {

struct Computed {
  const char* function;
  const char* words;
};
constexpr std::array kOfASignal{Computed{"peak", QT_TRANSLATE_NOOP("StudyBinding", "Greatest size")},
                                Computed{"greatest", QT_TRANSLATE_NOOP("StudyBinding", "Greatest value")},
                                Computed{"least", QT_TRANSLATE_NOOP("StudyBinding", "Least value")},
                                Computed{"mean", QT_TRANSLATE_NOOP("StudyBinding", "Mean")},
                                Computed{"rms", QT_TRANSLATE_NOOP("StudyBinding", "Root mean square")},
                                Computed{"start", QT_TRANSLATE_NOOP("StudyBinding", "At the start")},
                                Computed{"end", QT_TRANSLATE_NOOP("StudyBinding", "At the end")}};
constexpr std::array kOfEvents{
    Computed{"events(impact)", QT_TRANSLATE_NOOP("StudyBinding", "Number of impacts")},
    Computed{"events()", QT_TRANSLATE_NOOP("StudyBinding", "Number of events")},
    Computed{"first(impact)", QT_TRANSLATE_NOOP("StudyBinding", "Time of the first impact")}};

// A greatest size is read off the samples, but of a normal force the record of each touch has its peak.
QString tellExactness(const std::string& value) {
  if (!value.starts_with("peak(")) return StudyBinding::tr("Of the samples of the run");
  return value.ends_with(".normal_force)")
             ? StudyBinding::tr("Exact: also between samples, from the record of every touch")
             : StudyBinding::tr(
                   "Of the samples of the run; that of a normal force alone is exact between them, too");
}

QString firstWords(const Problems& problems) {
  return problems.empty() ? QString() : tellMessage(problems.front().what);
}

}  // namespace

StudyBinding::StudyBinding(Views& views, MechanismDocument& document, RunController& run, RunShelf& shelf,
                           const Actions& actions, QObject* parent)
    : QObject(parent), views_(views), document_(document), run_(run), shelf_(shelf), actions_(actions) {
  connect(actions_.get(Command::studies), &QAction::triggered, this, &StudyBinding::showPanel);
  connect(actions_.get(Command::runStudy), &QAction::triggered, this, &StudyBinding::runChosen);
  connect(views_.studies, &StudyPanel::runAsked, this, &StudyBinding::runChosen);
  connect(views_.studies, &StudyPanel::stopAsked, &runner_, &StudyRunner::stop);
  connect(views_.studies, &StudyPanel::agreed, &runner_, &StudyRunner::agree);
  connect(views_.studies, &StudyPanel::chosenChanged, this, &StudyBinding::showState);
  connect(&document_, &MechanismDocument::drawnChanged, &runner_, &StudyRunner::dismiss);
  connect(&document_, &MechanismDocument::drawnChanged, this, &StudyBinding::showState);
  connect(&document_, &MechanismDocument::loaded, this, [this] {
    one_.stop();
    runner_.forget();
    shown_.clear();
    views_.studyFigure->setTable(nullptr, true);
  });
  connect(views_.parameters, &ParameterPanel::parameterTaken, this, &StudyBinding::showPanel);
  bindRunner();
  bindPlots();
  showState();
}

void StudyBinding::bindRunner() {
  connect(&runner_, &StudyRunner::stateChanged, this, &StudyBinding::showState);
  connect(&runner_, &StudyRunner::begun, this, &StudyBinding::showTable);
  connect(&runner_, &StudyRunner::advanced, views_.studyFigure, &StudyFigure::advance);
  connect(&one_, &CaseRunner::ended, this, [this](const KeptRun& kept) {
    if (kept.trajectory->sampleCount() < 2) {
      Q_EMIT said(tr("%1: %2").arg(kept.name, firstWords(kept.summary.problems)));
    } else if (shelf_.keep(kept)) {
      Q_EMIT said(tr("Kept: %1").arg(kept.name));
    } else {
      Q_EMIT said(tr("The shelf is full: take a run off it first"));
    }
  });
}

void StudyBinding::bindPlots() {
  StudyFigure* figure = views_.studyFigure;
  connect(figure, &StudyFigure::runPicked, this, &StudyBinding::keepRun);
  connect(figure, &StudyFigure::copied, this, &StudyBinding::said);
  connect(figure, &StudyFigure::pictureWritten, this, [this](const QString& path, bool ok) {
    Q_EMIT said(ok ? tr("Written: %1").arg(path) : tr("%1 cannot be written").arg(path));
  });
  connect(figure, &StudyFigure::tableAsked, this, [this] {
    askAndWrite(tr("Export table"), ".csv", tr("Tables (*.csv)"), [this](auto& p) { return exportTable(p); });
  });
  connect(figure, &StudyFigure::databaseAsked, this, [this] {
    askAndWrite(tr("Export database"), ".sqlite", tr("SQLite databases (*.sqlite)"),
                [this](auto& p) { return exportDatabase(p); });
  });
  connect(views_.plots, &PlotArea::signalsPicked, this, [this](const auto& picked, const QPoint& at) {
    if (views_.studies->isPicking()) offerQuantities(picked, at);
  });
}

void StudyBinding::showPanel() {
  views_.studiesDock->show();
  views_.studiesDock->raise();
  views_.studies->setFocus();
}

void StudyBinding::runChosen() {
  if (!views_.studies->hasChosen()) return showPanel();
  const std::string id = views_.studies->chosen();
  if (id.empty()) return askForSearch(views_.studies->chosen(StudyPanel::Kind::optimisation));
  if (runner_.isBusy()) return;
  views_.studies->setPicking(false);
  runner_.start(document_.drawn(), id, QFileInfo(document_.path()).fileName());
}

// What is wrong with its expressions is found when it is compiled, and told at their fields.
void StudyBinding::askForSearch(const std::string& optimisation) {
  views_.studies->setPicking(false);
  const auto made = Optimiser::create(document_.drawn(), optimisation);
  if (made) return Q_EMIT searchAsked(QString::fromStdString(optimisation));
  views_.studies->setFound(made.error());
  StudyPanel::Status status;
  status.isBad = true;
  status.words = firstWords(made.error());
  views_.studies->setStatus(status);
}

// "320 of 441 runs, 55 a second, 2.2 s left"
QString StudyBinding::describeProgress() const {
  const std::uint64_t done = runner_.done(), all = runner_.all();
  QString words = tr("%1 of %2 runs").arg(done).arg(all);
  if (runner_.state() != StudyRunner::State::running || !(runner_.rate() > 0)) return words;
  words += tr(", %1 a second").arg(runner_.rate(), 0, 'g', 3);
  return words + tr(", %1 left")
                     .arg(QString::fromStdString(sayTime(static_cast<double>(all - done) / runner_.rate())));
}

void StudyBinding::showState() {
  using State = StudyRunner::State;
  StudyPanel::Status status;
  const State state = runner_.state();
  const bool isOther = !runner_.isBusy() && runner_.studyId() != views_.studies->chosen();
  status.busy = runner_.isBusy();
  if (state == State::preparing) status.words = tr("Preparing");
  if (state == State::asking) {
    const StudyCost& cost = runner_.cost();
    status.asks = true;
    status.words =
        tr("%1 runs; the first took %2, so that all take about %3. Compute them?")
            .arg(static_cast<double>(cost.runs), 0, 'g', 6)
            .arg(QString::fromStdString(sayTime(cost.oneRun)), QString::fromStdString(sayTime(cost.allRuns)));
  }
  if (state == State::running || state == State::stopping || state == State::stopped ||
      state == State::finished) {
    status.words = describeProgress();
    status.part =
        runner_.all() > 0 ? static_cast<double>(runner_.done()) / static_cast<double>(runner_.all()) : -1;
    if (runner_.table().countNotFinished() > 0)
      status.words += tr("; %1 did not finish: %2")
                          .arg(runner_.table().countNotFinished())
                          .arg(QString::fromStdString(runner_.table().lastReason()));
  }
  const bool isPast = runner_.table().count() > 0 && !runner_.isOf(document_.drawn());
  views_.studyFigure->setPast(isPast);
  if (isPast && !status.words.isEmpty()) status.words += tr(" of the drawing as it was before");
  status.goesOn = state == State::stopped && !isPast;
  if (state == State::finished) {
    status.part = -1;
    views_.studyFigure->advance();
  }
  if (state == State::failed) {
    if (!isOther) views_.studies->setFound(runner_.problems());
    status.isBad = true;
    status.words = firstWords(runner_.problems());
  }
  views_.studies->setStatus(isOther ? StudyPanel::Status() : status);
  const bool hasStudy = views_.studies->hasChosen();
  actions_.allow(Command::runStudy, hasStudy && !runner_.isBusy(),
                 hasStudy ? tr("One is under way") : tr("There is no study yet"));
}

// A figure that was chosen stays while the study has the same columns.
void StudyBinding::showTable() {
  const StudyTable& table = runner_.table();
  std::string shape = runner_.studyId() + std::to_string(static_cast<int>(table.sampling()));
  for (const auto* columns : {&table.parameters(), &table.quantities()})
    for (const StudyColumn& column : *columns) shape += "|" + column.id;
  views_.studyFigure->setTable(&table, shape != shown_);
  shown_ = shape;
  views_.studyFigureDock->show();
  views_.studyFigureDock->raise();
}

void StudyBinding::keepRun(std::size_t row) {
  const StudyTable& table = runner_.table();
  if (row >= table.rowCount()) return;
  views_.studyFigure->setChosen(row);
  const std::uint64_t run = table.runOf(row);
  auto resolved = runner_.resolveAt(run);
  if (!resolved) {
    Q_EMIT said(tr("Run %1: %2").arg(run).arg(firstWords(resolved.error())));
    return;
  }
  KeptRun kept;
  kept.name = runner_.describeRun(run);
  kept.mechanism = std::move(*resolved);
  std::vector<KeptRun> wanted;
  wanted.push_back(std::move(kept));
  one_.start(std::move(wanted));
}

// What can be made of the curve that was clicked.
void StudyBinding::offerQuantities(const std::vector<std::string>& picked, const QPoint& globalPosition) {
  auto* menu = new QMenu(views_.plots);
  menu->setObjectName("quantityMenu");
  menu->setAttribute(Qt::WA_DeleteOnClose);
  const auto add = [this](QMenu* into, const QString& words, const std::string& value,
                          const std::string& unit, const std::string& hint) {
    into->addAction(words + "   " + QString::fromStdString(value), this, [this, value, unit, hint] {
      addStudyQuantity(document_, views_.studies->chosen(), value, unit, hint);
      addSoughtQuantity(document_, views_.studies->chosen(StudyPanel::Kind::optimisation), value, unit, hint);
    });
    into->setToolTipsVisible(true);
    into->actions().back()->setToolTip(tellExactness(value));
  };
  const auto& channels = run_.trajectory().channels();
  for (const std::string& signal : picked) {
    const auto found = Signal::find(signal, channels, listConstants(run_.mechanism()));
    const std::string unit = found && !found->isExpression() ? found->getUnit() : std::string();
    QMenu* into = picked.size() == 1 ? menu : menu->addMenu(QString::fromStdString(signal));
    for (const Computed& one : kOfASignal)
      add(into, tr(one.words), std::string(one.function) + "(" + signal + ")", unit,
          std::string(one.function) + "_" + signal);
  }
  for (const Computed& one : kOfEvents)
    if (picked.empty())
      add(menu, tr(one.words), one.function, one.function[0] == 'f' ? "s" : "",
          one.function[0] == 'f'   ? "first_impact"
          : one.function[7] == ')' ? "events"
                                   : "impacts");
  // Not while the plot is busy with the click.
  QTimer::singleShot(0, menu, [menu, globalPosition] { menu->popup(globalPosition); });
}

void StudyBinding::askAndWrite(const QString& title, const QString& ending, const QString& filter,
                               const std::function<bool(const QString&)>& write) {
  const QString name = QString::fromStdString(runner_.studyId()) + ending;
  const QString path = askForExport(*views_.studyFigure, title, name, filter);
  if (!path.isEmpty()) write(path);
}

bool StudyBinding::report(const QString& path, const Result<void>& written) {
  Q_EMIT said(written ? tr("Written: %1").arg(path) : firstWords(written.error()));
  return written.has_value();
}

bool StudyBinding::exportTable(const QString& path) {
  return report(path, runner_.writeTable(path));
}

bool StudyBinding::exportDatabase(const QString& path) {
  return report(path, runner_.writeDatabase(path));
}

}  // namespace clank

#include "moc_study_binding.cpp"
