/* Predictions and trivia: the measured answer, and the student's. */
#ifndef WARPSCHOOL_TEACH_QUESTION_H
#define WARPSCHOOL_TEACH_QUESTION_H

#include "teach/session.h"

typedef struct Measured {
    bool known, launched; /* launched: the value is computed from what a run gave */
    Value value;
    const char *text;    /* the value as a person reads it */
    const char *why_not; /* !known */
    bool elsewhere;      /* !known, because only a GPU, or the assembler, gives it */
    bool unassembled;    /* elsewhere: the assembler */
    const char *why;     /* the lesson's explanation with its {{ }} filled in, or NULL */
} Measured;

/* Runs what the question needs and evaluates its answer. step: the prediction's own, or NULL for trivia. In scratch. */
Measured question_measure(Session *session, const Lesson *lesson, const Question *question, const Step *step);
/* The same where the launch has run already. */
Measured question_evaluate(Session *session, const Question *question, const LaunchEnv *env);

typedef enum Reply {
    REPLY_GIVEN,
    REPLY_SKIPPED, /* an empty line */
    REPLY_ASIDE,   /* Ctrl-C, or a command, which is kept in session->deferred */
    REPLY_NONE,    /* the end of the input */
} Reply;

void question_show(Session *session, const Lesson *lesson, const Question *question, const char *head);
/* Asks until there is a valid answer. *answer is in scratch, NULL where none was given. prediction: at a terminal only
 * a second Enter gives it up, because one too many is typed easily. */
Reply question_ask(Session *session, const Question *question, bool prediction, const char **answer);
/* What was typed, without blanks around it, as an answer: one of the choices where there are some, else a number, yes
 * or no, or a text where the lesson expects one. In scratch; NULL: it answers nothing. */
const char *question_answer_in(Session *session, const Question *question, const char *typed);
bool question_is_right(const Question *question, const Measured *measured, const char *answer);
/* Prints whether answer (NULL: none was given) is the measured one, and why. */
void question_tell(Session *session, const Question *question, const Measured *measured, const char *answer);

#endif
