/* What a student types at the prompt and at questions, and what a run, a picture and a window make of it. */
#include "terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>

static void first_start_shows_the_first_lesson_and_enter_goes_on(void) {
    start(&terminal, 80, 24, "xterm-256color", "pack", NULL);
    expect(&terminal, "Reading with a stride");
    expect(&terminal, "only text");
    expect(&terminal, "01-stride 1/4>");
    type(&terminal, "\r");
    expect(&terminal, "of shared memory");
    expect(&terminal, "01-stride 2/4>");
    type(&terminal, "1\r");
    expect(&terminal, "press Enter first");
    type(&terminal, "\r");
    expect(&terminal, "How many wavefronts");
    expect(&terminal, "Your answer:");
    type(&terminal, "1\r");
    expect(&terminal, "Right.");
    expect(&terminal, "It took 1 wavefront");
    expect(&terminal, "set stride=..., run"); /* not idle, which comes first and does nothing */
    type(&terminal, "set idle=2\r");
    expect(&terminal, "does not depend on idle");
    type(&terminal, "\r");
    expect(&terminal, "sweep stride=...");
    leave(&terminal);
}

static void a_command_typed_for_an_answer_is_obeyed(void) {
    start(&terminal, 80, 24, "xterm-256color", "pack", NULL);
    type(&terminal, "\r\r");
    expect(&terminal, "Your answer:");
    type(&terminal, "help\r"); /* which only tells: the question stays open */
    expect(&terminal, "Ctrl-D leaves");
    expect(&terminal, "The question is still open.");
    expect(&terminal, "Your answer:");
    type(&terminal, "set\r");
    expect(&terminal, "The question waits");
    expect(&terminal, "what it is");
    expect(&terminal, "01-stride 2/4>");
    type(&terminal, "\r");
    expect(&terminal, "How many wavefronts");
    type(&terminal, "\003");
    expect(&terminal, "The question waits");
    leave(&terminal);
}

static void a_command_that_only_tells_is_obeyed_whole_at_a_question(void) {
    static const char *const typed[][2] = {{"explain \"bank conflict\"", "lanes of one request"},
                                           {"source --launch 1", "strided_read(const"},
                                           {"source --launch 7", "there is no launch 7"},
                                           {"list --width 40", "lesson: 01-stride"},
                                           {"show banks 6", "may tell the answer"},
                                           {"show occupancy --html x", "show takes no --html"},
                                           {"compare stride=1 stride=32", "may tell the answer"}};
    start(&terminal, 80, 24, "xterm-256color", "pack", NULL);
    type(&terminal, "\r\r");
    for (size_t i = 0; i < sizeof typed / sizeof *typed; i++) {
        expect(&terminal, "Your answer:");
        type(&terminal, typed[i][0]);
        type(&terminal, "\r");
        expect(&terminal, typed[i][1]);
        expect(&terminal, "The question is still open.");
    }
    expect(&terminal, "Your answer:");
    type(&terminal, "1\r");
    expect(&terminal, "Right.");
    leave(&terminal);
}

static void a_window_resized_at_a_question_is_used_for_its_answer(void) {
    start(&terminal, 100, 24, "xterm-256color", "pack", NULL);
    type(&terminal, "\r\r");
    expect(&terminal, "Your answer:");
    struct winsize size = {.ws_col = 44, .ws_row = 24};
    ioctl(terminal.master, TIOCSWINSZ, &size);
    pump(&terminal, 200);
    terminal.text_size = terminal.seen = 0;
    type(&terminal, "1\r");
    expect(&terminal, "It took 1 wavefront");
    expect(&terminal, "2/4>");
    if (!failed && widest_line(&terminal) > 44) fail(&terminal, "a line is %d columns wide", widest_line(&terminal));
    leave(&terminal);
}

static void a_lesson_opened_at_a_question_leaves_the_question(void) {
    start(&terminal, 80, 24, "xterm-256color", "pack", NULL);
    type(&terminal, "\r\r");
    expect(&terminal, "Your answer:");
    size_t before = terminal.text_size;
    type(&terminal, "start 02\r");
    expect(&terminal, "02-short");
    expect(&terminal, ">");
    if (!failed && strstr(terminal.text + before, "The question waits") != NULL)
        fail(&terminal, "a question is said to wait that Enter does not ask");
    leave(&terminal);
}

static void a_quiz_that_was_asked_for_is_not_offered_again(void) {
    start(&terminal, 80, 24, "xterm-256color", "pack", NULL);
    expect(&terminal, "/4>");
    type(&terminal, "start 01 4\r\r");
    expect(&terminal, "wavefronts");
    type(&terminal, "quiz\r");
    expect(&terminal, "Question 1 of 2");
    skip_question(&terminal);
    expect(&terminal, "Question 2 of 2");
    skip_question(&terminal);
    expect(&terminal, "4/4>");
    type(&terminal, "\r");
    expect(&terminal, "Exercise twice");
    leave(&terminal);
}

static void a_quiz_left_with_control_c_goes_on_where_it_was(void) {
    start(&terminal, 80, 24, "xterm-256color", "pack", NULL);
    expect(&terminal, "/4>");
    type(&terminal, "quiz\r");
    expect(&terminal, "Question 1 of 2");
    expect(&terminal, "Your answer:");
    type(&terminal, "32\r");
    expect(&terminal, "Question 2 of 2");
    expect(&terminal, "Your answer:");
    type(&terminal, "\003");
    expect(&terminal, "quiz goes on with this question");
    expect(&terminal, "/4>");
    type(&terminal, "quiz\r");
    expect(&terminal, "You left at question 2 of 2");
    expect(&terminal, "Your answer:");
    type(&terminal, "16\r");
    expect(&terminal, "2 of 2 right");
    leave(&terminal);
}

static void tab_completes_commands_lessons_and_parameters(void) {
    start(&terminal, 80, 24, "xterm-256color", "pack", NULL);
    expect(&terminal, "1/4>");
    type(&terminal, "sol\t");
    expect(&terminal, "solution");
    type(&terminal, "\003");
    expect(&terminal, "^C");
    expect(&terminal, "1/4>");
    type(&terminal, "start 02\t");
    expect(&terminal, "02-short");
    type(&terminal, "\003");
    expect(&terminal, "^C");
    expect(&terminal, "1/4>");
    type(&terminal, "set st\t4\r");
    expect(&terminal, "stride=4");
    expect(&terminal, "1 to 32");
    type(&terminal, "s\t");
    expect(&terminal, "set  show  site  solution  source  start  sweep");
    type(&terminal, "\003");
    expect(&terminal, "^C");
    expect(&terminal, "1/4>");
    leave(&terminal);
}

static void arrow_up_brings_back_lines_also_of_an_earlier_session(void) {
    start(&terminal, 80, 24, "xterm-256color", "pack", NULL);
    expect(&terminal, "1/4>");
    type(&terminal, "metrics barriers\r");
    expect(&terminal, "block-wide");
    type(&terminal, "\033[A\r");
    expect(&terminal, "block-wide");
    leave(&terminal);
    start(&terminal, 80, 24, "xterm-256color", "pack", NULL);
    expect(&terminal, "/4>");
    type(&terminal, "\033[A\033[A");
    expect(&terminal, "metrics barriers");
    type(&terminal, "\003");
    expect(&terminal, "^C");
    expect(&terminal, "/4>");
    leave(&terminal);
}

static void control_c_clears_the_line(void) {
    start(&terminal, 80, 24, "xterm-256color", "pack", NULL);
    expect(&terminal, "1/4>");
    type(&terminal, "frobnicate");
    expect(&terminal, "frobnicate");
    type(&terminal, "\003");
    expect(&terminal, "^C");
    expect(&terminal, "1/4>");
    type(&terminal, "metrics barriers\r");
    expect(&terminal, "block-wide");
    leave(&terminal);
    if (strstr(terminal.text, "unknown command") != NULL) fail(&terminal, "the cleared line was obeyed");
}

static void control_c_stops_a_run_and_not_the_program(void) {
    start(&terminal, 80, 24, "xterm-256color", "pack", NULL);
    expect(&terminal, "1/4>");
    type(&terminal, "run 03-long\r");
    expect(&terminal, "03-long, long");
    usleep(300000);
    type(&terminal, "\003");
    expect(&terminal, "Stopped.");
    expect(&terminal, "1/4>");
    leave(&terminal);
}

static void a_picture_is_drawn_pass_by_pass(void) {
    start(&terminal, 80, 24, "xterm-256color", "pack", NULL);
    expect(&terminal, "/4>");
    type(&terminal, "show banks 6 --step strides --launch 2 --passes\r");
    expect(&terminal, "2 passes instead of 1");
    expect(&terminal, "Pass 1 of 2");
    expect(&terminal, "q: no more>");
    if (strstr(terminal.text, "Pass 2 of 2") != NULL) fail(&terminal, "the second pass came without a key");
    type(&terminal, "\r");
    expect(&terminal, "Pass 2 of 2");
    expect(&terminal, "/4>");
    type(&terminal, "show banks 6 --step strides --launch 3 --passes\r");
    expect(&terminal, "Pass 1 of 32");
    expect(&terminal, "q: no more>");
    type(&terminal, "q\r");
    expect(&terminal, "/4>");
    leave(&terminal);
}

/* Each picture in three sizes; no line is wider than the window. */
static void pictures_fit_windows_of_three_sizes(void) {
    static const int sizes[3][2] = {{60, 20}, {80, 24}, {120, 40}};
    static const char *const typed[][2] = {
        {"show banks --step 2", "bank"},           {"show sectors --step 2", "32 bytes"},
        {"show race --step 2", "No race"},         {"show occupancy --step 2", "on one multiprocessor"},
        {"compare stride=3 stride=32", "differ."}, {"try both.cu", "▼ time"},
        {"explain wavefront", "uses it"}};
    FILE *file = fopen("both.cu", "w");
    if (file == NULL) {
        fail(&terminal, "both.cu cannot be written");
        return;
    }
    fputs("__global__ void both(int *out, int width, int height) {\n"
          "  __shared__ int tile[16][16];\n"
          "  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;\n"
          "  tile[threadIdx.y][threadIdx.x] = x;\n"
          "  if (x < width && y < height) out[y * width + x] = tile[threadIdx.x][threadIdx.y];\n"
          "}\n",
          file);
    fclose(file);
    for (size_t i = 0; i < 3 && !failed; i++) {
        start(&terminal, sizes[i][0], sizes[i][1], "xterm-256color", "pack", NULL);
        expect(&terminal, ">");
        type(&terminal, "start 1 3\r"); /* behind the prediction, which holds pictures back */
        expect(&terminal, "3/4>");
        for (size_t k = 0; k < sizeof typed / sizeof *typed; k++) {
            type(&terminal, typed[k][0]);
            type(&terminal, "\r");
            expect(&terminal, typed[k][1]);
            expect(&terminal, ">");
        }
        if (!failed && widest_line(&terminal) > sizes[i][0]) fail(&terminal, "a line is wider than the window");
        leave(&terminal);
    }
}

/* With how many blocks slow.cu runs about so long on this machine: computers, and a program with sanitisers, differ by
 * more than ten times. It is compiled once before it is timed. */
static int blocks_for_seconds(double seconds) {
    enum { TIMED = 30 };
    char command[400];
    struct timespec from = {0}, to = {0};
    for (int i = 0; i < 2; i++) {
        snprintf(command, sizeof command, "'%s' --pack pack try slow.cu blocks=%d threads=32 </dev/null >tried 2>&1",
                 program, i == 0 ? 1 : TIMED);
        clock_gettime(CLOCK_MONOTONIC, &from);
        if (system(command) != 0) fail(&terminal, "slow.cu did not run");
        clock_gettime(CLOCK_MONOTONIC, &to);
    }
    double took = (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
    return (int)(TIMED * seconds / took) + 1;
}

static void enter_typed_during_a_long_run_skips_nothing(void) {
    FILE *file = fopen("slow.cu", "w");
    if (file == NULL) {
        fail(&terminal, "slow.cu cannot be written");
        return;
    }
    fputs("__global__ void slow(int *out) {\n"
          "  int x = threadIdx.x;\n"
          "  for (int i = 0; i < 400000; i++) x = x * 5 + (x >> 3);\n"
          "  out[threadIdx.x + blockIdx.x * blockDim.x] = x;\n"
          "}\n",
          file);
    fclose(file);
    int blocks = blocks_for_seconds(8); /* much more than is looked for: a busy machine may have been slower then */
    start(&terminal, 80, 24, "xterm-256color", "pack", NULL);
    expect(&terminal, "1/4>");
    char command[80];
    snprintf(command, sizeof command, "try slow.cu blocks=%d threads=32 --no-pager\r", blocks);
    type(&terminal, command);
    expect(&terminal, "running, 1 s");
    type(&terminal, "\r\r\rmetrics barriers\r");
    expect(&terminal, "elements of i32");
    expect(&terminal, "1/4>");
    expect(&terminal, "block-wide"); /* what was typed behind them is the next command */
    expect(&terminal, "1/4>");
    type(&terminal, "\r");
    expect(&terminal, "2/4>");
    leave(&terminal);
}

static void a_long_run_says_how_long_and_echoes_no_keys(void) {
    start(&terminal, 80, 24, "xterm-256color", "pack", NULL);
    expect(&terminal, "1/4>");
    type(&terminal, "run 03-long\r");
    expect(&terminal, "running, 1 s; Ctrl-C stops it");
    size_t before = terminal.text_size;
    type(&terminal, "metrics barriers");
    expect(&terminal, "running, 2 s");
    if (!failed && strstr(terminal.text + before, "barriers") != NULL) fail(&terminal, "the keys were echoed");
    type(&terminal, "\003");
    expect(&terminal, "Stopped.");
    expect(&terminal, "1/4>");
    type(&terminal, "metrics barriers\r"); /* Ctrl-C has dropped what was typed before it */
    expect(&terminal, "block-wide");
    leave(&terminal);
}

static void control_d_leaves(void) {
    start(&terminal, 80, 24, "xterm-256color", "pack", NULL);
    expect(&terminal, "1/4>");
    type(&terminal, "\004");
    expect_exit(&terminal, 0);
}

static void a_killed_program_loses_no_progress(void) {
    start(&terminal, 80, 24, "xterm-256color", "pack", NULL);
    expect(&terminal, "1/4>");
    type(&terminal, "\r");
    expect(&terminal, "2/4>");
    kill(terminal.child, SIGKILL);
    waitpid(terminal.child, NULL, 0);
    close(terminal.master);
    start(&terminal, 80, 24, "xterm-256color", "pack", NULL);
    expect(&terminal, "Next is step 2 of 4");
    leave(&terminal);
}

static void a_narrow_window_is_not_overrun(void) {
    start(&terminal, 40, 24, "xterm-256color", "pack", NULL);
    type(&terminal, "\r\r");
    expect(&terminal, "Your answer:");
    type(&terminal, "1\r\r\r");
    expect(&terminal, "4/4>");
    type(&terminal, "list\rhelp\rexercise\rmetrics shared.requests\rset\r");
    expect(&terminal, "1 to 32");
    if (!failed && widest_line(&terminal) > 40) fail(&terminal, "a line is %d columns wide", widest_line(&terminal));
    leave(&terminal);
}

static void a_resized_window_is_used(void) {
    start(&terminal, 100, 24, "xterm-256color", "pack", NULL);
    expect(&terminal, "1/4>");
    struct winsize size = {.ws_col = 44, .ws_row = 24};
    pump(&terminal, 200);
    size_t before = terminal.raw_size;
    ioctl(terminal.master, TIOCSWINSZ, &size);
    expect(&terminal, "1/4>");
    if (!failed && terminal.raw[before] != '\r') fail(&terminal, "the prompt was written behind itself");
    pump(&terminal, 200);
    terminal.text_size = terminal.seen = 0;
    type(&terminal, "\rhelp run\r");
    expect(&terminal, "for programs");
    if (!failed && widest_line(&terminal) > 44) fail(&terminal, "a line is %d columns wide", widest_line(&terminal));
    leave(&terminal);
}

static void keys_that_edit_do_nothing_on_a_dumb_terminal(void) {
    start(&terminal, 80, 24, "dumb", "pack", NULL);
    expect(&terminal, "1/4>");
    type(&terminal, "\014\r"); /* Ctrl-L */
    expect(&terminal, "1/4>");
    type(&terminal, "\033[A\033OB\033[1;5C\r"); /* arrows */
    expect(&terminal, "1/4>");
    type(&terminal, "help\033[D run\014\r");
    expect(&terminal, "for programs");
    expect(&terminal, "1/4>");
    type(&terminal, "\r\r");
    expect(&terminal, "Your answer:");
    type(&terminal, "\033[A\r");
    expect(&terminal, "Your answer:");
    type(&terminal, "1\r");
    expect(&terminal, "Right.");
    if (!failed && strstr(terminal.text, "unknown command") != NULL) fail(&terminal, "a key was taken for a command");
    leave(&terminal);
}

static void a_dumb_terminal_gets_no_escape_sequences(void) {
    start(&terminal, 80, 24, "dumb", "pack", NULL);
    expect(&terminal, "1/4>");
    type(&terminal, "\r\r");
    expect(&terminal, "Your answer:");
    type(&terminal, "1\r");
    expect(&terminal, "Right.");
    leave(&terminal);
    if (memchr(terminal.raw, '\033', terminal.raw_size) != NULL) fail(&terminal, "an escape sequence was written");
}

/* The lines that were written since `from`. */

/* Begins with the first page of `metrics` on the screen. */

/* Any other key is the first letter of the next command, and so is the b of `back` and the q of `quiz`. */

/* On the command line no line is read next, so another letter is no reason to lose the page. */

static void a_question_is_not_answered_by_what_was_typed_before_it(void) {
    unsetenv("WARPSCHOOL_PAGER");
    start(&terminal, 80, 24, "xterm-256color", "pack", NULL);
    expect(&terminal, "1/4>");
    type(&terminal, "\r\r\r7\r\r");
    expect(&terminal, "How many wavefronts");
    expect(&terminal, "typed before the question");
    expect(&terminal, "Your answer:");
    type(&terminal, "1\r");
    expect(&terminal, "Right.");
    expect(&terminal, "1/1 right");
    leave(&terminal);
    if (strstr(terminal.text, "You said") != NULL) fail(&terminal, "an answer was taken");
}

static void a_prediction_is_given_up_by_the_second_enter(void) {
    unsetenv("WARPSCHOOL_PAGER");
    start(&terminal, 80, 24, "xterm-256color", "pack", NULL);
    expect(&terminal, "1/4>");
    type(&terminal, "\r\r");
    skip_question(&terminal);
    expect(&terminal, "Make a guess");
    skip_question(&terminal);
    expect(&terminal, "Measured: 1");
    leave(&terminal);
}

/* Words that are no answer show that the question was read: what comes at once then was not typed before it, and the
 * next Enter does not yet show the answer. */
static void an_enter_at_once_after_a_reply_is_said_to_be_that(void) {
    unsetenv("WARPSCHOOL_PAGER");
    start(&terminal, 80, 24, "xterm-256color", "pack", NULL);
    expect(&terminal, "1/4>");
    type(&terminal, "\r\r");
    expect(&terminal, "Your answer:");
    usleep(1000000);
    type(&terminal, "many\r");
    expect(&terminal, "Type a number: a guess will do.");
    expect(&terminal, "Your answer:");
    usleep(50000);
    type(&terminal, "\r");
    expect(&terminal, "That came at once, and was not taken. Type your answer: a guess will do.");
    leave(&terminal);
    if (strstr(terminal.text, "before the question") != NULL) fail(&terminal, "the question had been read");
}

/* The first is too early to have read the question; the others come as fast as a hand is. */
static void enters_after_an_early_one_show_the_answer(void) {
    unsetenv("WARPSCHOOL_PAGER");
    start(&terminal, 80, 24, "xterm-256color", "pack", NULL);
    expect(&terminal, "1/4>");
    type(&terminal, "\r\r\r");
    expect(&terminal, "typed before the question");
    expect(&terminal, "Your answer:");
    usleep(450000);
    type(&terminal, "\r");
    expect(&terminal, "Make a guess");
    expect(&terminal, "Your answer:");
    usleep(1000000);
    type(&terminal, "\r");
    expect(&terminal, "Measured: 1");
    leave(&terminal);
}

/* At any height: pages of which the last has one or two lines would come up among these. */

static void a_broken_lesson_leaves_the_others_alone(void) {
    start(&terminal, 80, 24, "xterm-256color", "broken-pack", NULL);
    type(&terminal, "start 2\r");
    expect(&terminal, "sauce");
    type(&terminal, "start 9\r");
    expect(&terminal, "It can be taught");
    leave(&terminal);
}

const Scenario prompt_scenarios[] = {
    SCENARIO(first_start_shows_the_first_lesson_and_enter_goes_on, true),
    SCENARIO(a_command_typed_for_an_answer_is_obeyed, false),
    SCENARIO(a_command_that_only_tells_is_obeyed_whole_at_a_question, true),
    SCENARIO(a_window_resized_at_a_question_is_used_for_its_answer, true),
    SCENARIO(a_lesson_opened_at_a_question_leaves_the_question, true),
    SCENARIO(a_quiz_that_was_asked_for_is_not_offered_again, true),
    SCENARIO(a_quiz_left_with_control_c_goes_on_where_it_was, true),
    SCENARIO(tab_completes_commands_lessons_and_parameters, false),
    SCENARIO(arrow_up_brings_back_lines_also_of_an_earlier_session, false),
    SCENARIO(control_c_clears_the_line, false),
    SCENARIO(control_c_stops_a_run_and_not_the_program, true),
    SCENARIO(a_picture_is_drawn_pass_by_pass, false),
    SCENARIO(pictures_fit_windows_of_three_sizes, true),
    SCENARIO(enter_typed_during_a_long_run_skips_nothing, true),
    SCENARIO(a_long_run_says_how_long_and_echoes_no_keys, true),
    SCENARIO(control_d_leaves, false),
    SCENARIO(a_killed_program_loses_no_progress, false),
    SCENARIO(a_narrow_window_is_not_overrun, true),
    SCENARIO(a_resized_window_is_used, false),
    SCENARIO(keys_that_edit_do_nothing_on_a_dumb_terminal, true),
    SCENARIO(a_dumb_terminal_gets_no_escape_sequences, true),
    SCENARIO(a_question_is_not_answered_by_what_was_typed_before_it, true),
    SCENARIO(a_prediction_is_given_up_by_the_second_enter, true),
    SCENARIO(an_enter_at_once_after_a_reply_is_said_to_be_that, true),
    SCENARIO(enters_after_an_early_one_show_the_answer, true),
    SCENARIO(a_broken_lesson_leaves_the_others_alone, false),
    {NULL, false, NULL},
};
