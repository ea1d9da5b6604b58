/* What the parser's files share. Nothing outside runner/ptx includes this.
 *
 *   parse.c        ptx_parse; the module: directives, functions, bodies
 *   tokens.c       the token that is looked at; the error that ends the reading
 *   declare.c      variables, parameters, registers, initialisers
 *   instruction.c  instructions and their operands
 *   modifiers.c    ".rn.ftz.f32": the dotted name of an instruction to the fields of PtxInstr
 *   constant.c     constant expressions
 *   scope.c        scopes: names to registers, variables, functions, labels
 *   location.c     .file and .loc
 *   reconverge.c   control flow: the reconvergence points of branches
 *
 * The arena of ptx_parse owns all that becomes part of the module. Arrays whose size is not known yet are on the C
 * heap and belong to the Parser; ptx_parse frees them, even after an error, because parser_fail jumps back there. */
#ifndef WARPSCHOOL_PTX_PARSER_H
#define WARPSCHOOL_PTX_PARSER_H

#include <setjmp.h>

#include "ptx/lexer.h"
#include "ptx/ptx.h"

/* Limits for hostile text: each is far above what a compiler writes and keeps memory in proportion to the text. */
enum {
    PTX_LIMIT_TEXT = 64 << 20,        /* bytes */
    PTX_LIMIT_NESTING = 64,           /* scopes, braces in an initialiser, parentheses */
    PTX_LIMIT_INSTRUCTIONS = 1 << 18, /* in a module: an instruction takes half a kilobyte */
    PTX_LIMIT_TARGETS = 1 << 20,      /* of all brx.idx in a module */
    PTX_LIMIT_FILES = 1 << 16,        /* .file numbers */
    PTX_LIMIT_ELEMENTS = 8,           /* of a vector operand */
    PTX_LIMIT_INITIALISED = 64 << 20, /* bytes of all variables with an initialiser */
};
#define PTX_LIMIT_VARIABLE (UINT64_C(1) << 40) /* bytes of one variable */

/* A growing array on the C heap. */
#define HEAP_VEC(type)                                                                                                 \
    struct {                                                                                                           \
        type *at;                                                                                                      \
        uint32_t count, capacity;                                                                                      \
    }
#define heap_push(vec)                                                                                                 \
    ((vec)->count == (vec)->capacity                                                                                   \
         ? ((vec)->at = memory_resize((vec)->at, (vec)->capacity = (vec)->capacity ? 2 * (vec)->capacity : 64,         \
                                      sizeof *(vec)->at),                                                              \
            &(vec)->at[(vec)->count++])                                                                                \
         : &(vec)->at[(vec)->count++])

/* The dotted name of an instruction, decoded once and kept with the name. */
typedef struct Form {
    PtxInstr instr;    /* everything but operands and position */
    bool known;        /* false: some part is not understood */
    bool malformed;    /* not known, and no PTX ISA has it */
    bool cache_policy; /* the last operand is a cache policy */
} Form;

typedef enum BindingKind {
    BINDING_NONE,
    BINDING_REG,
    BINDING_VARIABLE,
    BINDING_FUNCTION, /* a .callprototype too */
    BINDING_TARGETS,  /* .branchtargets: index into Parser.targets */
} BindingKind;

/* ".reg .b32 %r<9>", kept at the name "%r". */
typedef struct Range {
    uint32_t scope, count;
    uint32_t serial; /* unique number of the range */
    PtxType type;
    struct Range *outer;
} Range;

/* The meaning of a name in the innermost scope that binds it. Scopes are numbered as they open, so that of two open
 * ones the inner one has the higher number; 0 is no scope. */
typedef struct Meaning {
    BindingKind kind;
    int32_t value;
    uint32_t scope;
    PtxType reg_type;
    struct Range *range; /* innermost first */
    uint32_t label_scope, label;
} Meaning;

/* The register that a name was given in one range. */
typedef struct RangeReg {
    uint32_t serial; /* of the range */
    int32_t reg;
    struct RangeReg *outer;
} RangeReg;

typedef struct Name {
    const char *text; /* 0-terminated */
    uint32_t size, hash;
    struct Name *next;
    Meaning meaning;
    struct Name *prefix; /* "%r" of "%r12"; NULL where the name does not end in a plain number */
    uint32_t number;
    RangeReg *range_regs; /* innermost range first */
    int32_t special;      /* PtxSpecial, or -1 */
    Form *form;
} Name;

typedef struct Undo {
    Name *name;
    Meaning meaning;
} Undo;

/* A use of a label that is resolved when its scope closes. slot, or where it is NULL the branch at instr, gets the
 * index. */
typedef struct LabelUse {
    Name *name;
    uint32_t *slot;
    uint32_t instr, line;
} LabelUse;

typedef struct Scope {
    uint32_t number, undo, uses;
} Scope;

typedef struct Targets {
    uint32_t *at;
    uint32_t count;
} Targets;

typedef struct Place {
    uint32_t file, line, column;
    uint32_t outer_file, outer_line; /* the call site; 0 where the place is not inlined; see location.c */
    uint32_t epoch;
} Place;

typedef struct FlowWork {
    uint64_t climbed, visited;
} FlowWork;

typedef struct Parser {
    PtxLexer lexer;
    PtxToken token; /* the one not yet consumed */
    Arena *arena;
    DiagList *diags;
    jmp_buf failed;

    PtxModule *module;
    const char *only; /* the kernel whose body is read; NULL: every one */
    HEAP_VEC(PtxVariable) variables;
    HEAP_VEC(PtxFunction) functions;
    HEAP_VEC(const char *) files;
    uint64_t initialised; /* bytes so far */
    uint32_t instr_total, target_total;
    uint32_t used_bytes; /* of the next instruction: see PtxInstr */
    bool left_out;       /* the instruction that is read has an operand that PTX knows and the program does not */
    FlowWork flow;

    Name **buckets;
    uint32_t bucket_count, name_count;
    HEAP_VEC(Undo) undo;
    HEAP_VEC(LabelUse) uses;
    Scope scopes[PTX_LIMIT_NESTING];
    uint64_t seed; /* of the hash tables, another in each run: nobody can write a text whose words all fall together */
    uint32_t scope_count, scope_serial, range_serial;

    /* the function being read */
    int32_t function; /* or -1 */
    HEAP_VEC(PtxInstr) instrs;
    HEAP_VEC(PtxReg) regs;
    HEAP_VEC(int32_t) owned; /* its variables */
    HEAP_VEC(int32_t) list;  /* call arguments, parameters: scratch */
    HEAP_VEC(Targets) targets;
    HEAP_VEC(uint8_t) bytes; /* an initialiser of unknown length */
    HEAP_VEC(PtxReloc) relocs;

    Place place; /* the last .loc */
    Place *places;
    uint32_t place_capacity, place_count, place_epoch;
} Parser;

/* tokens.c */
void parser_next(Parser *parser);
bool parser_at(const Parser *parser, int punct);
bool parser_at_dot(const Parser *parser, const char *word); /* ".reg" */
bool parser_take(Parser *parser, int punct);                /* consumes it if it is there */
void parser_expect(Parser *parser, int punct, const char *where);
uint64_t parser_integer(Parser *parser, const char *what);
/* Adds an error at the current source position and leaves ptx_parse. */
_Noreturn void parser_fail(Parser *parser, const char *format, ...) __attribute__((format(printf, 2, 3)));
_Noreturn void parser_fail_at(Parser *parser, uint32_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* "'%r9'" of the current token, for messages; cut where it is long. */
const char *parser_seen(Parser *parser);

/* scope.c */
Name *parser_intern(Parser *parser, const char *text, size_t size);
Name *parser_name(Parser *parser,
                  const char *what); /* that the token is; consumes it. what: "a label", for the error */
void parser_bind(Parser *parser, Name *name, BindingKind kind, int32_t value);
void parser_bind_reg(Parser *parser, Name *name, PtxType type);
void parser_bind_range(Parser *parser, Name *prefix, uint32_t count, PtxType type);
void parser_bind_label(Parser *parser, Name *name, uint32_t instr);
int32_t parser_reg(Parser *parser, Name *name); /* the register that the name stands for here, or -1 */
void parser_open_scope(Parser *parser);
void parser_close_scope(Parser *parser);
void parser_add_specials(Parser *parser);

/* location.c */
void parser_file(Parser *parser);
void parser_loc(Parser *parser);
void parser_reset_location(Parser *parser); /* a new function begins */

/* constant.c: a constant expression; the value's 64 bits. */
uint64_t parser_constant(Parser *parser);

/* declare.c: at ".global", ".shared", ".param" ... ".reg"; consumes the semicolon. */
bool parser_at_variable(const Parser *parser);
void parser_variables(Parser *parser, bool is_extern);
int32_t parser_parameter(Parser *parser);
void parser_registers(Parser *parser);

/* modifiers.c: the dotted name of an instruction to its fields */
const Form *parser_form(Parser *parser, Name *name);

/* instruction.c: at the guard or the dotted name; consumes the semicolon. */
void parser_instruction(Parser *parser, int32_t guard, bool guard_negated);

/* reconverge.c: sets PtxInstr.reconverge; false where the work for the control flow graphs of the module, which adds
 * up in *work, exceeds its limit. */
bool parser_find_reconvergence(PtxFunction *function, FlowWork *work);

#endif
