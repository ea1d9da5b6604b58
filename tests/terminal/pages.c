/* What is longer than the screen: pages of our own, and a pager that the person named. */
#include "terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

static void what_is_longer_than_the_screen_goes_through_the_pager(void) {
    setenv("WARPSCHOOL_PAGER", "sed 's/^/paged: /'", 1);
    start(&terminal, 80, 24, "xterm-256color", "pack", NULL);
    expect(&terminal, "1/4>");
    if (!failed && strstr(terminal.text, "paged: ") != NULL) fail(&terminal, "a short text went through the pager");
    type(&terminal, "metrics\r");
    expect(&terminal, "paged: shared.load.requests");
    expect(&terminal, "paged: in their meaning; explain NAME says all about one.");
    expect(&terminal, "1/4>");
    terminal.seen = terminal.text_size;
    type(&terminal, "metrics shared.requests\r");
    expect(&terminal, "smsp__sass_inst_executed_op_shared.sum");
    type(&terminal, "metrics --no-pager\r");
    expect(&terminal, "all about one.");
    size_t unpaged = terminal.text_size;
    type(&terminal, "metrics gpu\r"); /* --no-pager held for one command */
    expect(&terminal, "paged: gpu.dram.write_bytes");
    leave(&terminal);
    const char *second = strstr(terminal.text, "metrics shared.requests");
    if (!failed && (second == NULL || memmem(second, (size_t)(terminal.text + unpaged - second), "paged: ", 7) != NULL))
        fail(&terminal, "a text that fits, or --no-pager, went through the pager");
}

static void colours_pass_the_pager(void) {
    setenv("WARPSCHOOL_PAGER", "sed 's/^/paged: /'", 1);
    start(&terminal, 80, 24, "xterm-256color", "pack", NULL);
    type(&terminal, "metrics\r");
    expect(&terminal, "paged: in their meaning");
    leave(&terminal);
    const char *paged = memmem(terminal.raw, terminal.raw_size, "paged: ", 7);
    if (!failed && memmem(paged, (size_t)(terminal.raw + terminal.raw_size - paged), "paged: \033[", 9) == NULL)
        fail(&terminal, "no line of the page begins with a colour");
}

static bool write_whole(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    return file != NULL && fputs(text, file) >= 0 && fclose(file) == 0;
}

/* A lesson whose kernel and question are a little longer than a screen of twelve rows. */
static void a_question_is_not_cut_by_the_end_of_a_page(void) {
    mkdir("asking", 0755);
    mkdir("asking/lessons", 0755);
    mkdir("asking/kernels", 0755);
    bool made =
        write_whole("asking/kernels/01-ask.cu", "extern \"C\" __global__ void one(int *out)\n"
                                                "{\n"
                                                "    int i = threadIdx.x;\n"
                                                "    // a\n"
                                                "    // b\n"
                                                "    // c\n"
                                                "    out[i] = 1;\n"
                                                "}\n") &&
        write_whole("asking/lessons/01-ask.yaml",
                    "format: 1\nid: 01-ask\ntitle: Ask\nsource: 01-ask.cu\nsteps:\n  - id: ask\n"
                    "    text: A kernel.\n"
                    "    predict: {ask: What does it store?, choices: [a one, a two, a three, a four], answer: a one}\n"
                    "    launch: {kernel: one, grid: [1], block: [32], args: [{buffer: out, type: i32, count: 32, "
                    "output: true}]}\n"
                    "    show: [source]\n");
    if (!made) fail(&terminal, "the lesson cannot be written");
    unsetenv("WARPSCHOOL_PAGER");
    start(&terminal, 80, 12, "xterm-256color", "asking", NULL);
    expect(&terminal, "1/1>");
    size_t before = terminal.text_size;
    type(&terminal, "\r");
    expect(&terminal, "lines more");
    if (!failed && strstr(terminal.text + before, "Predict.") != NULL) fail(&terminal, "the question is cut");
    type(&terminal, "\r");
    expect(&terminal, "Predict.");
    expect(&terminal, "d) a four");
    expect(&terminal, "Your answer:");
    type(&terminal, "\003");
    expect(&terminal, "1/1>");
    leave(&terminal);
}

static void a_pager_that_is_missing_or_leaves_early_is_no_error(void) {
    setenv("WARPSCHOOL_PAGER", "no-such-pager-anywhere", 1);
    start(&terminal, 80, 24, "xterm-256color", "pack", NULL);
    type(&terminal, "metrics\r");
    expect(&terminal, "gpu.dram.write_bytes");
    expect(&terminal, "1/4>");
    leave(&terminal);
    setenv("WARPSCHOOL_PAGER", "head -n 1", 1);
    start(&terminal, 80, 24, "xterm-256color", "pack", NULL);
    type(&terminal, "metrics\r");
    expect(&terminal, "meaning");
    expect(&terminal, "2/4>");
    leave(&terminal);
}

static void control_c_in_the_pager_is_the_pagers(void) {
    setenv("WARPSCHOOL_PAGER", "echo waiting; sleep 30", 1);
    start(&terminal, 80, 24, "xterm-256color", "pack", NULL);
    type(&terminal, "metrics\r");
    expect(&terminal, "waiting");
    type(&terminal, "\003\003");
    expect(&terminal, "1/4>");
    leave(&terminal);
}

static size_t lines_since(size_t from) {
    size_t lines = 0;
    for (size_t i = from; i < terminal.text_size; i++) lines += terminal.text[i] == '\n';
    return lines;
}

/* In bytes, of ASCII; the line below a page is cleared and not counted. */
static size_t widest_since(size_t from) {
    size_t widest = 0, column = 0;
    for (const char *c = terminal.text + from; *c != '\0'; c++) {
        column = *c == '\n' || *c == '\r' ? 0 : column + ((*c & 0xc0) != 0x80);
        widest = column > widest ? column : widest;
    }
    return widest;
}

static void start_at_pages(int columns, int rows) {
    unsetenv("WARPSCHOOL_PAGER");
    start(&terminal, columns, rows, "xterm-256color", "pack", NULL);
    expect(&terminal, "/4>");
    type(&terminal, "metrics\r");
    expect(&terminal, "Enter goes on");
    pump(&terminal, 100);
}

static void enter_and_space_show_a_page_more_and_q_ends(void) {
    static const int sizes[][2] = {{80, 24}, {60, 20}, {120, 40}};
    for (size_t i = 0; i < 3; i++) {
        size_t rows = (size_t)sizes[i][1];
        start_at_pages(sizes[i][0], sizes[i][1]);
        for (int turn = 0; turn < 4; turn++) {
            size_t before = terminal.text_size;
            type(&terminal, turn % 2 == 0 ? "\r" : " ");
            expect(&terminal, "Enter goes on");
            size_t lines = lines_since(before);
            if (!failed && (lines + 4 < rows || lines > rows - 2))
                fail(&terminal, "%zu rows went on by %zu", rows, lines);
        }
        type(&terminal, "q");
        expect(&terminal, "/4>");
        leave(&terminal);
        if (strstr(terminal.text, "gpu.dram.write_bytes") != NULL) fail(&terminal, "q did not leave the rest out");
    }
}

static void b_shows_the_page_before(void) {
    start_at_pages(80, 24);
    type(&terminal, "\r");
    expect(&terminal, "Enter goes on");
    pump(&terminal, 100);
    size_t before = terminal.text_size;
    type(&terminal, "b");
    expect(&terminal, "Enter goes on");
    if (!failed && strstr(terminal.text + before, "shared.load.requests") == NULL)
        fail(&terminal, "it is another page");
    type(&terminal, "q");
    expect(&terminal, "/4>");
    leave(&terminal);
}

static void what_is_typed_at_a_page_is_the_next_command(void) {
    static const char *const typed[][2] = {
        {"metrics barriers\r", "block-wide"}, {"back\r", "only text"}, {"quiz 02\r", "02-short has no questions"}};
    for (size_t i = 0; i < 3; i++) {
        start_at_pages(80, 24);
        for (const char *key = typed[i][0]; *key != '\0'; key++) {
            type(&terminal, (const char[]){*key, '\0'});
            usleep(20000);
        }
        expect(&terminal, typed[i][1]);
        leave(&terminal);
        if (strstr(terminal.text, "unknown command") != NULL) fail(&terminal, "letters were lost");
    }
}

static void what_was_typed_before_a_page_turns_nothing_and_is_not_lost(void) {
    unsetenv("WARPSCHOOL_PAGER");
    start(&terminal, 80, 24, "xterm-256color", "pack", NULL);
    expect(&terminal, "1/4>");
    type(&terminal, "metrics\r\r\r");
    expect(&terminal, "Enter goes on");
    pump(&terminal, 300);
    size_t lines = lines_since(terminal.seen);
    if (!failed && lines > 2) fail(&terminal, "Enters that came before turned pages");
    type(&terminal, "q");
    expect(&terminal, "1/4>");
    type(&terminal, "metrics\rmetrics barriers\rquiz 02\r");
    expect(&terminal, "block-wide");
    expect(&terminal, "02-short has no questions");
    leave(&terminal);
}

static void a_resize_at_a_page_holds_for_the_next(void) {
    start_at_pages(120, 24);
    struct winsize size = {.ws_col = 60, .ws_row = 12};
    ioctl(terminal.master, TIOCSWINSZ, &size);
    expect(&terminal, "Enter goes on");
    pump(&terminal, 100);
    size_t before = terminal.text_size;
    type(&terminal, "\r");
    expect(&terminal, "Enter goes on");
    if (!failed && lines_since(before) > 10) fail(&terminal, "12 rows went on by %zu", lines_since(before));
    if (!failed && widest_since(before) > 60) fail(&terminal, "60 columns got a line of %zu", widest_since(before));
    type(&terminal, "\003");
    expect(&terminal, "/4>");
    type(&terminal, "metrics barriers\r");
    expect(&terminal, "block-wide");
    leave(&terminal);
}

static void on_the_command_line_pictures_and_comparisons_have_pages(void) {
    static const char *const lines[][5] = {{"show", "banks", "6", "01", NULL},
                                           {"compare", "01", "stride=1", "stride=32", NULL}};
    unsetenv("WARPSCHOOL_PAGER");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        start_with(&terminal, 80, 8, "xterm-256color", "pack", lines[i]);
        expect(&terminal, "q ends --");
        type(&terminal, "q");
        expect_exit(&terminal, 0);
    }
}

static void on_the_command_line_other_letters_turn_nothing(void) {
    unsetenv("WARPSCHOOL_PAGER");
    start(&terminal, 80, 24, "xterm-256color", "pack", "metrics");
    expect(&terminal, "q ends --");
    type(&terminal, "x");
    pump(&terminal, 300);
    type(&terminal, "q");
    expect_exit(&terminal, 0);
}

static void what_is_a_line_longer_than_the_screen_scrolls_by(void) {
    setenv("WARPSCHOOL_PAGER", "sed 's/^/paged: /'", 1);
    int rows = 0;
    start(&terminal, 80, 200, "xterm-256color", "pack", NULL); /* how long is it? */
    expect(&terminal, "/4>");
    pump(&terminal, 100);
    size_t before = terminal.text_size;
    type(&terminal, "help\r");
    expect(&terminal, "a run, Ctrl-D");
    expect(&terminal, "/4>");
    for (size_t i = before; i < terminal.text_size; i++) rows += terminal.text[i] == '\n';
    rows--; /* the line that was typed */
    leave(&terminal);
    for (int over = 0; over < 2; over++) {
        start(&terminal, 80, rows - over, "xterm-256color", "pack", NULL);
        expect(&terminal, "/4>");
        type(&terminal, "help\r");
        expect(&terminal, "a run, Ctrl-D");
        expect(&terminal, "/4>");
        bool paged = strstr(terminal.text, "paged: ") != NULL;
        if (!failed && paged != (over > 0)) fail(&terminal, "%d lines in %d rows: paged %d", rows, rows - over, paged);
        leave(&terminal);
    }
}

static void no_page_waits_for_two_lines_more(void) {
    unsetenv("WARPSCHOOL_PAGER");
    for (int rows = 12; rows < 20 && !failed; rows++) {
        start(&terminal, 80, rows, "xterm-256color", "pack", NULL);
        expect(&terminal, "/4>");
        type(&terminal, "help\r");
        expect(&terminal, "Enter goes on");
        while (!failed && strstr(terminal.text, "a run, Ctrl-D") == NULL) {
            pump(&terminal, 30);
            type(&terminal, "\r");
            pump(&terminal, 200);
        }
        expect(&terminal, "/4>");
        leave(&terminal);
        if (strstr(terminal.text, "-- 1 lines more") != NULL || strstr(terminal.text, "-- 2 lines more") != NULL)
            fail(&terminal, "a page of a line or two in %d rows", rows);
    }
}

const Scenario pages_scenarios[] = {
    SCENARIO(what_is_longer_than_the_screen_goes_through_the_pager, false),
    SCENARIO(colours_pass_the_pager, false),
    SCENARIO(a_question_is_not_cut_by_the_end_of_a_page, true),
    SCENARIO(a_pager_that_is_missing_or_leaves_early_is_no_error, false),
    SCENARIO(control_c_in_the_pager_is_the_pagers, false),
    SCENARIO(enter_and_space_show_a_page_more_and_q_ends, false),
    SCENARIO(b_shows_the_page_before, false),
    SCENARIO(what_is_typed_at_a_page_is_the_next_command, false),
    SCENARIO(what_was_typed_before_a_page_turns_nothing_and_is_not_lost, false),
    SCENARIO(a_resize_at_a_page_holds_for_the_next, false),
    SCENARIO(on_the_command_line_pictures_and_comparisons_have_pages, true),
    SCENARIO(on_the_command_line_other_letters_turn_nothing, false),
    SCENARIO(what_is_a_line_longer_than_the_screen_scrolls_by, false),
    SCENARIO(no_page_waits_for_two_lines_more, false),
    {NULL, false, NULL},
};
