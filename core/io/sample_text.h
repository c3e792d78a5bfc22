// SPDX-License-Identifier: GPL-3.0-or-later
// Rows on their way to samples.csv: kept as numbers, made text in blocks by threads of their own, handed on
// in order. Beside the computation of a run the text costs hardly any time.
#pragma once

#include <deque>
#include <functional>
#include <future>
#include <span>
#include <string_view>
#include <vector>

namespace clank {

class SampleText {
 public:
  // columns: indices into a row, empty: all. write takes whole rows; it is called by add and flush.
  SampleText(std::vector<std::size_t> columns, std::function<void(std::string_view text)> write);

  void add(std::span<const double> row);
  // Hands on all that was added.
  void flush();

 private:
  // Numbers and their text; used again, since fresh memory takes as long as the digits.
  struct Block {
    std::vector<double> rows;
    std::vector<char> text;
    std::size_t size = 0;  // of the text
  };

  void beginBlock();
  void writeFirst();
  static Block write(Block block, std::size_t width);

  const std::vector<std::size_t> columns_;
  const std::function<void(std::string_view text)> write_;
  const std::size_t threads_;
  std::size_t width_ = 1;
  Block filled_;
  std::deque<std::future<Block>> begun_;
  std::vector<Block> free_;
};

}  // namespace clank
