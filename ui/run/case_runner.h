// SPDX-License-Identifier: GPL-3.0-or-later
// Runs several mechanisms to their ends behind what is shown, as many at once as there are cores.
#pragma once

#include <QObject>
#include <QTimer>
#include <deque>
#include <memory>
#include <vector>

#include "ui/run/run_shelf.h"
#include "ui/run/simulation_worker.h"

namespace clank {

class CaseRunner : public QObject {
  Q_OBJECT
 public:
  explicit CaseRunner(QObject* parent = nullptr);
  ~CaseRunner() override;

  // In place of what is under way. Of each the name and the resolved mechanism are asked for.
  void start(std::vector<KeptRun> wanted);
  void stop();
  bool isBusy() const { return !waiting_.empty() || !running_.empty(); }

 Q_SIGNALS:
  void ended(const clank::KeptRun& run);  // in the order asked for
  void progressed(int done, int all);
  void finished();

 private:
  struct Running {
    std::size_t place = 0;
    KeptRun run;
    Trajectory trajectory;
    bool hasStarted = false;
    std::unique_ptr<SimulationWorker> worker;
  };
  void launch();
  void poll();
  bool advance(Running& running);  // true when it has ended
  void hand(std::size_t place, KeptRun run);

  std::deque<std::pair<std::size_t, KeptRun>> waiting_;
  std::vector<Running> running_;
  std::vector<std::unique_ptr<KeptRun>> done_;  // one a place; those before next_ have been told
  std::size_t next_ = 0;
  std::vector<std::unique_ptr<SimulationWorker>> retired_;
  QTimer timer_;
};

}  // namespace clank
