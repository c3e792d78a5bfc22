// SPDX-License-Identifier: GPL-3.0-or-later
// Searches the best values of parameters on a thread of its own and hands over what it tries.
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "core/study/optimiser.h"

namespace clank {

class OptimisationRunner : public QObject {
  Q_OBJECT
 public:
  explicit OptimisationRunner(QObject* parent = nullptr);
  ~OptimisationRunner() override;

  // In place of what is under way.
  void start(std::shared_ptr<const Optimiser> optimiser);
  void stop();  // soon; ended() follows, with the best up to here
  bool isBusy() const { return optimiser_ != nullptr; }

 Q_SIGNALS:
  void tried(const std::vector<clank::Attempt>& attempts);  // those since the last time
  void ended(const std::optional<clank::Attempt>& best, bool wasStopped);

 private:
  void poll();

  std::shared_ptr<const Optimiser> optimiser_;
  std::mutex mutex_;  // of what follows
  std::vector<Attempt> waiting_;
  std::optional<Attempt> best_;
  bool isOver_ = false;
  QTimer timer_;
  std::jthread thread_;  // last: it uses the others
};

}  // namespace clank
