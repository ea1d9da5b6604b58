/* The kernels of a CUDA source and their parameters, read from its text. */
#ifndef WARPSCHOOL_COMPILE_SIGNATURE_H
#define WARPSCHOOL_COMPILE_SIGNATURE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "device.h"

typedef struct Parameter {
    const char *name;
    const char *written; /* its declaration, for messages */
    bool pointer;
    bool readonly; /* a pointer to const */
    bool read;     /* a pointer not to const, of which the body reads elements and which it uses for nothing else than
                      elements: no atomic's address, no call's argument */
    bool known;    /* false: type and lanes are not set, because the type is none of the built-in ones */
    Scalar type;   /* of an element */
    int lanes;     /* elements that one object holds: 4 for float4 */
} Parameter;

typedef struct Signature {
    const char *kernel;
    const Parameter *parameters;
    size_t count;
    const char *body; /* from its first brace to its last one; comments and strings in it are blanks */
} Signature;

/* Every function that is declared __global__ and defined, in the order of the text; all in arena. Comments and strings
 * are skipped; templates are left out, because without arguments they are no kernels. Any text is taken. */
Signature *signatures_read(Arena *arena, const char *source, size_t *count);

/* The kernel that a template makes of arguments, all of those that have no default: "reduce<float,128>". line is what
 * has to stand below the source for the compiler to make it; empty where the source asks for it itself. False: name has
 * no arguments, or there is no such template. */
bool signatures_instance(Arena *arena, const char *source, const char *name, Signature *signature, const char **line);

/* The template called name, or the first one where name is NULL, with arguments that it might have, as an example for
 * messages: "reduce<float,128>"; NULL: there is none. */
const char *signatures_template(Arena *arena, const char *source, const char *name);

/* Whether the text defines or declares a main: the file is a whole program. */
bool signatures_has_main(Arena *arena, const char *source);

#endif
