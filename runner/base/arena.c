/* An arena is a list of chunks; each allocation takes the next bytes of the newest one. Chunks double in size so that a
 * large lesson needs few of them, and a request larger than a chunk gets a chunk of its own. */
#include "base/arena.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

typedef struct Chunk {
    struct Chunk *older;
    size_t used, size; /* of bytes[] */
    unsigned char bytes[];
} Chunk;

struct Arena {
    Chunk *newest;
    size_t next_size;
};

enum { FIRST_CHUNK = 4096, LARGEST_CHUNK = 1 << 20 };

Arena *arena_new(void) {
    Arena *arena = memory_zeroed(1, sizeof *arena);
    arena->next_size = FIRST_CHUNK;
    return arena;
}

void arena_free(Arena *arena) {
    if (arena == NULL) return;
    for (Chunk *chunk = arena->newest; chunk != NULL;) {
        Chunk *older = chunk->older;
        free(chunk);
        chunk = older;
    }
    free(arena);
}

/* Bytes to skip so that the chunk's next byte lies on a multiple of align. */
static size_t padding(const Chunk *chunk, size_t align) {
    uintptr_t next = (uintptr_t)(chunk->bytes + chunk->used);
    return (size_t)((align - next % align) % align);
}

static void add_chunk(Arena *arena, size_t at_least) {
    size_t size = arena->next_size;
    if (size < at_least) size = at_least;
    if (arena->next_size < LARGEST_CHUNK) arena->next_size *= 2;
    Chunk *chunk = memory_zeroed(1, sizeof *chunk + size);
    memory_in_huge_pages(chunk, sizeof *chunk + size);
    chunk->size = size;
    chunk->older = arena->newest;
    arena->newest = chunk;
}

void *arena_alloc(Arena *arena, size_t size, size_t align) {
    if (size > SIZE_MAX / 2) memory_resize(NULL, SIZE_MAX, 2); /* ends the program with its one message */
    Chunk *chunk = arena->newest;
    if (chunk == NULL || chunk->size - chunk->used < padding(chunk, align) + size) {
        add_chunk(arena, size + align);
        chunk = arena->newest;
    }
    chunk->used += padding(chunk, align);
    void *result = chunk->bytes + chunk->used;
    chunk->used += size;
    return result;
}

void *arena_alloc_array(Arena *arena, size_t size, size_t count, size_t align) {
    if (size != 0 && count > SIZE_MAX / size) memory_resize(NULL, SIZE_MAX, 2);
    return arena_alloc(arena, size * count, align);
}

void *arena_copy(Arena *arena, const void *bytes, size_t size, size_t align) {
    void *copy = arena_alloc(arena, size, align);
    if (size != 0) memcpy(copy, bytes, size);
    return copy;
}

char *arena_string_n(Arena *arena, const char *text, size_t size) {
    char *copy = arena_alloc(arena, size + 1, 1);
    if (size != 0) memcpy(copy, text, size);
    return copy;
}

char *arena_string(Arena *arena, const char *text) {
    return text == NULL ? NULL : arena_string_n(arena, text, strlen(text));
}

char *arena_vprintf(Arena *arena, const char *format, va_list args) {
    va_list again;
    va_copy(again, args);
    int size = vsnprintf(NULL, 0, format, args);
    if (size < 0) size = 0; /* only for a bad multibyte string: an empty text then */
    char *text = arena_alloc(arena, (size_t)size + 1, 1);
    vsnprintf(text, (size_t)size + 1, format, again);
    va_end(again);
    return text;
}

char *arena_printf(Arena *arena, const char *format, ...) {
    va_list args;
    va_start(args, format);
    char *text = arena_vprintf(arena, format, args);
    va_end(args);
    return text;
}
