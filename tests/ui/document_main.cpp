// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QGuiApplication>
#include <cstring>

#include "tests/ui/killed_editor.h"

int main(int argc, char** argv) {
  QGuiApplication application(argc, argv);
  if (argc == 3 && std::strcmp(argv[1], clank::test::kEditArgument) == 0)
    return clank::test::editWithoutEnd(argv[2]);
  if (argc == 3 && std::strcmp(argv[1], clank::test::kHoldArgument) == 0)
    return clank::test::holdWithoutEnd(argv[2]);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
