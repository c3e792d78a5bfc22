// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/exporters.h"

#include <ostream>

#include "core/io/csv.h"
#include "core/io/sample_text.h"

namespace clank {

namespace {

constexpr std::size_t kBlock = 1U << 16U;  // bytes handed to the stream at once

void flush(std::ostream& out, std::string& block) {
  out.write(block.data(), static_cast<std::streamsize>(block.size()));
  block.clear();
}

}  // namespace

void writeSamplesCsv(std::ostream& out, const Trajectory& trajectory, std::span<const std::size_t> columns) {
  std::string header;
  appendSampleHeader(header, trajectory.channels(), columns);
  flush(out, header);
  SampleText text({columns.begin(), columns.end()}, [&](std::string_view rows) {
    out.write(rows.data(), static_cast<std::streamsize>(rows.size()));
  });
  for (std::size_t i = 0; i < trajectory.sampleCount(); ++i) text.add(trajectory.row(i));
  text.flush();
}

void writeEventsCsv(std::ostream& out, const Trajectory& trajectory) {
  const EventColumns columns = findEventColumns(trajectory.channels());
  std::string block;
  appendEventHeader(block, columns);
  for (const Receipt& receipt : trajectory.events()) {
    appendEventRow(block, receipt, columns);
    if (block.size() >= kBlock) flush(out, block);
  }
  flush(out, block);
}

}  // namespace clank
