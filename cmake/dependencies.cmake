# SPDX-License-Identifier: Apache-2.0
# Third-party libraries. `./dev setup` unpacks those that the system does not package into
# third_party/root; everywhere else the system's own packages are used.
list(PREPEND CMAKE_PREFIX_PATH ${PROJECT_SOURCE_DIR}/third_party/root/usr)
set(THREADS_PREFER_PTHREAD_FLAG ON)

find_package(Threads REQUIRED)
find_package(fmt REQUIRED CONFIG)
find_package(nlohmann_json REQUIRED CONFIG)
find_package(CLI11 REQUIRED CONFIG)
find_package(Taskflow REQUIRED CONFIG)
target_link_libraries(fencepost_options INTERFACE fmt::fmt Threads::Threads)

if(FENCEPOST_TESTS)
  find_package(Catch2 3 REQUIRED CONFIG)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
endif()
