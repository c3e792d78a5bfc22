// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/spectrum_feed.h"

#include <algorithm>
#include <limits>

#include "core/io/number_text.h"
#include "ui/look/shown_units.h"
#include "ui/look/words.h"

namespace clank {
namespace {

constexpr int kSoon = 150;  // ms
// Of all spectra of a plot together: more take longer than one would wait for them. Left out are the first.
constexpr std::size_t kMostTransformed = 1U << 15U;

QString nameWindow(SpectrumWindow window) {
  switch (window) {
    case SpectrumWindow::rectangular:
      return tr("rectangular window");
    case SpectrumWindow::hann:
      return tr("Hann window");
    case SpectrumWindow::flatTop:
      return tr("flat top window");
  }
  return {};
}

}  // namespace

SpectrumFeed::SpectrumFeed(XyCanvas& canvas) : canvas_(canvas) {
  due_.setSingleShot(true);
  due_.setInterval(kSoon);
  QObject::connect(&due_, &QTimer::timeout, &canvas, [this] { show(); });
}

void SpectrumFeed::stop() {
  due_.stop();
  trajectory_ = nullptr;
}

void SpectrumFeed::start(const PlotChoice& choice, const Trajectory& trajectory) {
  choice_ = choice;
  trajectory_ = &trajectory;
  shown_.clear();
  names_.clear();
  std::vector<QString> units;
  for (const std::string& name : choice.channels) {
    auto signal = Signal::findIfThere(name, trajectory.channels(), constants_);
    if (!signal) continue;
    units.push_back(signal->isExpression() ? QString("SI") : QString::fromStdString(signal->getUnit()));
    names_.push_back(name);
    shown_.push_back(std::move(*signal));
  }
  canvas_.clearCurves();
  canvas_.setEqual(false);
  canvas_.setDotted(false);
  canvas_.setCircle(0);
  canvas_.setTimes(-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity());
  canvas_.setLogarithmic(choice.logX, choice.logY);
  for (const QString& label : makeLabels(names_)) canvas_.addCurve(label);
  const bool oneUnit = std::count(units.begin(), units.end(), units.empty() ? QString() : units[0]) ==
                       static_cast<std::ptrdiff_t>(units.size());
  canvas_.setAxes(tr("frequency"), "Hz", tr("amplitude"), oneUnit && !units.empty() ? units[0] : QString());
  show();
}

void SpectrumFeed::setView(double from, double to) {
  if (from == from_ && to == to_) return;
  from_ = from;
  to_ = to;
  advance();
}

void SpectrumFeed::advance() {
  if (trajectory_ && !due_.isActive()) due_.start();
}

Spectrum SpectrumFeed::calc(Signal& signal, SampleRange range) const {
  std::vector<double> values;
  for (std::size_t i = range.first; i < range.end; ++i) values.push_back(signal.read(trajectory_->row(i)));
  return calcSpectrum(columnOf(*trajectory_, 0, range), values, choice_.window);
}

// A frequency belongs to no time: no cursor meets it.
void SpectrumFeed::show() {
  if (!trajectory_) return;
  spectra_.clear();
  bool some = false;
  const SampleRange range =
      findLast(*trajectory_, from_, to_, kMostTransformed / std::max<std::size_t>(1, shown_.size()));
  showTitle(range);
  for (std::size_t i = 0; i < shown_.size(); ++i) {
    spectra_.push_back(calc(shown_[i], range));
    const Spectrum& spectrum = spectra_.back();
    some = some || !spectrum.frequency.empty();
    const std::vector<double> never(spectrum.frequency.size(), std::numeric_limits<double>::infinity());
    canvas_.replace(static_cast<int>(i), never, spectrum.frequency, spectrum.amplitude);
  }
  canvas_.setHint(some                             ? QString()
                  : trajectory_->sampleCount() < 2 ? tellToRun()
                  : shown_.empty()                 ? tr("Choose signals above")
                                                   : tr("Too few samples for a spectrum"));
  canvas_.refresh();
}

void SpectrumFeed::showTitle(SampleRange range) {
  const QString title = choice_.title.isEmpty() ? makeTitle(names_) : choice_.title;
  const QString left = describeLeftOut(*trajectory_, range, from_);
  canvas_.setTitle(tr("Spectrum of %1").arg(title),
                   left.isEmpty() ? nameWindow(choice_.window) : nameWindow(choice_.window) + ", " + left);
}

QString SpectrumFeed::toText() const {
  std::string text = "frequency [Hz]";
  for (const std::string& name : names_) text += '\t' + name;
  text += '\n';
  const std::size_t rows = spectra_.empty() ? 0 : spectra_[0].frequency.size();
  for (std::size_t k = 0; k < rows; ++k) {
    appendFullNumber(text, spectra_[0].frequency[k]);
    for (const Spectrum& spectrum : spectra_) {
      text += '\t';
      appendFullNumber(text, spectrum.amplitude[k]);
    }
    text += '\n';
  }
  return QString::fromStdString(text);
}

}  // namespace clank
