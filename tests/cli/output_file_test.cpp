// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output_file.h"

#include "tests/cli/program.h"

namespace clank::test {
namespace {

class OutputFiles : public CliTest {};

TEST_F(OutputFiles, NothingOfAnOlderFileIsLeftBeforeTheFirstRow) {
  const std::string path = save("samples.csv", "t [s],x [m]\r\n0,1\r\n");
  OutputFile file;
  ASSERT_TRUE(file.open(path));
  EXPECT_EQ(readAll(path), "\n") << "what a program leaves that is killed here";
  file.updBuffer() += "a\r\n";
  file.rowDone();
  EXPECT_EQ(readAll(path), "a\r\n");
  EXPECT_TRUE(file.close());
  EXPECT_EQ(readAll(path), "a\r\n");
}

TEST_F(OutputFiles, WithoutARowTheFileIsEmpty) {
  for (const char* older : {"", "t", "t [s]\r\n0\r\n"}) {
    const std::string path = save("samples.csv", older);
    OutputFile file;
    ASSERT_TRUE(file.open(path));
    EXPECT_TRUE(file.close());
    EXPECT_EQ(readAll(path), "");
  }
}

}  // namespace
}  // namespace clank::test
