#pragma once
#include <stddef.h>
/* malloc, free, abs, labs and llabs are there before every source. */
