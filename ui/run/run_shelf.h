// SPDX-License-Identifier: GPL-3.0-or-later
// Runs that are kept to be compared with each other and with the one that is shown: what they were run with,
// and what they gave.
#pragma once

#include <QObject>
#include <QString>
#include <memory>
#include <vector>

#include "core/model/mechanism.h"
#include "core/record/run_summary.h"
#include "core/record/signal.h"
#include "core/record/trajectory.h"

namespace clank {

struct KeptRun {
  QString name;
  int colour = -1;  // index of Palette::curve; below 0: the shelf chooses
  bool shown = true;
  Mechanism mechanism;  // resolved: its parameters have the values of the run
  std::shared_ptr<const Trajectory> trajectory;
  RunSummary summary;
};

class RunShelf : public QObject {
  Q_OBJECT
 public:
  static constexpr std::size_t kMost = 12;  // more nobody can tell apart

  explicit RunShelf(QObject* parent = nullptr) : QObject(parent) {}

  const std::vector<KeptRun>& runs() const { return runs_; }
  std::vector<const KeptRun*> listShown() const;
  bool isFull() const { return runs_.size() >= kMost; }

  // False when the shelf is full. A run of the same name and mechanism takes the place of the one before.
  bool keep(KeptRun run);
  void remove(std::size_t i);
  void rename(std::size_t i, const QString& name);  // an empty name changes nothing
  void setColour(std::size_t i, int colour);
  void setShown(std::size_t i, bool shown);
  void clear();

 Q_SIGNALS:
  void changed();

 private:
  int chooseColour() const;
  std::vector<KeptRun> runs_;
};

// Its parameters that are numbers, for expressions over plots.
std::vector<SignalConstant> listConstants(const Mechanism& resolved);
// Can one run be seen as the ghost of another: a joint may have become loose, but what moves is the same.
bool hasSameBodies(const std::vector<Channel>& one, const std::vector<Channel>& other);
// Another run at a time (s), in the order of these channels; what it has none of counts as zero. Empty when
// it was over before.
std::vector<double> readRowAt(const Trajectory& other, double t, const std::vector<Channel>& channels);
// Ids of the parameters that do not have the same value in all of them, in the order of the first.
std::vector<std::string> listDifferingParameters(const std::vector<const Mechanism*>& mechanisms);
// "250 mm", "loose": as it is shown to people. Empty where the mechanism has no such parameter.
QString toParameterText(const Mechanism& mechanism, const std::string& id);
// "r = 80 mm, law = flores" of the parameters that differ; empty when none does.
QString describeDifference(const Mechanism& mechanism, const std::vector<std::string>& differing);

}  // namespace clank
