// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/shelf_binding.h"

#include <QDockWidget>
#include <QFileInfo>
#include <QStringList>
#include <algorithm>

#include "core/io/read_file.h"
#include "core/io/replace_file.h"
#include "ui/look/part_names.h"
#include "ui/look/shown_units.h"
#include "ui/panels/comparison_table.h"
#include "ui/panels/notice_bar.h"
#include "ui/panels/shelf_bar.h"
#include "ui/plots/plot_area.h"
#include "ui/run/shelf_file.h"
#include "ui/scene/scene_view.h"
#include "ui/window/run_comparison.h"

namespace clank {
namespace {

constexpr std::size_t kStrobed = 12;  // moments

QString nameCase(const Case& c) {
  return QString::fromStdString(c.name.empty() ? c.id : c.name);
}

}  // namespace

ShelfBinding::ShelfBinding(Views& views, MechanismDocument& document, RunController& run, Playback& playback,
                           const Actions& actions, RunShelf& shelf, QObject* parent)
    : QObject(parent),
      views_(views),
      document_(document),
      run_(run),
      playback_(playback),
      actions_(actions),
      shelf_(shelf) {
  connect(actions_.get(Command::keepRun), &QAction::triggered, this, &ShelfBinding::keepShown);
  connect(actions_.get(Command::runAllCases), &QAction::triggered, this, &ShelfBinding::runAllCases);
  connect(&shelf_, &RunShelf::changed, this, &ShelfBinding::showShelf);
  connect(&playback_, &Playback::cursorMoved, this, &ShelfBinding::showGhosts);
  connect(actions_.get(Command::strobe), &QAction::toggled, this, &ShelfBinding::showGhostColours);
  connect(&run_, &RunController::cleared, this, &ShelfBinding::updActions);
  connect(&run_, &RunController::stateChanged, this, [this] {
    updActions();
    showStrobe();
    if (!run_.isBusy()) showTable();
  });
  connect(&document_, &MechanismDocument::loaded, &shelf_, &RunShelf::clear);
  connect(&document_, &MechanismDocument::loaded, &cases_, &CaseRunner::stop);
  connect(&document_, &MechanismDocument::loaded, this, &ShelfBinding::offerSaved);
  connect(&document_, &MechanismDocument::titleChanged, this, &ShelfBinding::updActions);
  connect(actions_.get(Command::saveShelf), &QAction::triggered, this, &ShelfBinding::save);
  connect(&document_, &MechanismDocument::resolvedChanged, this, &ShelfBinding::updActions);
  connect(views_.plots, &PlotArea::choiceChanged, this, &ShelfBinding::showTable);
  connect(views_.comparisonDock, &QDockWidget::visibilityChanged, this, &ShelfBinding::showTable);
  connect(&cases_, &CaseRunner::ended, this, [this](const KeptRun& kept) {
    if (kept.trajectory->sampleCount() > 1) shelf_.keep(kept);
    if (kept.summary.end == RunSummary::End::failed && !kept.summary.problems.empty())
      Q_EMIT said(tr("%1: %2").arg(kept.name, tellMessage(kept.summary.problems.front().what)));
  });
  connect(&cases_, &CaseRunner::progressed, this,
          [this](int done, int all) { Q_EMIT said(tr("Case %1 of %2 done").arg(done).arg(all)); });
  connect(&cases_, &CaseRunner::finished, this, &ShelfBinding::updActions);
  const ShelfBar* bar = views_.shelf;
  connect(bar, &ShelfBar::shownChanged, &shelf_, &RunShelf::setShown);
  connect(bar, &ShelfBar::renamed, &shelf_, &RunShelf::rename);
  connect(bar, &ShelfBar::colourChosen, &shelf_, &RunShelf::setColour);
  connect(bar, &ShelfBar::removed, &shelf_, &RunShelf::remove);
  connect(bar, &ShelfBar::cleared, &shelf_, &RunShelf::clear);
  updActions();
}

// The case; where its parameters have been changed what they are now, or a number.
QString ShelfBinding::proposeName() const {
  QString name;
  for (const Case& c : document_.drawn().cases)
    if (c.id == document_.caseId()) name = nameCase(c);
  std::vector<const Mechanism*> all{&run_.mechanism()};
  for (const KeptRun& kept : shelf_.runs()) all.push_back(&kept.mechanism);
  const QString difference = describeDifference(run_.mechanism(), listDifferingParameters(all));
  const auto isTaken = [&](const QString& wanted) {
    return std::ranges::any_of(shelf_.runs(), [&](const KeptRun& run) {
      return run.name == wanted && !(run.mechanism == run_.mechanism());
    });
  };
  if (name.isEmpty() || isTaken(name)) name = difference.isEmpty() ? name : difference;
  if (name.isEmpty()) name = tr("run %1").arg(shelf_.runs().size() + 1);
  QString free = name;
  for (int i = 2; isTaken(free); ++i) free = tr("%1 (%2)").arg(name).arg(i);
  return free;
}

void ShelfBinding::keepShown() {
  if (run_.trajectory().sampleCount() < 2) return;
  KeptRun kept;
  kept.name = proposeName();
  kept.mechanism = run_.mechanism();
  kept.trajectory = std::make_shared<const Trajectory>(run_.trajectory());
  kept.summary = run_.summary();
  if (shelf_.keep(std::move(kept)))
    Q_EMIT said(tr("Kept: %1").arg(shelf_.runs().back().name));
  else
    Q_EMIT said(tr("The shelf is full: take a run off it first"));
}

void ShelfBinding::runAllCases() {
  std::vector<KeptRun> wanted;
  for (const Case& c : document_.drawn().cases) {
    auto resolved = resolve(onlyWhatRuns(document_.drawn()), c.id);
    if (!resolved) {
      Q_EMIT said(tr("Case %1: %2").arg(nameCase(c), tellMessage(resolved.error().front().what)));
      continue;
    }
    KeptRun run;
    run.name = nameCase(c);
    run.mechanism = std::move(*resolved);
    wanted.push_back(std::move(run));
  }
  cases_.start(std::move(wanted));
  updActions();
}

bool ShelfBinding::save() {
  const QString path = shelfPathOf(document_.path());
  const auto written = replaceFile(path.toStdString(), writeShelf(shelf_.runs()));
  Q_EMIT said(written ? tr("Written: %1").arg(path) : QString::fromStdString(written.error().front().what));
  return written.has_value();
}

void ShelfBinding::offerSaved() {
  const QString path = shelfPathOf(document_.path());
  if (!QFileInfo(path).isFile()) return;
  views_.notice->ask(tr("A shelf of runs lies beside this file."),
                     {{tr("Run them again"), [this, path] { bringBack(path); }}, {tr("Not now"), {}}});
}

void ShelfBinding::bringBack(const QString& path) {
  const auto text = readFile(path.toStdString(), TextSource::filesOnly);
  const auto runs = text ? readShelf(*text) : tl::unexpected(text.error());
  if (!runs) {
    const Problem& problem = runs.error().front();
    Q_EMIT said(tr("%1 cannot be read: %2: %3")
                    .arg(QFileInfo(path).fileName(), QString::fromStdString(problem.where),
                         tellMessage(problem.what)));
    return;
  }
  cases_.start(*runs);
  updActions();
}

void ShelfBinding::updActions() {
  const bool moves = run_.trajectory().sampleCount() > 1;
  actions_.allow(Command::keepRun, moves && !run_.isBusy() && !shelf_.isFull(),
                 shelf_.isFull() ? tr("The shelf is full: take a run off it first")
                 : moves         ? tr("Not while it runs")
                                 : tr("Run the mechanism first"));
  const bool hasFile = !document_.path().isEmpty();
  actions_.allow(Command::saveShelf, hasFile && !shelf_.runs().empty(),
                 hasFile ? tr("There is no run on it") : tr("Save the drawing first"));
  actions_.allow(Command::runAllCases, document_.drawn().cases.size() > 1 && !cases_.isBusy(),
                 cases_.isBusy() ? tr("They are under way") : tr("The mechanism has no cases to compare"));
}

void ShelfBinding::showShelf() {
  std::vector<ShelfBar::Item> items;
  std::vector<Overlay> overlays;
  std::vector<const Mechanism*> all;
  for (const KeptRun& kept : shelf_.runs()) all.push_back(&kept.mechanism);
  const auto differing = listDifferingParameters(all);
  for (const KeptRun& kept : shelf_.runs()) {
    items.push_back({kept.name, describeDifference(kept.mechanism, differing), kept.colour, kept.shown});
    if (kept.shown)
      overlays.push_back({kept.trajectory.get(), kept.name, kept.colour, listConstants(kept.mechanism)});
  }
  QStringList words;
  for (const std::string& id : differing) {
    QStringList values;
    for (const Mechanism* mechanism : all) values.push_back(toParameterText(*mechanism, id));
    words.push_back(QString::fromStdString(id) + ": " + values.join(" / "));
  }
  views_.shelf->setItems(std::move(items));
  views_.shelf->setDifference(words.isEmpty() ? QString() : tr("differs in ") + words.join("; "));
  views_.plots->setOverlays(overlays);
  showGhostColours();
  showTable();
  updActions();
}

// The first ghost is the run before; behind those of the shelf come the moments of a strobe picture.
void ShelfBinding::showGhostColours() {
  const Palette& palette = views_.palette();
  std::vector<GhostLook> looks{{{}, run_.previousMechanism()}};
  for (const KeptRun* run : shelf_.listShown()) looks.push_back({palette.curve(run->colour), run->mechanism});
  const std::size_t kept = looks.size();
  if (actions_.get(Command::strobe)->isChecked()) looks.resize(kept + kStrobed);
  views_.scene->setGhosts(std::move(looks));
  if (kept == 1) Q_EMIT playback_.cursorMoved(playback_.time());
  showGhosts();
  showStrobe();
}

// Of the run as far as it has come, at equal times from start to end.
void ShelfBinding::showStrobe() {
  if (!actions_.get(Command::strobe)->isChecked()) return;
  const Trajectory& run = run_.trajectory();
  const bool moves = run.sampleCount() > 1 && !run_.isBusy();
  const std::size_t first = 1 + shelf_.listShown().size();
  for (std::size_t i = 0; i < kStrobed; ++i) {
    const double t = moves ? run.time(run.sampleCount() - 1) * static_cast<double>(i) / (kStrobed - 1) : 0;
    views_.scene->showGhost(first + i, moves ? readRowAt(run, t, run.channels()) : std::vector<double>());
  }
}

void ShelfBinding::showGhosts() {
  const auto shown = shelf_.listShown();
  if (shown.empty()) return;
  views_.scene->showGhost(0, {});
  const auto& channels = run_.trajectory().channels();
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const bool isSame = hasSameBodies(shown[i]->trajectory->channels(), channels);
    views_.scene->showGhost(
        i + 1, isSame ? readRowAt(*shown[i]->trajectory, playback_.time(), channels) : std::vector<double>());
  }
}

void ShelfBinding::showTable() {
  // Of panels that share a place Qt counts all as visible; those behind the first are disabled (views.cpp).
  if (!views_.comparisonDock->isVisible() || !views_.comparison->isEnabled()) return;
  const Palette& palette = views_.palette();
  std::vector<ComparedRun> runs;
  if (run_.trajectory().sampleCount() > 1)
    runs.push_back({tr("now"), palette.ink, true, &run_.mechanism(), &run_.trajectory()});
  for (const KeptRun& kept : shelf_.runs())
    runs.push_back({kept.name, palette.curve(kept.colour), false, &kept.mechanism, kept.trajectory.get()});
  const RunComparison comparison = compareRuns(runs, views_.plots->getActive().choice().channels);
  views_.comparison->setRows(comparison.headers, comparison.rows);
}

}  // namespace clank

#include "moc_shelf_binding.cpp"
