// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/study_export.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "core/io/csv.h"
#include "core/io/number_text.h"
#include "core/study/percentiles.h"
#include "core/study/sensitivity.h"

namespace clank {
namespace {

// Writes beside the place and exchanges, so that an old table stays until the new one is whole.
class TableFile {
 public:
  explicit TableFile(std::filesystem::path path) : path_(std::move(path)), part_(path_) {
    part_ += ".part";
    file_.open(part_, std::ios::binary | std::ios::trunc);
  }
  void write(const std::string& text) { file_ << text; }
  Result<void> close() {
    file_.close();
    std::error_code error;
    if (file_) std::filesystem::rename(part_, path_, error);
    if (file_ && !error) return {};
    const std::string why = error ? error.message() : std::strerror(errno);
    std::filesystem::remove(part_, error);
    return failure(fmt::format("cannot write {}: {}", path_.string(), why));
  }

 private:
  std::filesystem::path path_, part_;
  std::ofstream file_;
};

}  // namespace

Result<void> writeStudyTable(const StudyStore& store, const std::filesystem::path& path) {
  TableFile file(path);
  std::string line = "run";
  for (const auto* names : {&store.identity().parameters, &store.identity().quantities})
    for (const std::string& name : *names) {
      line += ',';
      appendCell(line, name);
    }
  file.write(line + ",ended,reason\r\n");
  store.forEach([&](const StudyRow& row) {
    line = std::to_string(row.run);
    for (const std::string& text : row.parameters) {
      line += ',';
      appendCell(line, text);
    }
    for (const double value : row.quantities) {
      line += ',';
      appendFullNumber(line, value);
    }
    line += ',' + row.ended + ',';
    appendCell(line, row.reason);
    file.write(line + "\r\n");
  });
  return file.close();
}

Result<void> writeKeptSamples(const StudyStore& store, const std::filesystem::path& path) {
  TableFile file(path);
  std::string line = "run";
  for (const std::string& name : store.identity().kept) {
    line += ',';
    appendCell(line, name);
  }
  file.write(line + "\r\n");
  store.forEachKept([&](std::uint64_t run, const std::vector<double>& values) {
    line = std::to_string(run);
    for (const double value : values) {
      line += ',';
      appendFullNumber(line, value);
    }
    file.write(line + "\r\n");
  });
  return file.close();
}

std::string summariseStudy(const StudyStore& store, const Study& study) {
  constexpr std::array kParts{0.0, 0.05, 0.5, 0.95, 1.0};
  const auto& names = store.identity().quantities;
  const auto percentiles =
      calcPercentiles([&](const VisitRow& visit) { store.forEachQuantities(visit); }, names.size(), kParts);
  std::string text = fmt::format("{:<28} {:>6} {:>12} {:>12} {:>12} {:>12} {:>12}\n", "quantity", "runs",
                                 "least", "5 %", "median", "95 %", "greatest");
  for (std::size_t k = 0; k < names.size(); ++k) {
    text += fmt::format("{:<28} {:>6}", names[k], percentiles[k].count);
    for (const double value : percentiles[k].values) text += fmt::format(" {:>12.6g}", value);
    for (std::size_t i = percentiles[k].values.size(); i < kParts.size(); ++i)
      text += fmt::format(" {:>12}", "-");
    text += '\n';
  }
  if (study.sampling.value != Sampling::sensitivity) return text;
  // A part of the points is not spread evenly: those of every second number lie in one half of a range.
  if (fmt::format("{}", store.count()) != store.identity().size)
    return text + "\nSobol's indices need all runs of the study\n";
  const auto points = static_cast<std::uint64_t>(study.runs.value);
  for (std::size_t k = 0; k < names.size(); ++k) {
    const auto indices = calcSobolIndices(
        [&](const VisitPoint& visit) { store.forEachPoint(k, points, visit); }, study.parameters.size());
    text += fmt::format("\nSobol's indices of {}\n{:<28} {:>12} {:>12}\n", names[k], "parameter", "first",
                        "total");
    if (indices.empty()) text += "none: too few runs, or no spread\n";
    for (std::size_t i = 0; i < indices.size(); ++i)
      text += fmt::format("{:<28} {:>12.4f} {:>12.4f}\n", study.parameters[i].parameter, indices[i].first,
                          indices[i].total);
  }
  return text;
}

}  // namespace clank
