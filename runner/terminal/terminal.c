#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <jansson.h>

#include "base/text.h"
#include "terminal/pager.h"
#include "terminal/terminal.h"

enum { PROSE_COLUMNS = 100 }; /* longer lines are hard to read, however wide the window is */

static int write_error;    /* errno of the first write that failed */
static bool at_gap = true; /* the line above the cursor is empty, was typed, or does not exist */
static bool at_line_start = true;
static bool wrote;
static bool holds; /* output is kept in `held` */
static Text held;
static size_t needed_from = SIZE_MAX; /* in held: shown also to who leaves the pager before */
static Text *diverted;                /* output goes there; or NULL */

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
    terminal_catch_signals();
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
    return !options->no_pager && !options->plain && !options->json && terminal_edits() && pager_wanted();
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

/* Who leaves a page early is shown the rest from what is needed on: the question that is asked next. */
static void release(void) {
    size_t shown = 0;
    if (held.size > 0 && !pager_show(held.data, held.size, needed_from, write_out, &shown)) shown = 0;
    size_t rest = shown == 0 || shown > needed_from ? shown : needed_from;
    if (rest < held.size) write_out(held.data + rest, held.size - rest);
    needed_from = SIZE_MAX;
    text_free(&held);
}

void terminal_need_from_here(void) {
    if (holds && diverted == NULL) needed_from = held.size;
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
