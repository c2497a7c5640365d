# SPDX-License-Identifier: Apache-2.0
# Language, warnings and sanitizers: everything that holds for each target.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_SCAN_FOR_MODULES OFF)
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
set(CMAKE_CXX_FLAGS_SANITIZE "-O1 -g -fno-omit-frame-pointer")

# `cmake --compile-no-warning-as-error` takes this back for a compiler we have not seen.
set(CMAKE_COMPILE_WARNING_AS_ERROR ON)

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

add_library(fencepost_options INTERFACE)
target_include_directories(fencepost_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(fencepost_options INTERFACE -Wall -Wextra -Werror=switch)

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # False alarms of GCC 12 on std::string concatenation (GCC bug 105651).
  target_compile_options(fencepost_options INTERFACE -Wno-restrict)
endif()

if(FENCEPOST_SANITIZE)
  target_compile_options(fencepost_options INTERFACE
    -fsanitize=${FENCEPOST_SANITIZE} -fno-sanitize-recover=all)
  target_link_options(fencepost_options INTERFACE -fsanitize=${FENCEPOST_SANITIZE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Instrumented code confuses GCC's flow warnings, and its thread sanitizer ignores fences
    # (Taskflow has some); the uninstrumented builds keep these warnings.
    target_compile_options(fencepost_options INTERFACE -Wno-maybe-uninitialized)
    if(FENCEPOST_SANITIZE MATCHES "thread")
      target_compile_options(fencepost_options INTERFACE -Wno-tsan)
    endif()
  endif()
endif()
