/* Arena: memory that is freed all at once.
 *
 * The caller of arena_new owns everything allocated from that arena and frees it with arena_free. Functions that
 * take an Arena put their results there and keep nothing else, so that a failure anywhere leaks nothing. Memory is
 * zeroed. When memory is exhausted the program ends with a message, because no lesson can continue without it. */
#ifndef WARPSCHOOL_BASE_ARENA_H
#define WARPSCHOOL_BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>

typedef struct Arena Arena;

Arena *arena_new(void);
void arena_free(Arena *arena); /* NULL is allowed */

/* size bytes, zeroed, aligned to align (a power of two, at most 4096). */
void *arena_alloc(Arena *arena, size_t size, size_t align);
void *arena_copy(Arena *arena, const void *bytes, size_t size, size_t align);

#define arena_make(arena, type) ((type *)arena_alloc((arena), sizeof(type), _Alignof(type)))
#define arena_array(arena, type, count) ((type *)arena_alloc_array((arena), sizeof(type), (count), _Alignof(type)))
void *arena_alloc_array(Arena *arena, size_t size, size_t count, size_t align); /* guards size * count */

char *arena_string(Arena *arena, const char *text);                /* a copy; NULL gives NULL */
char *arena_string_n(Arena *arena, const char *text, size_t size); /* size bytes and a terminating 0 */
char *arena_printf(Arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *arena_vprintf(Arena *arena, const char *format, va_list args);

#endif
