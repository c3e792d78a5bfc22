// SPDX-License-Identifier: GPL-3.0-or-later
// Computes a study behind the window, on all processors, and keeps its table. A timer takes the rows over; no
// call here waits for the solver.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QTemporaryDir>
#include <QTimer>
#include <memory>
#include <optional>
#include <thread>

#include "core/model/mechanism.h"
#include "core/study/study_cost.h"
#include "core/study/study_table.h"

namespace clank {

class StudyRunner : public QObject {
  Q_OBJECT
 public:
  // asking: it takes long, see cost(). stopped: with what was computed; start() goes on with it.
  enum class State { idle, preparing, asking, running, stopping, stopped, finished, failed };
  Q_ENUM(State)

  explicit StudyRunner(QObject* parent = nullptr);
  ~StudyRunner() override;

  // Computes what is not in the table yet; the table of another study, or of a changed one, is thrown away.
  // fileName: of the drawing, for the table. Nothing while it is busy.
  void start(const Mechanism& drawn, const std::string& studyId, const QString& fileName);
  void agree();    // that it takes long
  void stop();     // answers soon; what is computed stays
  void forget();   // stops and throws everything away
  void dismiss();  // what it failed for is known

  State state() const { return state_; }
  bool isBusy() const {
    return state_ == State::preparing || state_ == State::asking || state_ == State::running ||
           state_ == State::stopping;
  }
  const std::string& studyId() const { return studyId_; }  // that was started last
  const StudyTable& table() const { return table_; }
  // Are its rows runs of this drawing? What is only looked at, as plots and names of files, does not count.
  bool isOf(const Mechanism& drawn) const;
  const StudyCost& cost() const { return cost_; }
  const Problems& problems() const { return problems_; }  // when failed
  std::uint64_t done() const { return done_; }
  std::uint64_t all() const { return all_; }
  double rate() const;  // runs per s of this session; 0: not known yet
  // The mechanism of a run of the table, as it was run.
  Result<Mechanism> resolveAt(std::uint64_t run) const;
  QString describeRun(std::uint64_t run) const;  // "e = 0.3, L3 = 120 mm"

  // While it is not busy.
  Result<void> writeTable(const QString& path) const;     // CSV
  Result<void> writeDatabase(const QString& path) const;  // SQLite
  QString summarise() const;                              // as clank-cli study does

 Q_SIGNALS:
  void stateChanged();
  void begun();     // table() is another one
  void advanced();  // table() has grown

 private:
  struct Shared;
  static void work(const std::stop_token& stop, Shared& shared);
  void poll();
  void setState(State state);

  State state_ = State::idle;
  std::string studyId_;
  StudyTable table_;
  StudyCost cost_;
  Problems problems_;
  std::uint64_t done_ = 0, doneBefore_ = 0, all_ = 0;
  QElapsedTimer clock_;
  double elapsed_ = 0;  // s, of this session
  std::shared_ptr<const StudyRuns> runs_;
  QTemporaryDir folder_;  // of the table on disk
  std::unique_ptr<Shared> shared_;
  QTimer timer_;
  std::jthread thread_;  // last: it uses the others
};

}  // namespace clank
