/* A screen that is redrawn in place, with keys that act at once: the terminal's second screen, so that what was on the
 * first one is there again afterwards. There is one; the functions do nothing while it is not open.
 *
 * The terminal gets its settings back whenever the program ends or stops: screen_close, Ctrl-Z, or a signal that a
 * crash sends. */
#ifndef WARPSCHOOL_TERMINAL_SCREEN_H
#define WARPSCHOOL_TERMINAL_SCREEN_H

#include <stdbool.h>
#include <stddef.h>

bool screen_open(void);    /* false: this is no terminal that can do so. Drops what was typed before */
void screen_close(void);   /* drops what was typed and not taken */
void screen_restore(void); /* the same, where the program ends at once: async-signal-safe */
void screen_size(int *columns, int *rows);

/* What is on the screen: head and foot stay, of body the rows from `top` on that fit between. All lines end with a
 * newline, have colours at most, and are cut where the screen ends. */
typedef struct ScreenFrame {
    const char *head, *body, *foot; /* may be NULL */
    size_t top;
} ScreenFrame;
void screen_draw(const ScreenFrame *frame);
/* Writes one line over a row, from 0, in one piece. */
void screen_draw_row(int row, const char *line);
/* How many rows of the body are shown, and how many lines it has. */
size_t screen_body_rows(const ScreenFrame *frame);
size_t screen_lines(const char *text);

/* A key: a byte as it was typed, or one of these. */
enum {
    SCREEN_KEY_NONE = 0, /* nothing, or a key that is not known */
    SCREEN_KEY_UP = 256,
    SCREEN_KEY_DOWN,
    SCREEN_KEY_PAGE_UP,
    SCREEN_KEY_PAGE_DOWN,
    SCREEN_KEY_HOME,
    SCREEN_KEY_END,
    SCREEN_KEY_ESCAPE
};

typedef enum ScreenEvent {
    SCREEN_TYPED,   /* *key is set */
    SCREEN_READY,   /* the other descriptor is readable */
    SCREEN_TIMEOUT, /* neither */
    SCREEN_CHANGED, /* another size, or the program was stopped and continued: draw again */
    SCREEN_SIGNAL,  /* Ctrl-C, or a signal that asks us to leave: terminal_interrupted, terminal_ended */
    SCREEN_OVER,    /* the terminal is gone */
} ScreenEvent;
/* Waits for a key, for `other` (-1: none) to become readable, at most timeout_ms. */
ScreenEvent screen_wait(int other, int timeout_ms, int *key);

#endif
