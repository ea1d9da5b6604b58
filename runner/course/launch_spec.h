/* A launch as a lesson writes it, with expressions in place of numbers. Filled by lesson_values.c and lesson.c. */
#ifndef WARPSCHOOL_COURSE_LAUNCH_SPEC_H
#define WARPSCHOOL_COURSE_LAUNCH_SPEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"
#include "course/expr.h"
#include "device.h"

typedef struct Param {
    const char *name, *about;
    int64_t initial, min, max; /* min and max are INT64_MIN, INT64_MAX where not given */
    const int64_t *values;     /* the only ones allowed, or NULL */
    size_t value_count;
    Loc loc;
} Param;

/* A value for a parameter: `with`, `set` and sweeps. */
typedef struct Binding {
    const char *name;
    int64_t value;
    Loc loc;
} Binding;

typedef enum InitKind {
    INIT_POISON,
    INIT_ZERO,
    INIT_IOTA,
    INIT_RANDOM,
    INIT_FILL,
    INIT_VALUES,
    INIT_FORMULA,
    INIT_BYTES
} InitKind;
typedef enum ReferenceKind { REFERENCE_NONE, REFERENCE_HOST, REFERENCE_FORMULA, REFERENCE_KERNEL } ReferenceKind;

/* A member of a struct that is passed by value. */
typedef struct StructMember {
    const Expr *value;
    Scalar type;
    Loc loc;
} StructMember;

typedef struct ArgSpec {
    ArgKind kind;
    bool symbol;      /* ARG_BUFFER: the contents of the source's variable `name`, and no argument of the kernel */
    const char *name; /* of the buffer: all but values have one */
    Scalar type;
    const Expr *count;           /* buffers: elements; NULL for textures */
    const Expr *width, *height;  /* textures: texels; height NULL: one dimension */
    Texture texture;             /* all but width and height */
    const Expr *value;           /* values; NULL for structs */
    const StructMember *members; /* structs, which are ARG_VALUE too */
    size_t member_count;
    InitKind init;
    const Expr *fill;     /* INIT_FILL, INIT_FORMULA */
    const double *values; /* INIT_VALUES */
    size_t value_count;
    const void *bytes; /* INIT_BYTES: all of its elements */
    bool output;
    ReferenceKind reference;
    const char *reference_name; /* HOST, KERNEL */
    const Expr *reference_formula;
    double tolerance; /* negative: the type's default */
    bool secret;      /* what it must hold is not shown, only how many elements are right */
    Loc loc;
} ArgSpec;

/* Whether this argument has a buffer; the arguments that do are in the order of Launch.buffers. */
bool arg_has_buffer(const ArgSpec *arg);

typedef struct DefineSpec {
    const char *name;
    const Expr *value; /* or, where NULL, word */
    const char *word;
} DefineSpec;

/* For a launch whose copies to and from the host are timed too, where there is a GPU. */
typedef struct HostSpec {
    HostMemory memory;
    const Expr *chunks; /* NULL: 1 */
    Loc loc;
} HostSpec;

/* Other sizes for the time on a GPU: those that the simulator counts in a moment are over there before a clock can tell
 * two kernels apart. */
typedef struct GpuSpec {
    Binding *with;
    size_t with_count;
    const char *reference; /* the kernel whose outputs stand for those of the host function; NULL: that one itself */
    Loc loc;
} GpuSpec;

/* A parameter whose value an exercise's launch draws by the text of the answer: an answer meets other sizes after each
 * edit, and the same text always the same ones. */
typedef struct DrawSpec {
    const char *name;
    int64_t *values;    /* one of these; NULL: one of a range */
    int64_t from, step; /* of a range: from, from + step and so on */
    size_t value_count; /* of the list or of the range */
    Loc loc;
} DrawSpec;
enum { RANGE_LIMIT = 1000000 }; /* values of a range */

/* The value at a place below value_count. */
int64_t launch_drawn(const DrawSpec *draw, size_t place);

/* `points` of a goal or a launch: what grading counts it for. */
typedef struct GivenPoints {
    bool given;
    unsigned count;
} GivenPoints;
enum { POINTS_MOST = 10000 }; /* of one goal or launch */

typedef struct LaunchSpec {
    const char *kernel;  /* NULL: a whole program runs in its place: */
    const char *program; /* its file: under kernels/, or of an exercise the student's; NULL: a kernel is launched */
    const Expr **words;  /* what follows the program's name in argv */
    size_t word_count;
    const char **prints; /* lines that it must print, with {{ }} */
    size_t print_count;
    const Expr *exit_code;          /* NULL: 0 */
    const Expr *memory;             /* of the device, in bytes; NULL or 0: what its GPU has */
    const Expr *grid[3], *block[3]; /* NULL beyond the given dimensions: 1 */
    const Expr *shared;             /* NULL: 0 */
    bool shared_optin;
    DefineSpec *defines;
    size_t define_count;
    int max_registers; /* 0: not limited */
    ArgSpec *args;
    size_t arg_count;
    Binding *with;
    size_t with_count;
    DrawSpec *draws; /* of an exercise's launches alone */
    size_t draw_count;
    uint64_t seed, budget;
    bool seeded;               /* `seed` is given; else an exercise's launch draws that of its inputs */
    Schedule schedule;         /* in the simulator, where the student asks for no other */
    const Expr *bytes, *flops; /* NULL: not given */
    HostSpec *host;            /* NULL: the copies are not measured */
    GpuSpec *gpu;              /* NULL: a GPU is timed with the same sizes */
    GivenPoints points;        /* of an exercise's launches alone */
    Loc loc;
} LaunchSpec;

/* Has the launch a buffer whose contents follow from the seed? */
bool launch_is_random(const LaunchSpec *spec);

/* Does the launch depend on this parameter: does one of its expressions name it? */
bool launch_uses(const LaunchSpec *spec, const char *param);

#endif
