/* Turns a YAML map into a struct, by a table that lists its keys.
 *
 * A Shape describes one kind of map: each Field names a key, the type of its value, whether it must be given and
 * where in the struct it goes. The same table loads a lesson, recognises unknown keys, and tells an author what was
 * expected. lesson.c, lesson_launch.c and lesson_questions.c hold the shapes; fields.c reads the types that any format
 * would have, and lesson_values.c those that only lessons have. */
#ifndef WARPSCHOOL_COURSE_FIELDS_H
#define WARPSCHOOL_COURSE_FIELDS_H

#include "course/course.h"
#include "course/names.h"
#include "course/yaml.h"

typedef struct Loader Loader;
typedef struct Field Field;

/* Reads one value of field's type to target + field->offset. loc is the key's. */
typedef void ReadField(Loader *loader, const Field *field, const Node *node, Loc loc, void *target);

struct Loader {
    Arena *arena;
    DiagList *diags;
    Lesson *lesson;            /* its params are read before anything that mentions them */
    ReadField *const *readers; /* by FieldType, of the types that fields.c does not know */
};

/* The type of a value, and what it fills in. */
typedef enum FieldType {
    FIELD_VERSION,         /* nothing: must be 1 */
    FIELD_LINE,            /* const char *: one line of text */
    FIELD_MARKDOWN,        /* const char *: text with {{ expressions }} over names */
    FIELD_NAME,            /* const char *: letters, digits, _ and - */
    FIELD_IDENTIFIER,      /* const char *: a C identifier */
    FIELD_FILE,            /* const char *: a file name without folders */
    FIELD_TRUTH,           /* bool */
    FIELD_INTEGER,         /* int64_t */
    FIELD_REGISTERS,       /* int, 1..255 */
    FIELD_POINTS,          /* GivenPoints, 0 to POINTS_MOST */
    FIELD_UNSIGNED,        /* uint64_t */
    FIELD_TOLERANCE,       /* double, not negative */
    FIELD_EXPRESSION,      /* const Expr *, over names */
    FIELD_EXPRESSIONS,     /* const Expr **, and a count, over names */
    FIELD_DIMENSIONS,      /* const Expr *[3], over names */
    FIELD_MAP,             /* pointer to a struct of shape */
    FIELD_LIST,            /* pointer to an array of structs of shape, and a size_t count */
    FIELD_LINES,           /* const char **, and a count */
    FIELD_MARKDOWNS,       /* const char **, and a count, over names */
    FIELD_INTEGERS,        /* int64_t *, and a count */
    FIELD_NUMBERS,         /* double *, and a count */
    FIELD_PARAMS,          /* Lesson.params */
    FIELD_BINDINGS,        /* Binding *, and a count */
    FIELD_DRAWS,           /* DrawSpec *, and a count */
    FIELD_DEFINES,         /* DefineSpec *, and a count */
    FIELD_SCALAR_TYPE,     /* Scalar */
    FIELD_CHANNELS,        /* int: 1, 2 or 4 */
    FIELD_TEXTURE_ADDRESS, /* TextureAddress[2]: a word, or two */
    FIELD_TEXTURE_FILTER,  /* TextureFilter */
    FIELD_TEXTURE_READ,    /* bool: normalised */
    FIELD_HOST_MEMORY,     /* HostMemory */
    FIELD_SCHEDULE,        /* Schedule */
    FIELD_INIT,            /* an ArgSpec's init, fill and values */
    FIELD_REFERENCE,       /* an ArgSpec's reference... */
    FIELD_GOALS,           /* Goal *, and a count, over names */
    FIELD_SHOW,            /* a Step's show and show_extra */
    FIELD_OVER,            /* a Step's over and over_values */
    FIELD_ANSWER,          /* a Question's answer; its choices are read before */
    FIELD_TYPE_COUNT
} FieldType;

typedef struct Shape Shape;

struct Field {
    const char *key;
    FieldType type;
    bool required;
    size_t offset, count_offset; /* in the struct; SIZE_MAX where the type has none */
    Names names;                 /* what its expressions may mention */
    const Shape *shape;          /* MAP, LIST, PARAMS, GOALS: of the maps that its value may hold */
};

struct Shape {
    const char *what; /* "a launch" */
    size_t size;
    size_t loc_offset; /* where the map's position goes; SIZE_MAX: nowhere */
    const Field *fields;
    size_t field_count;
    void (*start)(void *target);                                  /* defaults other than 0; may be NULL */
    void (*check)(Loader *loader, const Node *map, void *target); /* checks over several keys */
};

/* Fills in target from map by shape; every mistake is in loader->diags. */
void shape_load(Loader *loader, const Shape *shape, const Node *map, void *target);

extern ReadField *const lesson_readers[FIELD_TYPE_COUNT]; /* in lesson_values.c: of the types that only lessons have */

/* lesson_shape is the whole format: every other shape but the last three is reached from it through its fields. */
extern const Shape lesson_shape; /* in lesson.c */
extern const Shape launch_shape; /* in lesson_launch.c */
/* In lesson_values.c: what a map under `init`, `reference` or a name under `draw` may hold. */
extern const Shape init_shape, reference_shape, range_shape;

/* The words that `init` and `show` take besides maps and metrics. */
enum { INIT_WORDS = 3, SHOW_WORDS = 4 };
extern const char *const init_words[INIT_WORDS], *const show_words[SHOW_WORDS];

/* Calls visit for each value in map that shape knows, with what is below it, in the file's order. An alias is visited
 * wherever it is used. Values of another kind than their field's may be among them: the loader has reported those. */
typedef void FieldVisit(void *context, const Shape *shape, const Field *field, const Node *value);
void shape_each(const Shape *shape, const Node *map, FieldVisit *visit, void *context);

/* ---- for the readers --------------------------------------------------------------------------------------------- */

/* "WHAT needs the key 'KEY'", unless it was misspelt, which has been reported. */
void shape_lacks(Loader *loader, const Shape *shape, const Node *map, const char *key);
/* "expected WHAT, found NODE", once. */
void expected(Loader *loader, const Node *node, const char *what);
/* The text of a scalar that is not empty; NULL after an error. */
const char *scalar_text(Loader *loader, const Node *node, const char *what);
bool scalar_integer(Loader *loader, const Node *node, int64_t *value);
/* The position of the text's first byte. */
Loc scalar_loc(const Node *node);
bool is_list(Loader *loader, const Node *node, const char *what);
bool is_map(Loader *loader, const Node *node, const char *what);
bool is_identifier(const char *text);
/* "did you mean 'NEAR'?", or fallback (may be NULL) where nothing is near. */
const char *hint_near(Loader *loader, const char *word, const char *const *candidates, size_t count,
                      const char *fallback);
void store_pointer(void *target, size_t offset, const void *pointer);
void store_list(const Field *field, void *target, const void *array, size_t count);
/* An expression over names, NULL after an error. */
const Expr *scalar_expression(Loader *loader, const Node *node, Names names);

#endif
