// SPDX-License-Identifier: GPL-3.0-or-later
// Computes the runs of a study, or a part of them, on several processors and fills its table.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

#include "core/study/study_run.h"
#include "core/study/study_store.h"

namespace clank {

// Part k of n, counted from 1: runs k-1, k-1+n, k-1+2n, ...
struct StudyShard {
  std::uint64_t part = 1, of = 1;
};
std::uint64_t countRuns(std::uint64_t size, const StudyShard& shard);

StudyIdentity describeStudy(const StudyRuns& runs, const std::string& fileName, const std::string& fileText);

// Every run of the shard that is not in the table. progress(row, done, all) comes after every run, on any
// thread but one at a time. False: the table could not be written, store.error() says why. Commits once a
// second and at the end, also after a stop.
bool computeStudy(
    const StudyRuns& runs, StudyStore& store, const StudyShard& shard, int jobs, const std::stop_token& stop,
    const std::function<void(const StudyRow& row, std::uint64_t done, std::uint64_t all)>& progress);

}  // namespace clank
