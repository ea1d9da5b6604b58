/* Commands that write files, and a line's instructions: in three sizes, no line wider than the window, at a terminal
 * that is resized and with keys typed ahead. */
#include "terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

enum { SIZES = 3 };
static const int sizes[SIZES][2] = {{60, 20}, {80, 24}, {120, 40}};

/* Types the commands one after another, each once the one before was answered, and looks at the widths. */
static void answers_fit(const char *const (*typed)[2], size_t count) {
    for (size_t i = 0; i < SIZES && !failed; i++) {
        start(&terminal, sizes[i][0], sizes[i][1], "xterm-256color", "pack", NULL);
        expect(&terminal, "/4>");
        for (size_t k = 0; k < count; k++) {
            char line[200];
            snprintf(line, sizeof line, typed[k][0], (int)i);
            type(&terminal, line);
            type(&terminal, "\r");
            expect(&terminal, typed[k][1]);
            expect(&terminal, ">");
        }
        if (!failed && widest_line(&terminal) > sizes[i][0]) fail(&terminal, "a line is wider than the window");
        leave(&terminal);
    }
}

static bool begins(const char *path, const char *start) {
    char text[64] = "";
    FILE *file = fopen(path, "r");
    if (file == NULL) return false;
    size_t size = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    return size >= strlen(start) && memcmp(text, start, strlen(start)) == 0;
}

static void a_report_is_written_in_three_sizes(void) {
    static const char *const typed[][2] = {{"report 1 --html lesson-%d.html", "is written"},
                                           {"report twice --html twice-%d.html", "is written"},
                                           {"report 1 --svg p-%d.svg", "is written"},
                                           {"report", "--html"}};
    answers_fit(typed, sizeof typed / sizeof *typed);
    if (!failed && (!begins("lesson-0.html", "<!DOCTYPE html>") || !begins("twice-2.html", "<!DOCTYPE html>") ||
                    !begins("p-1.svg", "<?xml")))
        fail(&terminal, "a file does not begin as its kind does");
}

static void init_says_where_files_are_in_three_sizes(void) {
    static const char *const typed[][2] = {{"init", "no working folder yet"},
                                           {"init work-%d", "is your working folder now"},
                                           {"init work-%d", "working folder"},
                                           {"init", "Your working folder is"},
                                           {"exercise twice", "in your editor"}};
    for (size_t i = 0; i < SIZES && !failed; i++) {
        /* a working folder is remembered: each size begins without one */
        char state[4200];
        snprintf(state, sizeof state, "%s/state-init-%zu", getenv("HOME"), i);
        setenv("XDG_STATE_HOME", state, 1);
        start(&terminal, sizes[i][0], sizes[i][1], "xterm-256color", "pack", NULL);
        expect(&terminal, "/4>");
        for (size_t k = 0; k < sizeof typed / sizeof *typed; k++) {
            char line[200];
            snprintf(line, sizeof line, typed[k][0], (int)i);
            type(&terminal, line);
            type(&terminal, "\r");
            expect(&terminal, typed[k][1]);
            expect(&terminal, "/4");
        }
        if (!failed && widest_line(&terminal) > sizes[i][0]) fail(&terminal, "a line is wider than the window");
        leave(&terminal);
    }
    if (!failed && !begins("work-1/01-twice.cu", "extern")) fail(&terminal, "the exercise was not copied");
}

static void a_lines_instructions_fit_three_sizes(void) {
    static const char *const typed[][2] = {
        {"ptx 6", "ld.shared"}, {"ptx 5", "bar.sync"}, {"sass 6", "nvdisasm"}, {"ptx twice", "LINE"}};
    setenv("WARPSCHOOL_NVDISASM", "/nonexistent/nvdisasm", 1);
    answers_fit(typed, sizeof typed / sizeof *typed);
    unsetenv("WARPSCHOOL_NVDISASM");
}

/* On the command line messages go to standard error. There, too, no word is cut by the window's edge. */
static void messages_on_the_command_line_fit_three_sizes(void) {
    static const char *const lines[][3] = {{"explain", "shared.load", NULL}, {"show", NULL}};
    for (size_t i = 0; i < SIZES && !failed; i++)
        for (size_t k = 0; k < sizeof lines / sizeof *lines; k++) {
            start_with(&terminal, sizes[i][0], sizes[i][1], "xterm-256color", "pack", lines[k]);
            expect_exit(&terminal, 2);
            if (!failed && strstr(terminal.text, "warpschool: ") == NULL) fail(&terminal, "there is no message");
            if (!failed && widest_line(&terminal) > sizes[i][0]) fail(&terminal, "a line is wider than the window");
        }
}

/* What is typed while a page is written is the next command, and a resize meanwhile holds for it. */
static void keys_typed_ahead_of_a_report_are_the_next_command(void) {
    struct winsize size = {.ws_col = 60, .ws_row = 20};
    start(&terminal, 100, 30, "xterm-256color", "pack", NULL);
    expect(&terminal, "/4>");
    type(&terminal, "report 1 --html ahead.html\r");
    type(&terminal, "list exercises\r");
    ioctl(terminal.master, TIOCSWINSZ, &size);
    expect(&terminal, "is written");
    expect(&terminal, "Half as much");
    leave(&terminal);
}

const Scenario tools_scenarios[] = {
    SCENARIO(a_report_is_written_in_three_sizes, true),
    SCENARIO(init_says_where_files_are_in_three_sizes, false),
    SCENARIO(a_lines_instructions_fit_three_sizes, true),
    SCENARIO(messages_on_the_command_line_fit_three_sizes, false),
    SCENARIO(keys_typed_ahead_of_a_report_are_the_next_command, true),
    {NULL, false, NULL},
};
