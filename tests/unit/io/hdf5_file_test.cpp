// SPDX-License-Identifier: GPL-3.0-or-later
// Written by us, read back with HDF5's own functions.
#include "core/io/hdf5_file.h"

#include <gtest/gtest.h>
#include <hdf5.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <filesystem>

#include "core/io/event_cells.h"

namespace clank {
namespace {

namespace fs = std::filesystem;

const std::vector<Channel> kSampled{{"t", "s"}, {"link1.omega", "rad/s"}, {"O3.phase", "1"}};

class Hdf5FileTest : public testing::Test {
 protected:
  Hdf5FileTest() : path_(fs::temp_directory_path() / ("clank-" + std::to_string(::getpid()) + ".h5")) {}
  ~Hdf5FileTest() override { fs::remove(path_); }

  std::vector<double> readNumbers(const char* name) const {
    const hid_t file = H5Fopen(path_.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
    const hid_t set = H5Dopen2(file, name, H5P_DEFAULT), space = H5Dget_space(set);
    std::vector<double> values(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
    EXPECT_GE(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), 0) << name;
    H5Sclose(space);
    H5Dclose(set);
    H5Fclose(file);
    return values;
  }
  std::string readUnit(const char* name) const {
    const hid_t file = H5Fopen(path_.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
    const hid_t set = H5Dopen2(file, name, H5P_DEFAULT), attribute = H5Aopen(set, "unit", H5P_DEFAULT);
    const hid_t type = H5Aget_type(attribute);
    char* text = nullptr;
    EXPECT_GE(H5Aread(attribute, type, &text), 0) << name;
    std::string unit = text ? text : "";
    H5free_memory(text);
    H5Tclose(type);
    H5Aclose(attribute);
    H5Dclose(set);
    H5Fclose(file);
    return unit;
  }
  std::vector<std::string> readTexts(const char* name) const {
    const hid_t file = H5Fopen(path_.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
    const hid_t set = H5Dopen2(file, name, H5P_DEFAULT), space = H5Dget_space(set), type = H5Dget_type(set);
    std::vector<char*> places(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
    EXPECT_GE(H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, places.data()), 0) << name;
    std::vector<std::string> texts(places.begin(), places.end());
    H5Dvlen_reclaim(type, space, H5P_DEFAULT, places.data());
    H5Tclose(type);
    H5Sclose(space);
    H5Dclose(set);
    H5Fclose(file);
    return texts;
  }

  const fs::path path_;
};

// More rows than a block, and not a whole number of blocks.
TEST_F(Hdf5FileTest, ComesBackAsItWentIn) {
  auto file = Hdf5File::create(path_, kSampled, {}, "{\"model\": 1}");
  ASSERT_TRUE(file) << file.error().front().what;
  constexpr std::size_t kCount = 20001;
  for (std::size_t i = 0; i < kCount; ++i) {
    const double t = 1e-3 * static_cast<double>(i);
    (*file)->sample(std::vector<double>{t, std::sin(t), 2});
    if (i % 50 != 25) continue;
    Receipt receipt;
    receipt.t = t;
    receipt.element = "O\u0433" + std::to_string(i);
    receipt.kind = EventKind::lock;
    receipt.impulse = -1.5 * t;
    receipt.normalX = 1;
    (*file)->event(receipt);
  }
  EXPECT_TRUE((*file)->finish("{\"done\": true}").empty());
  file->reset();
  const auto t = readNumbers("/samples/t"), omega = readNumbers("/samples/link1.omega");
  ASSERT_EQ(t.size(), kCount);
  ASSERT_EQ(omega.size(), kCount);
  for (std::size_t i = 0; i < kCount; ++i) ASSERT_EQ(omega[i], std::sin(t[i]));
  const auto impulses = readNumbers("/events/impulse");
  const auto elements = readTexts("/events/element"), kinds = readTexts("/events/kind");
  ASSERT_EQ(impulses.size(), 400U);
  ASSERT_EQ(elements.size(), 400U);
  EXPECT_EQ(impulses[399], -1.5 * 1e-3 * 19975.0);
  EXPECT_EQ(elements[399], "O\u043319975");
  EXPECT_EQ(kinds[0], toWord(EventKind::lock));
  EXPECT_EQ(readTexts("/model")[0], "{\"model\": 1}");
  EXPECT_EQ(readTexts("/summary")[0], "{\"done\": true}");
}

TEST_F(Hdf5FileTest, MomentsStandInColumnsOfTheirUnit) {
  auto file = Hdf5File::create(path_, kSampled, {}, "");
  ASSERT_TRUE(file);
  Receipt push, moment;
  push.normalX = 1;
  for (Receipt* receipt : {&push, &moment}) {
    receipt->impulse = 2;
    receipt->normalVelocityBefore = -3;
    receipt->normalVelocityAfter = 1;
    (*file)->event(*receipt);
  }
  EXPECT_TRUE((*file)->finish("").empty());
  file->reset();
  const auto expect = [&](const char* name, std::size_t at, double value, const char* unit) {
    const auto numbers = readNumbers(name);
    ASSERT_EQ(numbers.size(), 2U);
    EXPECT_EQ(numbers[at], value) << name;
    EXPECT_TRUE(std::isnan(numbers[1 - at])) << name;
    EXPECT_EQ(readUnit(name), unit) << name;
  };
  expect("/events/impulse", 0, 2, "N s");
  expect("/events/normal_velocity_before", 0, -3, "m/s");
  expect("/events/normal_velocity_after", 0, 1, "m/s");
  expect("/events/moment_impulse", 1, 2, "N m s");
  expect("/events/angular_velocity_before", 1, -3, "rad/s");
  expect("/events/angular_velocity_after", 1, 1, "rad/s");
}

// Every column of events.csv, with what stands in it.
TEST_F(Hdf5FileTest, EventsHaveAllTheColumnsOfTheTable) {
  const std::vector<Channel> channels{{"t", "s"},
                                      {"O.reaction_x", "N"},
                                      {"floor.slip_speed", "m/s"},
                                      {"floor.penetration", "m"},
                                      {"bar.alpha", "rad/s2"}};
  auto file = Hdf5File::create(path_, channels, {}, "");
  ASSERT_TRUE(file);
  Receipt full, bare;
  full.normalX = bare.normalX = 1;
  full.jointImpulses = {{"O", 1, 2, 3}};
  full.contactImpulses.emplace_back();
  full.contactImpulses[0].element = "floor";
  full.contactImpulses[0].y = 5;
  full.contact.emplace();
  full.contact->duration = 7;
  full.contact->peakForce = 8;
  full.jumps = {{"bar", {9, 10, 11}, {12, 13, 14}}};
  full.guard.change = 2;
  full.guard.kind = "force";
  full.guard.value = 1.5;
  full.notUnique = {"O", "A"};
  full.note = "by \"shares\", both";
  for (const Receipt* receipt : {&full, &bare}) (*file)->event(*receipt);
  EXPECT_TRUE((*file)->finish("").empty());
  file->reset();
  const auto columns = listEventColumns(findEventColumns(channels));
  EXPECT_EQ(columns.size(), 32U + 3U + 10U + 2U + 3U + 6U);
  std::string header;
  appendEventHeader(header, findEventColumns(channels));
  for (const EventColumn& column : columns) {
    EXPECT_NE(header.find(column.header()), std::string::npos) << column.header();
    const std::string name = "/events/" + column.name;
    EXPECT_EQ(column.isText ? readTexts(name.c_str()).size() : readNumbers(name.c_str()).size(), 2U) << name;
  }
  const struct {
    const char *name, *unit;
    double value;
  } wanted[] = {{"/events/O.impulse_x", "N s", 1},     {"/events/O.impulse_moment", "N m s", 3},
                {"/events/floor.impulse_y", "N s", 5}, {"/events/contact_duration", "s", 7},
                {"/events/peak_force", "N", 8},        {"/events/bar.omega_before", "rad/s", 11},
                {"/events/bar.vx_after", "m/s", 12},   {"/events/change", "1", 2}};
  for (const auto& want : wanted) {
    const auto numbers = readNumbers(want.name);
    EXPECT_EQ(numbers[0], want.value) << want.name;
    EXPECT_EQ(std::isnan(numbers[1]), std::string_view(want.name) != "/events/floor.impulse_y") << want.name;
    EXPECT_EQ(readUnit(want.name), want.unit) << want.name;
  }
  EXPECT_EQ(readTexts("/events/guard_value"), (std::vector<std::string>{"1.5", ""}));
  EXPECT_EQ(readTexts("/events/not_unique")[0], "O A");
  EXPECT_EQ(readTexts("/events/note")[0], full.note);
}

// A program that is killed closes nothing: what it leaves at any number of rows opens, with what was
// committed.
TEST_F(Hdf5FileTest, WhatAKilledProgramLeavesOpens) {
  for (const std::size_t count : {0U, 1U, 8191U, 8192U, 8200U, 20000U, 3U * 8192U + 1, 50000U}) {
    const pid_t child = ::fork();
    if (child == 0) {
      auto file = Hdf5File::create(path_, kSampled, {}, "{}");
      Receipt receipt;
      receipt.element = "O";
      for (std::size_t i = 0; i < count; ++i) {
        const double t = 1e-3 * static_cast<double>(i);
        (*file)->sample(std::vector<double>{t, std::sin(1e4 * t), 2});
        if (i % 3 == 0) (*file)->event(receipt);
      }
      ::kill(::getpid(), SIGKILL);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
    const hid_t open = H5Fopen(path_.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
    ASSERT_GE(open, 0) << count;
    H5Fclose(open);
    const auto t = readNumbers("/samples/t"), omega = readNumbers("/samples/link1.omega");
    EXPECT_EQ(t.size(), count / 8192 * 8192) << count;
    ASSERT_EQ(omega.size(), t.size());
    for (std::size_t i = 0; i < t.size(); ++i) ASSERT_EQ(omega[i], std::sin(1e4 * t[i]));
    for (const std::string& element : readTexts("/events/element")) ASSERT_EQ(element, "O");
    EXPECT_EQ(readTexts("/model")[0], "{}");
  }
}

TEST_F(Hdf5FileTest, ColumnsMayBeChosen) {
  auto file = Hdf5File::create(path_, kSampled, {0, 2}, "");
  ASSERT_TRUE(file);
  (*file)->sample(std::vector<double>{0.5, 7, 3});
  EXPECT_TRUE((*file)->finish("").empty());
  file->reset();
  EXPECT_EQ(readNumbers("/samples/O3.phase"), std::vector<double>{3});
  const hid_t open = H5Fopen(path_.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  EXPECT_EQ(H5Lexists(open, "/samples/link1.omega", H5P_DEFAULT), 0);
  H5Fclose(open);
}

TEST_F(Hdf5FileTest, WhereThereIsNoWritingItSaysSo) {
  const auto file = Hdf5File::create("/nowhere/run.h5", kSampled, {}, "");
  ASSERT_FALSE(file);
  EXPECT_NE(file.error().front().what.find("/nowhere/run.h5: No such file"), std::string::npos)
      << file.error().front().what;
}

}  // namespace
}  // namespace clank
