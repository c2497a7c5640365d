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

# Only frontend/svcomp and witness link it. Its package names the target in two ways.
find_package(yaml-cpp REQUIRED CONFIG)
add_library(fencepost_yaml INTERFACE)
if(TARGET yaml-cpp::yaml-cpp)
  target_link_libraries(fencepost_yaml INTERFACE yaml-cpp::yaml-cpp)
else()
  target_link_libraries(fencepost_yaml INTERFACE yaml-cpp)
endif()

# CaDiCaL has no CMake package; `./dev setup` builds it into third_party/cadical where the system's
# own is missing or older than 1.7 (no user propagators). Only solvers/ links these two.
find_path(CADICAL_INCLUDE cadical.hpp PATHS ${PROJECT_SOURCE_DIR}/third_party/cadical/include
  NO_DEFAULT_PATH)
find_path(CADICAL_INCLUDE cadical.hpp PATH_SUFFIXES cadical REQUIRED)
find_library(CADICAL_LIBRARY cadical PATHS ${PROJECT_SOURCE_DIR}/third_party/cadical/lib
  NO_DEFAULT_PATH)
find_library(CADICAL_LIBRARY cadical REQUIRED)
find_path(Z3_INCLUDE z3++.h REQUIRED)
find_library(Z3_LIBRARY z3 REQUIRED)
add_library(fencepost_solver_libraries INTERFACE)
target_include_directories(fencepost_solver_libraries SYSTEM INTERFACE
  ${CADICAL_INCLUDE} ${Z3_INCLUDE})
target_link_libraries(fencepost_solver_libraries INTERFACE ${CADICAL_LIBRARY} ${Z3_LIBRARY})

if(FENCEPOST_TESTS)
  find_package(Catch2 3 REQUIRED CONFIG)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
endif()
