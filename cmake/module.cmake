# SPDX-License-Identifier: Apache-2.0
# fencepost_module(<folder> [USES <folder>...] [LINKS <target>...])
#
# Makes the static library fencepost_<folder> of all sources below <folder>. A folder without sources
# (or with headers only) makes no library, and whoever uses it links nothing.
set(FENCEPOST_MODULES)

function(fencepost_module folder)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "USES;LINKS")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.cpp)
  # Libraries and executables of their own.
  list(FILTER sources EXCLUDE REGEX "/frontend/llvm/|/cli/main\\.cpp$|/cli/no_c_frontend\\.cpp$")
  if(NOT sources)
    return()
  endif()

  add_library(fencepost_${folder} STATIC ${sources})
  target_link_libraries(fencepost_${folder} PUBLIC fencepost_options ${arg_LINKS})
  foreach(used IN LISTS arg_USES)
    if(TARGET fencepost_${used})
      target_link_libraries(fencepost_${folder} PUBLIC fencepost_${used})
    endif()
  endforeach()
  set(FENCEPOST_MODULES ${FENCEPOST_MODULES} fencepost_${folder} PARENT_SCOPE)
endfunction()

# The C frontend is a library of its own, so that only what needs LLVM loads it: `fencepost` links a
# stand-in and hands C programs over to `fencepost-c`, the same program with the C frontend. Loading
# LLVM costs more than most litmus tests. Only frontend/llvm may include LLVM's and clang's headers
# (tests/layering checks it). Clang has no CMake package of its own in Debian's shared build: its
# headers are in libclang-19-dev, the library in libclang-cpp19-dev.
function(fencepost_c_frontend)
  add_library(fencepost_no_c_frontend STATIC cli/no_c_frontend.cpp)
  target_link_libraries(fencepost_no_c_frontend PUBLIC fencepost_frontend)
  if(NOT FENCEPOST_LLVM)
    return()
  endif()
  find_package(LLVM 19.1 REQUIRED CONFIG)
  find_path(CLANG_INCLUDE clang/Frontend/CompilerInstance.h HINTS ${LLVM_INCLUDE_DIRS} REQUIRED)
  find_library(CLANG_LIBRARY clang-cpp HINTS ${LLVM_LIBRARY_DIRS} REQUIRED)
  separate_arguments(flags NATIVE_COMMAND "${LLVM_DEFINITIONS}")
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/frontend/llvm/*.cpp)
  add_library(fencepost_c_frontend STATIC ${sources})
  target_include_directories(fencepost_c_frontend SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS} ${CLANG_INCLUDE})
  target_compile_options(fencepost_c_frontend PRIVATE ${flags})
  target_compile_definitions(fencepost_c_frontend PUBLIC FENCEPOST_LLVM
    PRIVATE FENCEPOST_CLANG="${LLVM_TOOLS_BINARY_DIR}/clang")
  set(FENCEPOST_CLANG "${LLVM_TOOLS_BINARY_DIR}/clang" CACHE INTERNAL "the clang of our LLVM")
  target_link_libraries(fencepost_c_frontend PUBLIC fencepost_frontend ${CLANG_LIBRARY} LLVM)
  fencepost_embed_library(fencepost_c_frontend)
endfunction()

# fencepost_executable(<name> <frontend library for C>)
function(fencepost_executable name c_frontend)
  add_executable(${name} cli/main.cpp)
  target_compile_definitions(${name} PRIVATE FENCEPOST_VERSION="${PROJECT_VERSION}")
  target_link_libraries(${name} PRIVATE ${FENCEPOST_MODULES} ${c_frontend} CLI11::CLI11)
  # An installed copy finds libraries that stand beside it, also those that its libraries need.
  target_link_options(${name} PRIVATE -Wl,--disable-new-dtags)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}
    INSTALL_RPATH "$ORIGIN/../lib")
  install(TARGETS ${name} DESTINATION bin)
endfunction()
