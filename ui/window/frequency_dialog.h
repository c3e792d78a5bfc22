// SPDX-License-Identifier: GPL-3.0-or-later
// Natural frequencies of the mechanism at the position shown, and their shapes on board and scene.
#pragma once

#include <QDialog>
#include <QElapsedTimer>
#include <QTimer>
#include <memory>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

#include "core/simulation/natural_modes.h"
#include "ui/run/playback.h"
#include "ui/run/run_controller.h"

class QLabel;

namespace clank {

class ModeTable;
class SceneView;

class FrequencyDialog : public QDialog {
  Q_OBJECT
 public:
  FrequencyDialog(QWidget& window, RunController& run, Playback& playback, SceneView& scene);
  ~FrequencyDialog() override;

  void open() override;  // not modal; asks anew
  // Swings the mechanism in a mode, slowed or sped up to be seen, until Esc, a click beside the list, or a
  // move of the time cursor.
  void animate(int mode);
  void rest();
  bool isAnimating() const { return timer_.isActive(); }
  void done(int result) override;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void find();
  void take(const std::shared_ptr<Result<NaturalModes>>& found);
  void forget(const QString& why);
  void tick();

  RunController& run_;
  Playback& playback_;
  SceneView& scene_;
  QLabel *headline_, *remark_;
  ModeTable* table_;
  std::optional<NaturalModes> modes_;
  std::vector<std::vector<double>> frames_;  // rows of one swing
  QString caption_;
  bool showing_ = false;  // a frame is being shown just now
  QTimer timer_;
  QElapsedTimer clock_;
  std::jthread finder_;
};

}  // namespace clank
