#pragma once
#include <stddef.h>
/* printf is there before every source; a kernel has no files and no input. */
