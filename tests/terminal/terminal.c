/* A terminal driven for real: the program runs on a pseudo-terminal, keys are typed, and what appears is waited for.
 *
 * What the program writes is kept as it came and, with escape sequences taken out, as text; expect() looks in the text
 * after the place where the last expectation was met. Each scenario starts with an empty state folder. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE_MS = 30000, KEPT = 1 << 20 };

typedef struct Terminal {
    pid_t child;
    int master;
    char raw[KEPT], text[KEPT];
    size_t raw_size, text_size, seen;
    bool in_escape, in_sequence, ended;
} Terminal;

static const char *program;
static const char *scenario;
static bool failed;

static void fail(const Terminal *terminal, const char *format, ...) {
    va_list args;
    if (failed) return;
    failed = true;
    printf("%s: ", scenario);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    size_t from = terminal->text_size > 1500 ? terminal->text_size - 1500 : 0;
    printf("\n--- the screen said:\n%.*s\n---\n", (int)(terminal->text_size - from), terminal->text + from);
}

static long now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* ---- the terminal ------------------------------------------------------------------------------------------------ */

static void start(Terminal *terminal, int columns, int rows, const char *term, const char *pack, const char *word) {
    memset(terminal, 0, sizeof *terminal);
    struct winsize size = {.ws_col = (unsigned short)columns, .ws_row = (unsigned short)rows};
    terminal->child = forkpty(&terminal->master, NULL, NULL, &size);
    if (terminal->child < 0) { /* and never kill(-1): that is every process of this user */
        perror("forkpty");
        exit(1);
    }
    if (terminal->child != 0) return;
    setenv("TERM", term, 1);
    execl(program, program, "--pack", pack, word, (char *)NULL);
    _exit(127);
}

static void keep(Terminal *terminal, char c) {
    if (terminal->raw_size < KEPT - 1) terminal->raw[terminal->raw_size++] = c;
    if (c == '\033') {
        terminal->in_escape = true;
        terminal->in_sequence = false;
    } else if (terminal->in_escape && !terminal->in_sequence && (c == '[' || c == '(' || c == ']')) {
        terminal->in_sequence = true;
    } else if (terminal->in_escape) {
        terminal->in_escape = terminal->in_sequence && !(c >= '@' && c <= '~') && c != '\a';
    } else if (c != '\r' && c != '\a' && terminal->text_size < KEPT - 1) {
        terminal->text[terminal->text_size++] = c;
        terminal->text[terminal->text_size] = '\0';
    }
}

/* Reads what is there, waiting at most wait_ms for the first of it. */
static void pump(Terminal *terminal, int wait_ms) {
    struct pollfd input = {.fd = terminal->master, .events = POLLIN};
    while (!terminal->ended && poll(&input, 1, wait_ms) > 0) {
        char bytes[4096];
        ssize_t got = read(terminal->master, bytes, sizeof bytes);
        if (got < 0 && errno == EINTR) continue;
        terminal->ended = got <= 0;
        for (ssize_t i = 0; i < got; i++) keep(terminal, bytes[i]);
        wait_ms = 0;
    }
}

static void expect(Terminal *terminal, const char *text) {
    long end = now_ms() + PATIENCE_MS;
    while (!failed) {
        const char *found = strstr(terminal->text + terminal->seen, text);
        if (found != NULL) {
            terminal->seen = (size_t)(found - terminal->text) + strlen(text);
            return;
        }
        if (terminal->ended || now_ms() > end)
            fail(terminal, "'%s' did not appear", text);
        else
            pump(terminal, 200);
    }
}

static void type(Terminal *terminal, const char *keys) {
    if (failed) return;
    if (write(terminal->master, keys, strlen(keys)) < 0) fail(terminal, "the keys could not be typed");
}

static void expect_exit(Terminal *terminal, int code) {
    long end = now_ms() + PATIENCE_MS;
    int status = 0;
    pid_t ended = 0;
    while (ended == 0 && now_ms() < end) {
        pump(terminal, 20);
        ended = waitpid(terminal->child, &status, WNOHANG);
    }
    if (ended == 0) {
        kill(terminal->child, SIGKILL);
        waitpid(terminal->child, &status, 0);
        fail(terminal, "the program did not end");
    } else if (!WIFEXITED(status) || WEXITSTATUS(status) != code) {
        fail(terminal, "the program ended with status %#x, not with exit code %d", (unsigned)status, code);
    }
    close(terminal->master);
}

static void leave(Terminal *terminal) {
    if (failed)
        kill(terminal->child, SIGKILL);
    else
        type(terminal, "quit\r");
    bool before = failed;
    expect_exit(terminal, 0);
    failed = failed || before;
}

/* The columns of the widest line; every byte that starts a character counts one. */
static int widest_line(const Terminal *terminal) {
    int widest = 0, width = 0;
    for (size_t i = 0; i < terminal->text_size; i++) {
        unsigned char c = (unsigned char)terminal->text[i];
        width = c == '\n' ? 0 : width + ((c & 0xc0) != 0x80);
        if (width > widest) widest = width;
    }
    return widest;
}

/* ---- scenarios --------------------------------------------------------------------------------------------------- */

static Terminal terminal;

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
    type(&terminal, "help\r");
    expect(&terminal, "Ctrl-D leaves");
    expect(&terminal, "01-stride 2/4>");
    leave(&terminal);
}

static void a_quiz_that_was_asked_for_is_not_offered_again(void) {
    start(&terminal, 80, 24, "xterm-256color", "pack", NULL);
    expect(&terminal, "/4>");
    type(&terminal, "start 01 4\r\r");
    expect(&terminal, "wavefronts");
    type(&terminal, "quiz\r");
    expect(&terminal, "Question 1 of 2");
    type(&terminal, "\r");
    expect(&terminal, "Question 2 of 2");
    type(&terminal, "\r");
    expect(&terminal, "4/4>");
    type(&terminal, "\r");
    expect(&terminal, "Exercise twice");
    leave(&terminal);
}

static void tab_completes_commands_lessons_and_parameters(void) {
    start(&terminal, 80, 24, "xterm-256color", "pack", NULL);
    expect(&terminal, "1/4>");
    type(&terminal, "so\t");
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
    expect(&terminal, "set  solution  start  sweep");
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
    expect(&terminal, "You were at step 2 of 4");
    leave(&terminal);
}

static void a_narrow_window_is_not_overrun(void) {
    start(&terminal, 40, 24, "xterm-256color", "pack", NULL);
    type(&terminal, "\r\r1\r\r\r");
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

static void a_dumb_terminal_gets_no_escape_sequences(void) {
    start(&terminal, 80, 24, "dumb", "pack", NULL);
    expect(&terminal, "1/4>");
    type(&terminal, "\r\r1\r");
    expect(&terminal, "Right.");
    leave(&terminal);
    if (memchr(terminal.raw, '\033', terminal.raw_size) != NULL) fail(&terminal, "an escape sequence was written");
}

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
    expect(&terminal, "smsp__inst_executed_op_shared.sum");
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

static void a_broken_lesson_leaves_the_others_alone(void) {
    start(&terminal, 80, 24, "xterm-256color", "broken-pack", NULL);
    type(&terminal, "start 2\r");
    expect(&terminal, "sauce");
    type(&terminal, "start 9\r");
    expect(&terminal, "It can be taught");
    leave(&terminal);
}

/* ---- all of them ------------------------------------------------------------------------------------------------- */

typedef struct Scenario {
    const char *name;
    bool compiles; /* needs a CUDA compiler */
    void (*run)(void);
} Scenario;

#define SCENARIO(name, compiles)                                                                                       \
    { #name, compiles, name }
static const Scenario scenarios[] = {
    SCENARIO(first_start_shows_the_first_lesson_and_enter_goes_on, true),
    SCENARIO(a_command_typed_for_an_answer_is_obeyed, false),
    SCENARIO(a_quiz_that_was_asked_for_is_not_offered_again, true),
    SCENARIO(tab_completes_commands_lessons_and_parameters, false),
    SCENARIO(arrow_up_brings_back_lines_also_of_an_earlier_session, false),
    SCENARIO(control_c_clears_the_line, false),
    SCENARIO(control_c_stops_a_run_and_not_the_program, true),
    SCENARIO(control_d_leaves, false),
    SCENARIO(a_killed_program_loses_no_progress, false),
    SCENARIO(a_narrow_window_is_not_overrun, true),
    SCENARIO(a_resized_window_is_used, false),
    SCENARIO(a_dumb_terminal_gets_no_escape_sequences, true),
    SCENARIO(what_is_longer_than_the_screen_goes_through_the_pager, false),
    SCENARIO(colours_pass_the_pager, false),
    SCENARIO(a_pager_that_is_missing_or_leaves_early_is_no_error, false),
    SCENARIO(control_c_in_the_pager_is_the_pagers, false),
    SCENARIO(a_broken_lesson_leaves_the_others_alone, false),
};

static bool has_compiler(void) {
    char command[4200];
    snprintf(command, sizeof command,
             "'%s' doctor --json </dev/null 2>&1 | grep -q '\"name\":\"compiler\",\"ok\":true'", program);
    return system(command) == 0;
}

int main(int argc, char **argv) {
    int counts[2] = {0, 0}, skipped = 0;
    if (argc < 2) return 2;
    program = argv[1];
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    if (master < 0) {
        printf("skip: this system has no pseudo-terminals: %s\n", strerror(errno));
        printf("0 passed, 0 failed, %zu skipped\n", sizeof scenarios / sizeof *scenarios);
        return 0;
    }
    close(master);
    bool compiler = has_compiler();
    for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++) {
        scenario = scenarios[i].name;
        if (argc > 2 && strstr(scenario, argv[2]) == NULL) continue;
        if (scenarios[i].compiles && !compiler) {
            printf("skip: %s (no CUDA compiler)\n", scenario);
            skipped++;
            continue;
        }
        char state[256];
        snprintf(state, sizeof state, "%s/state-%zu", getenv("HOME"), i);
        setenv("XDG_STATE_HOME", state, 1);
        setenv("WARPSCHOOL_PAGER", "cat", 1);
        failed = false;
        scenarios[i].run();
        counts[failed]++;
    }
    printf("%d passed, %d failed, %d skipped\n", counts[0], counts[1], skipped);
    return counts[1] != 0;
}
