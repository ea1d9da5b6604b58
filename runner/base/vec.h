/* A growing array in arena memory: declare with VEC(type), append with vec_push.
 *
 *     VEC(int) v = {0};
 *     vec_push(arena, &v, 7);
 *     for (size_t i = 0; i < v.count; i++) use(v.at[i]);
 *
 * The arena owns the elements; old copies stay in it until it is freed, so push to short-lived arenas or reserve. */
#ifndef WARPSCHOOL_BASE_VEC_H
#define WARPSCHOOL_BASE_VEC_H

#include "base/arena.h"

#define VEC(type)                                                                                                      \
    struct {                                                                                                           \
        type *at;                                                                                                      \
        size_t count, capacity;                                                                                        \
    }

#define vec_push(arena, vec, ...)                                                                                      \
    do {                                                                                                               \
        if ((vec)->count == (vec)->capacity)                                                                           \
            (vec)->at = vec_grow((arena), (vec)->at, (vec)->count, &(vec)->capacity, sizeof *(vec)->at);               \
        (vec)->at[(vec)->count++] = __VA_ARGS__;                                                                       \
    } while (0)

void *vec_grow(Arena *arena, const void *old, size_t count, size_t *capacity, size_t size);

#endif
