// SPDX-License-Identifier: GPL-3.0-or-later
// The searches of the file: starts one, shows how it gets better, and moves the drawing to each improvement.
#pragma once

#include <QDialog>
#include <memory>

#include "ui/document/mechanism_document.h"
#include "ui/look/palette.h"
#include "ui/run/optimisation_runner.h"

class QComboBox;
class QLabel;
class QPushButton;

namespace clank {

class SearchCurve;

class OptimiseDialog : public QDialog {
  Q_OBJECT
 public:
  OptimiseDialog(QWidget& window, MechanismDocument& document);

  void open() override;            // not modal
  void search(const QString& id);  // opens, and starts that one unless one is under way
  void choose(const QString& id);
  bool isSearching() const { return runner_.isBusy(); }
  void setLook(const Palette& palette);
  void done(int result) override;  // stops; the best stays

 Q_SIGNALS:
  // Ids of an optimisation; empty where the file has none.
  void targetAsked(const QString& id);  // a curve is to be drawn that it fits
  void editAsked(const QString& id);

 private:
  void build();
  void list();
  void follow();
  QStringList listIds() const;  // of those in the choice
  QString chosen() const;
  void describe();
  QString describeChosen() const;
  void startOrStop();
  void take(const std::vector<Attempt>& attempts);
  void finish(const std::optional<Attempt>& best, bool wasStopped);
  void move(const Attempt& best);
  void showBest(const Attempt& best);

  MechanismDocument& document_;
  QComboBox* choice_;
  QLabel *note_, *headline_, *values_;
  SearchCurve* curve_;
  QPushButton *target_, *edit_, *go_;
  std::shared_ptr<const Optimiser> optimiser_;
  int mergeId_ = -1, mostRuns_ = 1;
  std::uint64_t runs_ = 0, failed_ = 0;
  double best_ = 0;
  QString lastReason_;  // of a run that failed
  OptimisationRunner runner_;
};

}  // namespace clank
