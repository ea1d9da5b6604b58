/* Buffers' elements, many at a time: the type is tested once, and not for each of sixteen million elements. */
#ifndef WARPSCHOOL_COURSE_ELEMENTS_H
#define WARPSCHOOL_COURSE_ELEMENTS_H

#include "course/expr.h"
#include "device.h"

/* What a buffer without initial contents holds before a launch, in every byte: as a float -1.2e17, as an int
 * -606348325, so that an element that no thread wrote is told from one that was written wrong. */
enum { POISON_BYTE = 0xdb };

bool scalar_is_real(Scalar type);

/* count elements from bytes (an array of type, starting at element at). elements_integers is for whole types; u64
 * values above INT64_MAX come out negative. */
void elements_integers(Scalar type, const void *bytes, size_t at, size_t count, int64_t *out);
void elements_reals(Scalar type, const void *bytes, size_t at, size_t count, double *out);

/* Stores value as one element; false with *why where the type cannot hold it (300 in u8, 0.5 in i32). */
bool element_store(Scalar type, void *element, Value value, Arena *arena, const char **why);

/* Element i of the whole array becomes i (modulo 2^bits for whole types). */
void elements_iota(Scalar type, void *bytes, size_t count);

/* Pseudo-random numbers, the same on every machine. Element i of a buffer is made from the i-th output of splitmix64
 * (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014) whose state is a hash of seed and stream;
 * a launch's buffers have streams 0, 1, 2, ... Reals lie in [-1, 1) and are exact in their type; signed whole numbers
 * lie in [-1000, 1000), unsigned ones in [0, 1000); i8 and u8, which cannot hold those, in [-100, 100) and [0, 100). */
void elements_random(Scalar type, void *bytes, size_t count, uint64_t seed, uint64_t stream);

#endif
