/* Before every whole program that clang compiles: the host's own C and C++ library comes first, so that the
 * built-ins of device code (cuda_builtins.h) stand beside its functions. */
#pragma once
#define WARPSCHOOL_WHOLE_PROGRAM 1
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <new>
#undef alloca
