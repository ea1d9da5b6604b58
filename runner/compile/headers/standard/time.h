#pragma once
/* clock_t and clock(), a counter of the multiprocessor, are there before every source. */
