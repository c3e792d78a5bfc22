// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QApplication>
#include <QSurfaceFormat>

int main(int argc, char** argv) {
  // As in the program: what the scene's context needs, before the application is there.
  QSurfaceFormat format;
  format.setVersion(3, 2);
  format.setProfile(QSurfaceFormat::CoreProfile);
  QSurfaceFormat::setDefaultFormat(format);
  QCoreApplication::setAttribute(Qt::AA_ShareOpenGLContexts);
  QApplication application(argc, argv);
  QCoreApplication::setApplicationName("clank-test");
  QCoreApplication::setOrganizationName("clank-test");
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
