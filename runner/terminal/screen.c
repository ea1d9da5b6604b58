/* The screen. Escape sequences are those of ECMA-48 and xterm, which every terminal that is not dumb knows. Keys come
 * one by one and unseen (no ICANON, no ECHO); Ctrl-C and Ctrl-Z stay signals. */
#include "terminal/screen.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <termios.h>
#include <unistd.h>

#include "base/text.h"
#include "terminal/terminal.h"
#include "terminal/typed.h"

enum { KEYS_HELD = 64, KEYS_PASTED = 12 /* so many bytes at once are pasted, not typed */ };

/* The second screen, no cursor, no line wraps. */
static const char enter_codes[] = "\x1b[?1049h\x1b[?25l\x1b[?7l";
static const char leave_codes[] = "\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l";

static volatile sig_atomic_t is_open, stopped;
static struct termios before;
static char keys[KEYS_HELD];
static size_t key_count, key_at;

static const int ending[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGQUIT};
enum { ENDING = sizeof ending / sizeof *ending };
static struct sigaction ending_before[ENDING], stop_before;

/* ---- opening and closing ----------------------------------------------------------------------------------------- */

static void write_codes(const char *codes, size_t size) {
    while (size > 0) {
        ssize_t step = write(STDOUT_FILENO, codes, size);
        if (step < 0 && errno == EAGAIN) poll(&(struct pollfd){.fd = STDOUT_FILENO, .events = POLLOUT}, 1, -1);
        if (step < 0 && errno != EINTR && errno != EAGAIN) return;
        if (step < 0) continue;
        codes += step;
        size -= (size_t)step;
    }
}

static void enter(int when) {
    struct termios settings = before;
    settings.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    settings.c_lflag |= ISIG;
    settings.c_cc[VMIN] = 1;
    settings.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, when, &settings);
    write_codes(enter_codes, sizeof enter_codes - 1);
}

void screen_restore(void) {
    if (!is_open) return;
    is_open = 0;
    write_codes(leave_codes, sizeof leave_codes - 1);
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
}

static void on_ending(int number) {
    screen_restore();
    for (size_t i = 0; i < ENDING; i++)
        if (ending[i] == number) sigaction(number, &ending_before[i], NULL);
    raise(number); /* now it does what it would have done without the screen */
}

/* Ctrl-Z: SIGSTOP does the stopping, and this goes on after SIGCONT. */
static void on_stop(int number) {
    (void)number;
    int error = errno;
    write_codes(leave_codes, sizeof leave_codes - 1);
    tcsetattr(STDIN_FILENO, TCSANOW, &before);
    kill(getpid(), SIGSTOP);
    enter(TCSANOW);
    stopped = 1;
    errno = error;
}

bool screen_open(void) {
    if (!terminal_edits() || tcgetattr(STDIN_FILENO, &before) != 0) return false;
    struct sigaction action = {.sa_handler = on_ending};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < ENDING; i++) sigaction(ending[i], &action, &ending_before[i]);
    action.sa_handler = on_stop;
    sigaction(SIGTSTP, &action, &stop_before);
    key_count = key_at = 0;
    typed_drop();
    is_open = 1;
    enter(TCSAFLUSH);
    return true;
}

void screen_close(void) {
    if (!is_open) return;
    screen_restore();
    for (size_t i = 0; i < ENDING; i++) sigaction(ending[i], &ending_before[i], NULL);
    sigaction(SIGTSTP, &stop_before, NULL);
}

void screen_size(int *columns, int *rows) {
    struct winsize size;
    bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0;
    *columns = known ? size.ws_col : 80;
    *rows = known ? size.ws_row : 24;
}

/* ---- drawing ----------------------------------------------------------------------------------------------------- */

size_t screen_lines(const char *text) {
    size_t lines = 0;
    for (const char *at = text; at != NULL && *at != '\0'; at++) lines += *at == '\n';
    return lines;
}

size_t screen_body_rows(const ScreenFrame *frame) {
    int columns, rows;
    screen_size(&columns, &rows);
    size_t taken = screen_lines(frame->head) + screen_lines(frame->foot), all = (size_t)rows;
    return taken < all ? all - taken : 0;
}

/* Adds at most `most` lines at rows from `row` on, each cleared to its end. */
static void add_lines(Text *out, const char *text, size_t row, size_t most) {
    for (size_t i = 0; i < most; i++) {
        size_t size = text != NULL ? strcspn(text, "\n") : 0;
        text_printf(out, "\x1b[%zu;1H\x1b[0m\x1b[K",
                    row + i + 1); /* cleared first: a full line leaves nothing to clear */
        if (size > 0) text_add_n(out, text, size);
        text_add(out, "\x1b[0m");
        if (text != NULL && *text != '\0') text += size + (text[size] == '\n');
    }
}

void screen_draw(const ScreenFrame *frame) {
    if (!is_open) return;
    int columns, rows;
    screen_size(&columns, &rows);
    size_t all = (size_t)rows, foot = screen_lines(frame->foot), head = screen_lines(frame->head);
    if (foot > all) foot = all;
    if (head > all - foot) head = all - foot;
    const char *body = frame->body;
    for (size_t skipped = 0; body != NULL && *body != '\0' && skipped < frame->top; skipped++) {
        size_t size = strcspn(body, "\n");
        body += size + (body[size] == '\n');
    }
    Text out = {0};
    add_lines(&out, frame->head, 0, head);
    add_lines(&out, body, head, all - foot - head);
    add_lines(&out, frame->foot, all - foot, foot);
    write_codes(out.data, out.size);
    text_free(&out);
}

void screen_draw_row(int row, const char *line) {
    if (!is_open) return;
    Text out = {0};
    add_lines(&out, line, (size_t)row, 1);
    write_codes(out.data, out.size);
    text_free(&out);
}

/* ---- keys -------------------------------------------------------------------------------------------------------- */

/* The escape sequences of keys, after the escape itself. */
static const struct {
    const char *sequence;
    int key;
} sequences[] = {
    {"[A", SCREEN_KEY_UP},       {"OA", SCREEN_KEY_UP},         {"[B", SCREEN_KEY_DOWN}, {"OB", SCREEN_KEY_DOWN},
    {"[5~", SCREEN_KEY_PAGE_UP}, {"[6~", SCREEN_KEY_PAGE_DOWN}, {"[H", SCREEN_KEY_HOME}, {"OH", SCREEN_KEY_HOME},
    {"[1~", SCREEN_KEY_HOME},    {"[F", SCREEN_KEY_END},        {"OF", SCREEN_KEY_END},  {"[4~", SCREEN_KEY_END},
};

/* The key that a sequence after an escape is; all of it is taken. */
static int take_sequence(void) {
    if (key_at == key_count) return SCREEN_KEY_ESCAPE;
    const char *start = keys + key_at;
    size_t left = key_count - key_at, size = 1;
    if (*start != '[' && *start != 'O') return SCREEN_KEY_ESCAPE;
    while (size < left && (start[size] < '@' || start[size] > '~')) size++;
    if (size < left) size++;
    key_at += size;
    for (size_t i = 0; i < sizeof sequences / sizeof *sequences; i++)
        if (strlen(sequences[i].sequence) == size && memcmp(sequences[i].sequence, start, size) == 0)
            return sequences[i].key;
    return SCREEN_KEY_NONE;
}

static int take_key(void) {
    char key = keys[key_at++];
    return key == '\x1b' ? take_sequence() : (unsigned char)key;
}

/* Reads what was typed; a longer text was pasted by mistake, and its letters are no keys. False at the end. */
static bool read_keys(void) {
    ssize_t got = read(STDIN_FILENO, keys, sizeof keys);
    if (got < 0 && (errno == EINTR || errno == EAGAIN))
        got = 0;
    else if (got <= 0)
        return false;
    key_count = (size_t)got;
    key_at = 0;
    if (key_count > KEYS_PASTED && keys[0] != '\x1b') {
        tcflush(STDIN_FILENO, TCIFLUSH);
        key_count = 0;
    }
    return true;
}

static bool take_changes(void) {
    bool changed = terminal_take_resize();
    changed = terminal_take_continue() || changed;
    changed = changed || stopped;
    stopped = 0;
    return changed;
}

/* With the signals blocked that end the wait: pselect lets them in only while it waits. */
static ScreenEvent wait_blocked(int other, int timeout_ms, int *key, const sigset_t *open) {
    if (terminal_ended() != 0 || *terminal_interrupted()) return SCREEN_SIGNAL;
    if (take_changes()) return SCREEN_CHANGED;
    fd_set inputs;
    FD_ZERO(&inputs);
    FD_SET(STDIN_FILENO, &inputs);
    if (other >= 0) FD_SET(other, &inputs);
    struct timespec limit = {.tv_sec = timeout_ms / 1000, .tv_nsec = timeout_ms % 1000 * 1000000L};
    int ready = pselect((other > STDIN_FILENO ? other : STDIN_FILENO) + 1, &inputs, NULL, NULL, &limit, open);
    if (ready < 0 && errno != EINTR) return SCREEN_OVER;
    if (terminal_ended() != 0 || *terminal_interrupted()) return SCREEN_SIGNAL;
    if (take_changes()) return SCREEN_CHANGED;
    if (ready <= 0) return SCREEN_TIMEOUT;
    if (FD_ISSET(STDIN_FILENO, &inputs)) {
        if (!read_keys()) return SCREEN_OVER;
        *key = key_at < key_count ? take_key() : SCREEN_KEY_NONE;
        return SCREEN_TYPED;
    }
    return SCREEN_READY;
}

ScreenEvent screen_wait(int other, int timeout_ms, int *key) {
    *key = SCREEN_KEY_NONE;
    if (key_at < key_count) {
        *key = take_key();
        return SCREEN_TYPED;
    }
    static const int waking[] = {SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGCONT, SIGTSTP};
    sigset_t held, open;
    sigemptyset(&held);
    for (size_t i = 0; i < sizeof waking / sizeof *waking; i++) sigaddset(&held, waking[i]);
    sigprocmask(SIG_BLOCK, &held, &open);
    ScreenEvent event = wait_blocked(other, timeout_ms, key, &open);
    sigprocmask(SIG_SETMASK, &open, NULL);
    return event;
}
