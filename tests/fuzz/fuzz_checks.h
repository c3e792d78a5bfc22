// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked of every answer to a file whatever: a message that a person can place, and no number that is
// none.
#pragma once

#include <string>

#include "core/support/result.h"

namespace clank::test {

// Ends the program with words where it does not hold.
void require(bool holds, const char* what, const std::string& which = {});
// input: a word that the file has may stand in a message about it, also cut short.
void checkProblems(const Problems& problems, const std::string& input);
// Of what refuses a file: not without a word.
void checkRefusal(const Problems& problems, const std::string& input);
void checkNote(const std::string& note, const std::string& input);

}  // namespace clank::test
