/* Work that is shared by threads is all done, and once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sim/memory/space/share.h"

static void every_byte_is_copied_and_none_beyond(void **state) {
    (void)state;
    enum { MIB = 1 << 20, ROOM = 35 * MIB };
    static const size_t sizes[] = {0, 1, 4 * MIB, 8 * MIB - 1, 8 * MIB, 15 * MIB + 3, 19 * MIB, 34 * MIB + 7};
    uint8_t *from = malloc(ROOM), *to = malloc(ROOM);
    assert_true(from != NULL && to != NULL);
    for (size_t i = 0; i < ROOM; i++) from[i] = (uint8_t)(i * 7 + (i >> 12));
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (size_t threads = 1; threads <= 5; threads += 2) {
            memset(to, 0xa5, ROOM);
            sim_copy(to, from, sizes[i], threads);
            assert_true(memcmp(to, from, sizes[i]) == 0);
            for (size_t at = sizes[i]; at < ROOM; at++)
                if (to[at] != 0xa5) fail_msg("byte %zu of %zu", at, sizes[i]);
        }
    free(from);
    free(to);
}

static void note_share(void *context, size_t share) {
    ((int *)context)[share]++;
}

static void each_share_is_done_once(void **state) {
    (void)state;
    for (size_t count = 1; count <= MOST_SHARES; count++) {
        int done[MOST_SHARES] = {0};
        sim_share_work(count, note_share, done);
        for (size_t i = 0; i < MOST_SHARES; i++) assert_int_equal(done[i], i < count);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_byte_is_copied_and_none_beyond),
        cmocka_unit_test(each_share_is_done_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
