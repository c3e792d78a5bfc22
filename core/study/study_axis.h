// SPDX-License-Identifier: GPL-3.0-or-later
// One parameter of a study: its values on a grid, and its quantiles at random points.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/model/mechanism.h"

namespace clank {

class StudyAxis {
 public:
  // resolved: a mechanism that validate() finds nothing wrong with, and a parameter of one of its studies.
  StudyAxis(const Mechanism& resolved, const StudyParameter& parameter);

  const std::string& id() const { return id_; }
  const std::string& unit() const { return unit_; }  // of the texts
  bool hasWords() const { return hasWords_; }        // its texts are no numbers
  std::uint64_t size() const;                        // on a grid

  // Texts for --set: a number in the unit of the parameter, or a word.
  std::string at(std::uint64_t place) const;  // place < size()
  // The value below which the part u of all lies, 0 < u < 1.
  std::string atQuantile(double u) const;

 private:
  double valueOf(double part) const;  // of the range, 0..1
  double quantile(double u) const;

  std::string id_, unit_;
  std::vector<std::string> texts_;  // values or words
  Distribution distribution_ = Distribution::none;
  bool isLogarithmic_ = false;
  bool hasWords_ = false;
  std::uint64_t count_ = 1;
  double from_ = 0, to_ = 0, mode_ = 0, mean_ = 0, deviation_ = 0;
};

}  // namespace clank
