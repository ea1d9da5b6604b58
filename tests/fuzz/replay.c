/* Runs a fuzz target without a fuzzer: every file of a corpus folder as it is, then mutated copies of it, the same ones
 * each time. It cannot find what coverage-guided fuzzing finds (`make fuzz`), but needs no clang, and shows that what
 * was found once stays mended.
 *
 *     replay FOLDER MUTATIONS   the last line is "N passed, 0 failed": a target that fails ends the program */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/memory.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* splitmix64 (Steele, Lea, Flood 2014): every seed gives a good sequence. */
static uint64_t next_random(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* One to eight small injuries: a byte changed, a stretch dropped, a stretch repeated elsewhere. bytes has room for
 * twice its size. Returns the new size. */
static size_t mutate(uint8_t *bytes, size_t size, uint64_t *state) {
    size_t room = 2 * size;
    for (uint64_t injuries = 1 + next_random(state) % 8; injuries > 0 && size > 1; injuries--) {
        size_t at = next_random(state) % size, other = next_random(state) % size;
        size_t longest = size - (at > other ? at : other),
               length = 1 + next_random(state) % (longest < 64 ? longest : 64);
        switch (next_random(state) % 3) {
        case 0: bytes[at] = (uint8_t)next_random(state); break;
        case 1:
            memmove(bytes + at, bytes + at + length, size - at - length);
            size -= length;
            break;
        default:
            if (size + length > room) break;
            memmove(bytes + at + length, bytes + at, size - at);
            memmove(bytes + at, bytes + other + (other > at ? length : 0), length);
            size += length;
        }
    }
    return size;
}

/* A copy in memory of its own size, so that AddressSanitizer sees one byte too many. */
static void run(const uint8_t *bytes, size_t size) {
    uint8_t *exact = memory_resize(NULL, size, 1);
    memcpy(exact, bytes, size);
    LLVMFuzzerTestOneInput(exact, size);
    free(exact);
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    Arena *arena = arena_new();
    size_t count;
    const char *why;
    char **names = path_list(arena, argv[1], "", &count, &why);
    if (names == NULL || count == 0) {
        printf("%s: %s\n", argv[1], names == NULL ? why : "no corpus files");
        return 1;
    }
    uint64_t state = 1;
    for (size_t i = 0; i < count; i++) {
        size_t size;
        uint8_t *original = file_read(arena, path_join(arena, argv[1], names[i]), FILE_TEXT_LIMIT, &size, &why);
        if (original == NULL) continue;
        printf("%s\n", names[i]);
        fflush(stdout); /* so that a crash shows which file it was */
        run(original, size);
        uint8_t *copy = memory_resize(NULL, 2 * size, 1);
        for (int mutation = 0; mutation < atoi(argv[2]); mutation++) {
            memcpy(copy, original, size);
            run(copy, mutate(copy, size, &state));
        }
        free(copy);
    }
    arena_free(arena);
    printf("%zu passed, 0 failed\n", count);
    return 0;
}
