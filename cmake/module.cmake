# SPDX-License-Identifier: Apache-2.0
# fencepost_module(<folder> [USES <folder>...] [LINKS <target>...])
#
# Makes the static library fencepost_<folder> of all sources below <folder>. A folder without sources
# (or with headers only) makes no library, and whoever uses it links nothing.
set(FENCEPOST_MODULES)

function(fencepost_module folder)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "USES;LINKS")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.cpp)
  list(REMOVE_ITEM sources ${PROJECT_SOURCE_DIR}/cli/main.cpp)
  set(llvm_sources ${sources})
  list(FILTER llvm_sources INCLUDE REGEX "/frontend/llvm/")
  if(NOT FENCEPOST_LLVM)
    list(FILTER sources EXCLUDE REGEX "/frontend/llvm/")
  endif()
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
  if(llvm_sources AND FENCEPOST_LLVM)
    fencepost_use_llvm(fencepost_${folder})
  endif()
  set(FENCEPOST_MODULES ${FENCEPOST_MODULES} fencepost_${folder} PARENT_SCOPE)
endfunction()

# Only frontend/llvm may include LLVM's headers (tests/layering checks it).
function(fencepost_use_llvm target)
  find_package(LLVM 19.1 REQUIRED CONFIG)
  separate_arguments(flags NATIVE_COMMAND "${LLVM_DEFINITIONS}")
  target_include_directories(${target} SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
  target_compile_options(${target} PRIVATE ${flags})
  target_compile_definitions(${target} PUBLIC FENCEPOST_LLVM)
  target_link_libraries(${target} PUBLIC LLVM)
endfunction()
