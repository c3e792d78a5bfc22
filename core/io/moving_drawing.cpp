// SPDX-License-Identifier: GPL-3.0-or-later
// Most of a sheet stays where it is from one row to the next: each line is written once, and a frame lists
// the numbers of its lines, in the order in which they cover each other.
#include "core/io/moving_drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <vector>

#include "core/io/draw_sheet.h"
#include "core/io/svg_writer.h"

namespace clank {
namespace {

constexpr std::size_t kMostFrames = 120, kFewestFrames = 12;
constexpr std::size_t kMostBytes = 900'000;
constexpr double kShortestPlay = 3, kLongestPlay = 12;  // s, of one play

constexpr const char* kPlayer = R"(<script>
(() => {
  const box = document.currentScript.parentElement;
  const {times, lines, frames, seconds} = JSON.parse(box.querySelector('script').textContent);
  const place = box.querySelector('g'), slider = box.querySelector('input');
  const button = box.querySelector('button'), clock = box.querySelector('output');
  let begun = null;
  const show = i => {
    place.innerHTML = frames[i].map(k => lines[k]).join('');
    slider.value = i;
    clock.textContent = 't = ' + times[i] + ' s';
  };
  const rest = () => { begun = null; button.textContent = 'Play'; };
  const step = now => {
    if (begun === null) return;
    const share = (now - begun) / (1000 * seconds);
    show(Math.min(frames.length - 1, Math.floor(share * frames.length)));
    if (share < 1) requestAnimationFrame(step); else rest();
  };
  button.onclick = () => {
    if (begun !== null) return rest();
    const from = +slider.value + 1 < frames.length ? +slider.value : 0;
    begun = performance.now() - 1000 * seconds * from / frames.length;
    button.textContent = 'Pause';
    requestAnimationFrame(step);
  };
  slider.oninput = () => { rest(); show(+slider.value); };
  slider.max = frames.length - 1;
  box.hidden = false;
  show(0);
})();
</script>)";

std::vector<std::size_t> chooseRows(const Trajectory& trajectory, std::size_t count) {
  std::vector<std::size_t> rows;
  const double begin = trajectory.time(0), end = trajectory.time(trajectory.sampleCount() - 1);
  std::size_t row = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double t = begin + (end - begin) * static_cast<double>(i) / static_cast<double>(count - 1);
    while (row + 1 < trajectory.sampleCount() && trajectory.time(row) < t) ++row;
    if (rows.empty() || rows.back() != row) rows.push_back(row);
  }
  return rows;
}

class Frames {
 public:
  explicit Frames(const SvgWriter& svg) : svg_(svg) {}
  void add(const Sheet& sheet) {
    auto& frame = frames_.emplace_back();
    for (const SheetPath& path : sheet.paths) {
      std::string text = svg_.write(path);
      const auto [known, isNew] = numbers_.emplace(text, lines_.size());
      if (isNew) lines_.push_back(std::move(text));
      frame.push_back(known->second);
    }
  }
  const std::vector<std::string>& lines() const { return lines_; }
  const std::vector<std::vector<std::size_t>>& frames() const { return frames_; }

 private:
  const SvgWriter& svg_;
  std::vector<std::string> lines_;
  std::unordered_map<std::string, std::size_t> numbers_;
  std::vector<std::vector<std::size_t>> frames_;
};

// What one more frame adds: the lines in which two sheets differ.
std::size_t countBytes(const SvgWriter& svg, const Sheet& first, const Sheet& last) {
  Frames two(svg);
  two.add(first);
  const std::size_t before = two.lines().size();
  two.add(last);
  std::size_t bytes = 4 * first.paths.size();
  for (std::size_t i = before; i < two.lines().size(); ++i) bytes += two.lines()[i].size();
  return bytes;
}

}  // namespace

std::string writeMovingDrawing(const Mechanism& resolved, const Trajectory& trajectory) {
  const std::size_t count = trajectory.sampleCount();
  if (count < 2) return {};
  const auto draw = [&](std::size_t row) { return drawSheet(resolved, trajectory, row); };
  SheetExtent found;
  for (const std::size_t row : chooseRows(trajectory, kFewestFrames)) found.take(draw(row));
  const SheetExtent extent = found.pad();
  const double width = 1000 * (extent.right - extent.left), height = 1000 * (extent.high - extent.low);
  const double pixel = std::max(width / kSheetWidth, height / (kLowSheet * kSheetWidth));
  const SvgWriter svg(resolved.units, pixel);
  const std::size_t bytes = countBytes(svg, draw(0), draw(count / 2));
  if (bytes * kFewestFrames > kMostBytes) return {};
  Frames frames(svg);
  std::vector<std::string> times;
  for (const std::size_t row : chooseRows(trajectory, std::clamp(kMostBytes / std::max<std::size_t>(bytes, 1),
                                                                 kFewestFrames, kMostFrames))) {
    frames.add(draw(row));
    times.push_back(fmt::format("{:.4g}", trajectory.time(row)));
  }
  const double seconds =
      std::clamp(trajectory.time(count - 1) - trajectory.time(0), kShortestPlay, kLongestPlay);
  const nlohmann::json data = {
      {"times", times}, {"lines", frames.lines()}, {"frames", frames.frames()}, {"seconds", seconds}};
  return fmt::format(
      "<div class=\"motion\" hidden><svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{:.6g} {:.6g} {:.6g} "
      "{:.6g}\" width=\"{:.6g}\" height=\"{:.6g}\" role=\"img\" aria-label=\"The motion\"><g "
      "stroke-width=\"{:.6g}\" stroke-linejoin=\"round\"></g></svg>\n<p><button "
      "type=\"button\">Play</button> "
      "<input type=\"range\" min=\"0\" value=\"0\" aria-label=\"Time\"> <output></output></p>\n"
      "<script type=\"application/json\">{}</script>{}</div>\n",
      1000 * extent.left, -1000 * extent.high, width, height, width / pixel, height / pixel,
      kSheetLine * pixel, data.dump(), kPlayer);
}

}  // namespace clank
