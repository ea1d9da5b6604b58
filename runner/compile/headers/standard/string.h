#pragma once
#include <stddef.h>
/* memcpy and memset are there before every source; a kernel has no others. */
