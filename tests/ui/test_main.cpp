// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QApplication>

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  QCoreApplication::setApplicationName("clank-test");
  QCoreApplication::setOrganizationName("clank-test");
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
