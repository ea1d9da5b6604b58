/* The output of a command is held until the next input is asked for, and shown a page at a time where it is longer than
 * the screen. $WARPSCHOOL_PAGER, a shell command, takes the place of the pages. $PAGER does not: it is set on most
 * systems without anybody's wish, and what is typed next for this program would be taken for keys of that one. Empty or
 * "cat", either means no pages. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process.h"
#include "base/text.h"
#include "terminal/pager.h"

enum {
    NOT_FOUND = 127,
    NOT_EXECUTABLE = 126,
    PROMPT_ROWS = 2 /* the prompt, and the empty line above it */
};

/* Colours are kept (R), the text stays on the screen (X), and less ends where the text does (F, E), so that a beginner
 * need not know `q`. */
static const char less_options[] = "-FRXE -PsSpace\\: on, b\\: back, q\\: done$";

static bool declines(const char *command) {
    if (command == NULL) return false;
    command += strspn(command, " \t");
    return *command == '\0' || text_equal(command, "cat");
}

bool pager_wanted(void) {
    const char *own = getenv("WARPSCHOOL_PAGER");
    return !declines(own != NULL ? own : getenv("PAGER"));
}

static bool fits(const char *text, size_t size) {
    struct winsize window;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) != 0 || window.ws_row == 0 || window.ws_col == 0) return true;
    size_t rows = window.ws_row, most = (rows > PROMPT_ROWS ? rows - PROMPT_ROWS : 1) + PAGER_ROWS_OVER;
    return pages_fill(text, size, window.ws_col, most) == size;
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

bool pager_show(const char *text, size_t size, size_t whole_from, PagerWrite *write, size_t *shown) {
    *shown = size;
    if (!pager_wanted() || fits(text, size)) return false;
    const char *command = getenv("WARPSCHOOL_PAGER");
    if (command != NULL) return page(command, text, size);
    *shown = pages_show(text, size, whole_from, write);
    return *shown > 0;
}
