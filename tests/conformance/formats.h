/* Exact numbers for the models. */
#ifndef WARPSCHOOL_TESTS_CONFORMANCE_FORMATS_H
#define WARPSCHOOL_TESTS_CONFORMANCE_FORMATS_H

#include <stdint.h>

#include <mpfr.h>

#include "cases.h"

/* Enough bits that sums and products of doubles are exact, and that a quotient or root, which is never halfway between
 * two doubles without being exact, is rounded rightly from here. */
enum { EXACT_BITS = 4400 };

void format_read(mpfr_t number, Format format, uint64_t bits);
uint64_t format_round(mpfr_t number, Format format, mpfr_rnd_t round); /* one rounding; NaN is format_nan */
/* Whether .ftz makes it zero: rounded to the format's precision, but with any exponent, it is below the smallest normal
 * number. So do the multiplications, divisions and conversions of an H200. */
bool format_vanishes(mpfr_t number, Format format, mpfr_rnd_t round);

#endif
