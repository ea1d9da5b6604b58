/* What has to be done one after the other: the longest chain of a program's work, and what the host waits for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "program/server.h"

enum { LEGACY = 0, PER_THREAD = 2, NON_BLOCKING = 1, PIECES = 4 };

typedef struct Program {
    Server server;
    ProgramReport report;
} Program;

static Program *begin(void) {
    Program *program = calloc(1, sizeof *program);
    assert_non_null(program);
    program->server = (Server){.arena = arena_new(), .report = &program->report};
    return program;
}

static void end(Program *program, int64_t chain, int64_t waits) {
    assert_int_equal(program->report.seen.chain, chain);
    assert_int_equal(program->report.seen.waits, waits);
    arena_free(program->server.arena);
    free(program);
}

static uint64_t create(Program *program, ProgramHandle kind, bool apart) {
    return server_new_handle(&program->server, (ServerHandle){.kind = kind, .stream.apart = apart});
}

static void work(Program *program, uint64_t stream, int pieces) {
    for (int i = 0; i < pieces; i++) server_order_work(&program->server, stream, false);
}

static void record(Program *program, uint64_t event, uint64_t stream) {
    server_handle(&program->server, event)->event.chain = server_order_record(&program->server, stream);
}

static void join(Program *program, uint64_t stream, uint64_t event) {
    server_order_join(&program->server, stream, server_handle(&program->server, event)->event.chain);
}

static void wait(Program *program, const char *name, ProgramSynchronise what, uint64_t handle) {
    Served served = {.server = &program->server, .name = name};
    server_order_wait(&served, what, handle, 0);
}

static void streams_do_not_wait_for_each_other(void **unused) {
    (void)unused;
    Program *program = begin();
    for (int i = 0; i < PIECES; i++) work(program, create(program, PROGRAM_STREAM, false), 3);
    wait(program, "cudaDeviceSynchronize", PROGRAM_WHOLE_DEVICE, 0);
    wait(program, "cudaDeviceSynchronize", PROGRAM_WHOLE_DEVICE, 0);
    end(program, 3, 1);
}

static void events_order_streams(void **unused) {
    (void)unused;
    Program *program = begin();
    uint64_t event = create(program, PROGRAM_EVENT, false);
    for (int i = 0; i < PIECES; i++) {
        uint64_t stream = create(program, PROGRAM_STREAM, true);
        join(program, stream, event);
        work(program, stream, 3);
        record(program, event, stream);
    }
    end(program, 3 * PIECES, 0);
}

/* One stream waits for all others, and has no more to do. */
static void a_last_stream_joins_the_others(void **unused) {
    (void)unused;
    Program *program = begin();
    uint64_t event = create(program, PROGRAM_EVENT, false), first = create(program, PROGRAM_STREAM, false);
    work(program, first, 3);
    for (int i = 1; i < PIECES; i++) {
        uint64_t stream = create(program, PROGRAM_STREAM, false);
        work(program, stream, 3);
        record(program, event, stream);
        join(program, first, event);
    }
    wait(program, "cudaStreamSynchronize", PROGRAM_ONE_STREAM, first);
    end(program, 3, 1);
}

/* Something of the default stream between the pieces: work, or an event. */
static void the_default_stream_orders(void **unused) {
    (void)unused;
    for (int way = 0; way < 4; way++) {
        bool apart = way >= 2, recorded = way % 2;
        Program *program = begin();
        uint64_t event = create(program, PROGRAM_EVENT, false);
        for (int i = 0; i < PIECES; i++) {
            work(program, create(program, PROGRAM_STREAM, apart), 3);
            if (recorded)
                record(program, event, LEGACY);
            else
                work(program, LEGACY, 1);
        }
        end(program, apart ? (recorded ? 3 : PIECES) : recorded ? 3 * PIECES : 4 * PIECES, 0);
    }
}

static void the_stream_of_a_thread_is_one_like_others(void **unused) {
    (void)unused;
    Program *program = begin();
    work(program, PER_THREAD, 2);
    work(program, create(program, PROGRAM_STREAM, false), 3);
    end(program, 3, 0);
    program = begin();
    work(program, PER_THREAD, 2);
    work(program, LEGACY, 1);
    work(program, PER_THREAD, 2);
    end(program, 5, 0);
}

static void the_host_orders_what_comes_after_its_waits(void **unused) {
    (void)unused;
    Program *program = begin();
    uint64_t event = create(program, PROGRAM_EVENT, false);
    for (int i = 0; i < PIECES; i++) {
        uint64_t stream = create(program, PROGRAM_STREAM, true);
        work(program, stream, 3);
        record(program, event, stream);
        if (i % 2)
            wait(program, "cudaEventSynchronize", PROGRAM_ONE_EVENT, event);
        else
            wait(program, "cudaStreamQuery", PROGRAM_QUERY_STREAM, stream);
    }
    end(program, 3 * PIECES, PIECES);
}

/* The host waits for one of two streams. */
static void what_was_not_waited_for_goes_on(void **unused) {
    (void)unused;
    Program *program = begin();
    uint64_t one = create(program, PROGRAM_STREAM, true), two = create(program, PROGRAM_STREAM, true);
    work(program, one, 3);
    work(program, two, 1);
    wait(program, "cudaStreamSynchronize", PROGRAM_ONE_STREAM, two);
    work(program, two, 2);
    end(program, 3, 1);
}

static void a_function_of_the_host_waits_in_its_stream(void **unused) {
    (void)unused;
    Program *program = begin();
    uint64_t one = create(program, PROGRAM_STREAM, false), two = create(program, PROGRAM_STREAM, false);
    work(program, one, 3);
    wait(program, "cudaLaunchHostFunc", PROGRAM_QUERY_STREAM, one);
    work(program, two, 3);
    end(program, 3, 0);
}

static void copies_and_frees_make_the_host_wait(void **unused) {
    (void)unused;
    Program *program = begin();
    work(program, create(program, PROGRAM_STREAM, true), 3);
    Served served = {.server = &program->server, .name = "cudaFreeAsync"};
    server_order_free(&served);
    work(program, create(program, PROGRAM_STREAM, true), 3);
    assert_int_equal(program->report.seen.chain, 3);
    served.name = "cudaFree";
    server_order_free(&served);
    uint64_t stream = create(program, PROGRAM_STREAM, true);
    server_order_work(&program->server, stream, true);
    work(program, create(program, PROGRAM_STREAM, true), 3);
    end(program, 7, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(streams_do_not_wait_for_each_other),
        cmocka_unit_test(events_order_streams),
        cmocka_unit_test(a_last_stream_joins_the_others),
        cmocka_unit_test(the_default_stream_orders),
        cmocka_unit_test(the_stream_of_a_thread_is_one_like_others),
        cmocka_unit_test(the_host_orders_what_comes_after_its_waits),
        cmocka_unit_test(what_was_not_waited_for_goes_on),
        cmocka_unit_test(a_function_of_the_host_waits_in_its_stream),
        cmocka_unit_test(copies_and_frees_make_the_host_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
