/* For the files that hold the tables of a lesson's keys: lesson.c, lesson_launch.c, lesson_questions.c. */
#ifndef WARPSCHOOL_COURSE_SHAPES_H
#define WARPSCHOOL_COURSE_SHAPES_H

#include "course/fields.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define AT(type, member) offsetof(type, member), SIZE_MAX
#define LIST_AT(type, member, count) offsetof(type, member), offsetof(type, count)
#define NOWHERE SIZE_MAX, SIZE_MAX
#define WHOLE 0, SIZE_MAX /* the reader fills in several members */

/* An error of the lesson. */
void lesson_complain(Loader *loader, Loc loc, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* lesson_launch.c */
extern const Shape param_shape, goal_shape;

/* lesson_questions.c */
extern const Shape predict_shape, trivia_shape;
/* Checks a question without a launch; remedy, measured and with are the texts of its messages. */
void question_check_unlaunched(Loader *loader, const Node *map, const Question *question, const char *remedy,
                               const char *measured, const char *with);
/* Checks a text whose {{ }} may name no measured value, because nothing is launched before it is shown. */
void question_check_unmeasured_text(Loader *loader, const Node *map, const char *key);

#endif
