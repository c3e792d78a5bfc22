// SPDX-License-Identifier: GPL-3.0-or-later
// Brings the spectra of signals of a run, over the time that the plots show, onto a canvas of values over
// values.
#pragma once

#include <QTimer>
#include <vector>

#include "core/math/spectrum.h"
#include "core/record/signal.h"
#include "core/record/trajectory.h"
#include "ui/plots/column.h"
#include "ui/plots/plot_choice.h"
#include "ui/plots/xy_canvas.h"

namespace clank {

class SpectrumFeed {
 public:
  explicit SpectrumFeed(XyCanvas& canvas);

  void setConstants(std::vector<SignalConstant> constants) { constants_ = std::move(constants); }
  // The trajectory must live until the next call, or stop().
  void start(const PlotChoice& choice, const Trajectory& trajectory);
  void stop();                           // another feed has the canvas
  void setView(double from, double to);  // s: what lies there is looked at
  void advance();                        // the trajectory has grown: shown soon, once for many calls
  QString toText() const;                // a table with tabs between: Hz, and the amplitudes in SI

 private:
  void show();
  void showTitle(SampleRange range);
  Spectrum calc(Signal& signal, SampleRange range) const;

  XyCanvas& canvas_;
  QTimer due_;
  PlotChoice choice_;
  const Trajectory* trajectory_ = nullptr;
  std::vector<SignalConstant> constants_;
  std::vector<Signal> shown_;
  std::vector<std::string> names_;  // of what is shown
  std::vector<Spectrum> spectra_;
  double from_ = 0, to_ = 0;  // s
};

}  // namespace clank
