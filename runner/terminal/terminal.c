/* The terminal. Signal handlers only set flags: Ctrl-C is noticed by the code that polls (a launch, the compiler,
 * the line editor), a resize when the width is asked for next. */
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <jansson.h>

#include "base/text.h"
#include "terminal/pager.h"
#include "terminal/terminal.h"

enum { PROSE_COLUMNS = 100 }; /* longer lines are hard to read, however wide the window is */

static volatile sig_atomic_t time_is_up, interrupted, resized, continued, ended, keeps_running;
static int write_error;    /* errno of the first write that failed */
static bool at_gap = true; /* the line above the cursor is empty, was typed, or does not exist */
static bool at_line_start = true;
static bool wrote;
static bool holds; /* output is kept in `held` */
static Text held;
static Text *diverted; /* output goes there; or NULL */

static void on_interrupt(int number) {
    /* A command that does not stop at the first Ctrl-C is ended by a second one. Two within half a second count as
     * one: some programs signal the process and then its group. */
    static struct timespec first;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (!interrupted) first = now;
    long waited_ms = (long)(now.tv_sec - first.tv_sec) * 1000 + (now.tv_nsec - first.tv_nsec) / 1000000;
    if (interrupted && !keeps_running && waited_ms > 500) _exit(128 + number);
    interrupted = 1;
}

static void on_time(int number) {
    (void)number;
    time_is_up = interrupted = 1;
}

static void on_resize(int number) {
    (void)number;
    resized = 1;
}

static void on_continue(int number) {
    (void)number;
    continued = 1;
}

/* SIGTERM, or SIGHUP when the terminal is closed: the running work stops, and the program ends as at the end of its
 * input. */
static void on_end(int number) {
    interrupted = 1;
    ended = number;
}

/* A file opened later must not become standard input, output or error because that one was closed. */
static void fill_standard_streams(void) {
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++) {
        if (fcntl(stream, F_GETFD) != -1 || errno != EBADF) continue;
        int file = open("/dev/null", stream == STDIN_FILENO ? O_RDONLY : O_WRONLY);
        if (file != stream && file >= 0) dup2(file, stream);
        if (stream == STDOUT_FILENO) write_error = EBADF;
    }
}

void terminal_start(void) {
    fill_standard_streams();
    setlocale(LC_CTYPE, ""); /* numbers stay in the C locale: JSON and YAML are written in it */
    struct sigaction action = {.sa_handler = on_interrupt}; /* no SA_RESTART: a read has to end */
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    action.sa_handler = on_resize;
    sigaction(SIGWINCH, &action, NULL);
    action.sa_handler = on_continue;
    sigaction(SIGCONT, &action, NULL);
    action.sa_handler = on_end;
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    action.sa_handler = on_time;
    sigaction(SIGPROF, &action, NULL);
    action.sa_handler = SIG_IGN;
    sigaction(SIGXFSZ, &action, NULL); /* seen as EFBIG */
    sigaction(SIGPIPE, &action,
              NULL); /* a write then fails with EPIPE: progress is still saved, and the exit code is 7 */
}

void terminal_keep_running(void) {
    keeps_running = 1;
}

const volatile sig_atomic_t *terminal_interrupted(void) {
    return &interrupted;
}

bool terminal_limit_time(int seconds) {
    struct itimerval timer = {.it_value = {.tv_sec = seconds}};
    setitimer(ITIMER_PROF, &timer, NULL);
    bool was_up = time_is_up;
    time_is_up = 0;
    return was_up;
}

void terminal_clear_interrupt(void) {
    interrupted = ended != 0;
}

void terminal_interrupt(void) {
    interrupted = 1;
}

int terminal_ended(void) {
    return ended;
}

bool terminal_take_continue(void) {
    bool was = continued;
    continued = 0;
    return was;
}

bool terminal_take_resize(void) {
    bool was = resized;
    resized = 0;
    return was;
}

/* ---- what it can do ---------------------------------------------------------------------------------------------- */

static bool is_dumb(void) {
    const char *term = getenv("TERM");
    return term == NULL || *term == '\0' || text_equal(term, "dumb");
}

bool terminal_edits(void) {
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && !is_dumb();
}

bool terminal_pages(const Options *options) {
    return !options->no_pager && !options->plain && !options->json && terminal_edits() && pager_found();
}

static bool is_unicode(void) {
    return text_equal(nl_langinfo(CODESET), "UTF-8");
}

static int window_columns(void) {
    struct winsize size;
    if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
    const char *columns = getenv("COLUMNS");
    int64_t number;
    if (columns != NULL && text_to_i64(columns, &number) && number > 0 && number < 10000) return (int)number;
    return 80;
}

Style terminal_style(const Options *options) {
    const char *no_color = getenv("NO_COLOR");
    bool refused = options->no_color || options->plain || (no_color != NULL && *no_color != '\0');
    int width = options->width > 0 ? options->width : window_columns();
    if (width > PROSE_COLUMNS && options->width == 0) width = PROSE_COLUMNS;
    return (Style){.colour = isatty(STDOUT_FILENO) && !refused && !is_dumb(),
                   .unicode = is_unicode() && !options->ascii,
                   .width = width < 20 ? 20 : width,
                   .plain = options->plain};
}

/* ---- writing ----------------------------------------------------------------------------------------------------- */

static void note_end(const char *bytes, size_t size) {
    if (size == 0) return;
    bool newline = bytes[size - 1] == '\n';
    at_gap = newline && (size > 1 ? bytes[size - 2] == '\n' : at_line_start);
    at_line_start = newline;
}

void terminal_gap(void) {
    if (at_gap) return;
    terminal_write(at_line_start ? "\n" : "\n\n", at_line_start ? 1 : 2);
}

void terminal_typed(void) {
    at_gap = at_line_start = true;
}

static void write_out(const char *bytes, size_t size) {
    while (size > 0 && write_error == 0) {
        ssize_t step = write(STDOUT_FILENO, bytes, size);
        if (step < 0 && errno == EINTR) continue;
        if (step < 0 && errno == EAGAIN) { /* another program has made this terminal non-blocking */
            poll(&(struct pollfd){.fd = STDOUT_FILENO, .events = POLLOUT}, 1, -1);
            continue;
        }
        if (step < 0) {
            write_error = errno;
            return;
        }
        bytes += step;
        size -= (size_t)step;
    }
}

void terminal_write(const char *bytes, size_t size) {
    note_end(bytes, size);
    wrote = wrote || size > 0;
    if (diverted != NULL)
        text_add_n(diverted, bytes, size);
    else if (holds)
        text_add_n(&held, bytes, size);
    else
        write_out(bytes, size);
}

void terminal_write_json(json_t *value) {
    char *text = value == NULL ? NULL : json_dumps(value, JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(15));
    json_decref(value);
    if (text == NULL) return;
    terminal_write(text, strlen(text));
    terminal_write("\n", 1);
    free(text);
}

static void release(void) {
    if (held.size > 0 && !pager_show(held.data, held.size)) write_out(held.data, held.size);
    text_free(&held);
}

bool terminal_hold(bool on) {
    bool before = holds;
    if (!on) release();
    holds = on;
    return before;
}

void terminal_divert(Text *text) {
    diverted = text;
    at_gap = at_line_start = true;
}

int terminal_failed(void) {
    return write_error;
}

bool terminal_wrote(void) {
    return wrote;
}
