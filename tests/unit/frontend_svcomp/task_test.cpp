// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "frontend/svcomp/task.h"

#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <fstream>

#include "ir/errors.h"

using namespace fencepost;
using namespace fencepost::frontend::svcomp;
namespace fs = std::filesystem;

namespace {

/// A folder that goes away.
class Folder {
  public:
    Folder() : path_(fs::temp_directory_path() / "fencepost-task-XXXXXX") {
        std::string name = path_.string();
        path_ = mkdtemp(name.data());
    }
    ~Folder() { fs::remove_all(path_); }
    std::string file(const std::string& name, const std::string& text) const {
        fs::create_directories((path_ / name).parent_path());
        std::ofstream(path_ / name) << text;
        return (path_ / name).string();
    }

  private:
    fs::path path_;
};

}  // namespace

TEST_CASE("a task of format 2.0", "[frontend_svcomp]") {
    const Folder folder;
    const std::string program = folder.file("c/a.c", "");
    const std::string path = folder.file("c/a.yml",
                                         "format_version: '2.0'\n"
                                         "input_files: 'a.c'\n"
                                         "properties:\n"
                                         "  - property_file: ../p/unreach-call.prp\n"
                                         "    expected_verdict: false\n"
                                         "  - property_file: ../p/valid-memsafety.prp\n"
                                         "    expected_verdict: false\n"
                                         "    subproperty: valid-deref\n"
                                         "  - property_file: ../p/termination.prp\n"
                                         "options:\n"
                                         "  language: C\n"
                                         "  data_model: ILP32\n");
    const Task task = read_task(path);
    CHECK(task.input_files == std::vector{program});
    CHECK(task.data_model == "ILP32");
    REQUIRE(task.properties.size() == 3);
    CHECK(task.properties[0].property_file.ends_with("/p/unreach-call.prp"));
    CHECK(task.properties[0].expected == false);
    CHECK(task.properties[1].subproperty == "valid-deref");
    CHECK_FALSE(task.properties[2].expected.has_value());
}

TEST_CASE("input files may be patterns", "[frontend_svcomp]") {
    const Folder folder;
    const std::string a = folder.file("a.c", ""), b = folder.file("b.c", "");
    const std::string task = folder.file("t.yml", "format_version: '2.0'\ninput_files: ['*.c']\n");
    CHECK(read_task(task).input_files == std::vector{a, b});
    const std::string set = folder.file("all.set", "# all of them\n\n*.yml # here\na.c\n");
    CHECK(read_set(set) == std::vector{task, a});
    CHECK_THROWS_AS(read_set(folder.file("none.set", "x*.yml\n")), ir::InputError);
}

TEST_CASE("what is no task is refused", "[frontend_svcomp]") {
    const Folder folder;
    for (const char* text :
         {"", "[]", "format_version: '9'\ninput_files: a.c\n", "format_version: '2.0'\n",
          "format_version: '2.0'\ninput_files: []\n",
          "format_version: '2.0'\ninput_files: [{a: b}]\n", "a: [\n", "\t- x: 'y",
          "format_version: '2.0'\ninput_files: a.c\nproperties:\n  - x\n",
          "format_version: '2.0'\ninput_files: a.c\nproperties:\n"
          "  - property_file: p\n    expected_verdict: maybe\n",
          "format_version: '2.0'\ninput_files: a.c\noptions:\n"
          "  data_model: LLP64\n"}) {
        CAPTURE(text);
        CHECK_THROWS_AS(read_task(folder.file("t.yml", text)), ir::InputError);
    }
    CHECK_THROWS_AS(read_task("/nonexistent.yml"), ir::InputError);
}
