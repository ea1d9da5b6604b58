#include "base/diag.h"

#include <string.h>

enum { DIAG_LIMIT = 100, MESSAGE_LIMIT = 2000 };

DiagList diag_list(Arena *arena) {
    return (DiagList){.arena = arena};
}

/* A message is one line, and not endless, whatever was quoted in it: an #error may have megabytes. */
static char *one_line(char *message) {
    static const char ellipsis[] = "…";
    if (strlen(message) > MESSAGE_LIMIT) {
        size_t size = MESSAGE_LIMIT - sizeof ellipsis;
        while (size > 0 && ((unsigned char)message[size] & 0xc0) == 0x80) size--; /* not within a character */
        memcpy(message + size, ellipsis, sizeof ellipsis);
    }
    for (char *c = message; *c != '\0'; c++)
        if (*c == '\n' || *c == '\r') *c = ' ';
    return message;
}

void diag_add(DiagList *list, Severity severity, Loc loc, const char *hint, const char *format, ...) {
    list->count++;
    if (severity == SEVERITY_ERROR) list->errors++;
    if (list->count > DIAG_LIMIT) return;
    Diag *diag = arena_make(list->arena, Diag);
    diag->severity = severity;
    diag->loc = loc;
    diag->loc.file = arena_string(list->arena, loc.file);
    diag->hint = arena_string(list->arena, hint);
    va_list args;
    va_start(args, format);
    diag->message = one_line(arena_vprintf(list->arena, format, args));
    va_end(args);
    if (list->last == NULL) list->last = &list->first; /* not in diag_list: lists are copied by value when empty */
    *list->last = diag;
    list->last = &diag->next;
}

void diag_line(Text *out, const Diag *diag) {
    static const char *const severity[] = {"error", "warning", "note"};
    if (diag->loc.file != NULL) {
        text_add(out, diag->loc.file);
        if (diag->loc.line > 0) text_printf(out, ":%d", diag->loc.line);
        if (diag->loc.line > 0 && diag->loc.column > 0) text_printf(out, ":%d", diag->loc.column);
        text_add(out, ": ");
    }
    text_printf(out, "%s: %s", severity[diag->severity], diag->message);
    if (diag->hint != NULL) text_printf(out, "; %s", diag->hint);
    text_add_char(out, '\n');
}
