/* The pager: the output of a command is held until the next input is asked for, and shown through a pager where it
 * is longer than the screen, as git does. The pager is $WARPSCHOOL_PAGER, else $PAGER, else less, each a shell
 * command; empty or "cat" means none. Text that fits, and text for which no pager could be started, is written as it
 * is. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/process.h"
#include "base/text.h"
#include "terminal/pager.h"

enum {
    NOT_FOUND = 127,
    NOT_EXECUTABLE = 126,
    PROMPT_ROWS = 2 /* the prompt, and the empty line above it */,
    ROWS_OVER = 2 /* what is longer by so little scrolls by: a page of one or two lines is worse */
};

/* Colours are kept (R), the text stays on the screen (X), and less ends where the text does (F, E), so that a beginner
 * need not know `q`. */
static const char less_options[] = "-FRXE -PsSpace or Enter\\: on, b\\: back, q\\: done$";

static bool is_default(void) {
    const char *own = getenv("WARPSCHOOL_PAGER"), *pager = getenv("PAGER");
    return own == NULL && (pager == NULL || *pager == '\0');
}

static bool in_path(Arena *arena, const char *program) {
    const char *path = getenv("PATH");
    for (const char *at = path; at != NULL && *at != '\0';) {
        size_t size = strcspn(at, ":");
        if (size > 0 && access(path_join(arena, arena_string_n(arena, at, size), program), X_OK) == 0) return true;
        at += size + (at[size] == ':');
    }
    return false;
}

/* The command of the pager; NULL where the environment declines one or none is installed. */
static const char *pager_command(Arena *arena) {
    if (is_default()) return in_path(arena, "less") ? "less" : NULL;
    const char *own = getenv("WARPSCHOOL_PAGER");
    const char *pager = own != NULL ? own : getenv("PAGER");
    pager += strspn(pager, " \t");
    return *pager == '\0' || text_equal(pager, "cat") ? NULL : pager;
}

bool pager_found(void) {
    Arena *arena = arena_new();
    bool found = pager_command(arena) != NULL;
    arena_free(arena);
    return found;
}

/* Rows of the screen that a line takes; its colours take no columns, and every other character takes one. */
static size_t rows_of_line(const char *line, size_t size, size_t columns) {
    size_t width = 0;
    for (size_t i = 0; i < size; i++)
        if (line[i] == '\033')
            i += strcspn(line + i, "m");
        else
            width += ((unsigned char)line[i] & 0xC0) != 0x80;
    return width <= columns ? 1 : (width + columns - 1) / columns;
}

static bool fits(const char *text, size_t size) {
    struct winsize window;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) != 0 || window.ws_row == 0 || window.ws_col == 0) return true;
    size_t rows = 0, window_rows = window.ws_row;
    size_t most = (window_rows > PROMPT_ROWS ? window_rows - PROMPT_ROWS : 1) + ROWS_OVER;
    for (size_t at = 0; at < size && rows <= most;) {
        const char *end = memchr(text + at, '\n', size - at);
        size_t length = end != NULL ? (size_t)(end - text) - at : size - at;
        rows += rows_of_line(text + at, length, window.ws_col);
        at += length + 1;
    }
    return rows <= most;
}

/* Enter goes on by a page, as it goes on everywhere else; less by itself takes a line. Its keys come from a file, which
 * less before version 582 does not look at. A student's own file of keys is left alone. */
static void set_less_keys(Arena *arena) {
    static const char keys[] = "#command\n\\r forw-screen\n\\n forw-screen\n";
    const char *home = getenv("HOME"), *why;
    const char *file = path_join(arena, path_cache_home(arena), "lesskey");
    const char *const own[] = {".lesskey", ".config/lesskey"};
    for (size_t i = 0; home != NULL && i < sizeof own / sizeof *own; i++)
        if (file_exists(path_join(arena, home, own[i]))) return;
    size_t size = 0;
    const char *there = file_read(arena, file, sizeof keys, &size, &why);
    bool same = there != NULL && size == strlen(keys) && memcmp(there, keys, size) == 0;
    if (same || file_write(file, keys, strlen(keys))) setenv("LESSKEYIN", file, 0);
}

static void run_pager(const char *command, int input) {
    process_reset_signals();
    signal(SIGINT, SIG_DFL); /* the pager decides what a Ctrl-C does */
    signal(SIGQUIT, SIG_DFL);
    dup2(input, STDIN_FILENO);
    process_close_files(NULL, 0);
    setenv("LESS", less_options, 0);
    setenv("LESSSECURE", "1", 0); /* "start 5", typed too early, would write a file named "tart 5" */
    setenv("LV", "-c", 0);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(NOT_FOUND);
}

/* Writes the text to the pager; where the pager ends early, the rest is dropped. */
static void feed(int pipe, const char *text, size_t size) {
    while (size > 0) {
        ssize_t step = write(pipe, text, size);
        if (step < 0 && errno == EINTR) continue;
        if (step < 0) break;
        text += step;
        size -= (size_t)step;
    }
    close(pipe);
}

/* Shows the text through the pager; false where that failed. */
static bool page(const char *command, const char *text, size_t size) {
    int ends[2], status = 0;
    if (pipe(ends) != 0) return false;
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    sigaction(SIGINT, &ignore, &before); /* the terminal sends it to the pager and to this program */
    pid_t child = fork();
    if (child == 0) {
        close(ends[1]);
        run_pager(command, ends[0]);
    }
    close(ends[0]);
    if (child > 0)
        feed(ends[1], text, size);
    else
        close(ends[1]);
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    sigaction(SIGINT, &before, NULL);
    bool missing = WIFEXITED(status) && (WEXITSTATUS(status) == NOT_FOUND || WEXITSTATUS(status) == NOT_EXECUTABLE);
    return child > 0 && !missing;
}

bool pager_show(const char *text, size_t size) {
    if (fits(text, size)) return false;
    Arena *arena = arena_new();
    const char *command = pager_command(arena);
    if (command != NULL && is_default() && getenv("LESSKEYIN") == NULL) set_less_keys(arena);
    bool shown = command != NULL && page(command, text, size);
    arena_free(arena);
    return shown;
}
