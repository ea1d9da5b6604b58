/* Extensions of gcc and clang. */
#ifndef WARPSCHOOL_BASE_COMPILER_H
#define WARPSCHOOL_BASE_COMPILER_H

/* For loops over lanes that must be compiled into their callers, where constant arguments make them vectorisable. */
#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* For the rare part of a function that is called very often, which would save more registers at each call with it. */
#define RARELY static __attribute__((noinline))

#endif
