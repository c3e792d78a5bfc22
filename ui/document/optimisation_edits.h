// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of the user with optimisations. Each is one command on the stack.
#pragma once

#include <QString>

#include "ui/document/mechanism_document.h"

namespace clank {

// An empty one in the case in force; its id.
std::string addOptimisation(MechanismDocument& document);
std::string duplicateOptimisation(MechanismDocument& document, const std::string& id);  // that of the copy
void removeOptimisation(MechanismDocument& document, const std::string& id);

// Within the range of its slider, or a tenth of its value about it. False: it is searched already, is a word,
// or there is no such optimisation or parameter.
bool addSearchedParameter(MechanismDocument& document, const std::string& optimisation,
                          const std::string& parameter);
// value: expression over a run. Its id follows from hint. The first one is what is to be least. Nothing where
// the optimisation has it already.
void addSoughtQuantity(MechanismDocument& document, const std::string& optimisation, const std::string& value,
                       const std::string& unit, const std::string& hint);

// Makes that the target of its trace: in an optimisation that fits this trace, else in one that seeks nothing
// yet, else in a new one in the case, and there it is what is to be least. The preferred one comes first,
// then the last; a new one has the parameters of the preferred one. The id of the optimisation. For a step of
// the document.
std::string setTarget(Mechanism& mechanism, const std::string& caseId, PathFit target,
                      const std::string& preferred = {});

}  // namespace clank
