/* Output of commands to the student. With --json nothing is printed, and complaints are kept for the JSON. */
#ifndef WARPSCHOOL_TEACH_SAY_H
#define WARPSCHOOL_TEACH_SAY_H

#include "base/text.h"
#include "teach/session.h"

void say(Session *session, Text *text); /* writes and frees it */
void say_gap(Session *session);         /* sets off what follows by an empty line */
/* One paragraph in one look, wrapped to the width. */
void say_styled(Session *session, Role role, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* A Markdown sentence or more of our own, wrapped to the width. Values belong in `code spans`: see code_span. */
void say_prose(Session *session, const char *format, ...) __attribute__((format(printf, 2, 3)));
void say_markdown(Session *session, const char *markdown, const ExprEnv *env, Loc loc); /* a lesson's own text */
/* Prints the diagnostics that this command has not printed yet. source: the text of the file that the first is
 * about, or NULL. */
void say_diags(Session *session, const DiagList *diags, const char *source);
/* Prints an error; hint may be NULL. On standard error for a command, on standard output at the prompt. */
void complain(Session *session, const char *hint, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* text for a Markdown code span: whatever it holds, it stays inside. */
const char *code_span(Session *session, const char *text);
/* path as a person in the current folder would write it, where that is shorter. In arena. Programs can open it. */
char *path_for_person(Arena *arena, const char *path);
/* The same for a sentence that no program reads: outside the current folder "~/warpschool" where that is shorter. In
 * arena. */
char *path_for_message(Arena *arena, const char *path);

#endif
