// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of the user with studies. Each is one command on the stack.
#pragma once

#include <QString>
#include <string>
#include <utility>
#include <vector>

#include "ui/document/mechanism_document.h"

namespace clank {

// An empty one in the case in force; its id.
std::string addStudy(MechanismDocument& document);
std::string duplicateStudy(MechanismDocument& document, const std::string& id);  // that of the copy
void removeStudy(MechanismDocument& document, const std::string& id);

// With a range that makes sense to begin with: that of its slider on a grid, a tolerance about its value at
// random points. False: it is in the study already, or there is no such study or parameter.
bool addStudyParameter(MechanismDocument& document, const std::string& studyId, const std::string& parameter);
// value: expression over a run. Its id follows from hint. Nothing where the study has it already.
void addStudyQuantity(MechanismDocument& document, const std::string& studyId, const std::string& value,
                      const std::string& unit, const std::string& hint);

// The range of its slider, or a tenth of its value about it, in its unit. shown: with the values in force.
std::pair<double, double> proposeRange(const Parameter& shown);
// With an id after hint that none of the others has.
StudyQuantity makeQuantity(const std::vector<StudyQuantity>& others, const std::string& value,
                           const std::string& unit, const std::string& hint);
// wanted, or with a number behind it where one on the list is called that.
std::string makeFreeId(const auto& list, const std::string& wanted) {
  std::string id = wanted;
  for (int n = 2; findById(list, id); ++n) id = wanted + "_" + std::to_string(n);
  return id;
}

// After the word at a pointer ("/studies/0/sampling", "/studies/0/parameters/1/distribution") was chosen:
// ranges become the distribution that covers them and the other way about, so that the study runs as it is.
void completeStudy(Mechanism& mechanism, const std::string& pointer);

}  // namespace clank
