/* Whether threads that never came to a barrier may have returned from the kernel before it.
 *
 * The CUDA C++ Programming Guide allows
 *
 *     if (t >= n) return;                        but not         if (t < n) { ...; __syncthreads(); ... }
 *     ...; __syncthreads(); ...
 *
 * because a thread that has exited is not waited for, while a barrier under a condition must be reached by all
 * threads or none. Compilers make the same PTX of both: an early return becomes a branch to the kernel's last
 * instructions. So the source decides: where neither the kernel nor the function around the barrier has a `return`, no
 * thread can have returned. Where one has, threads that end without another barrier are taken to have returned; but not
 * where it stands behind the barrier and nothing goes back there: no loop, no goto, no function within the function. */
#include <ctype.h>
#include <string.h>

#include "sim/handlers.h"
#include "sim/launch.h"

typedef struct Scan {
    const char *at;
    int line;
    int braces, parens;
    int body;          /* depth of braces inside the function's body; 0: outside of all functions */
    bool after_paren;  /* the last token was ')' */
    bool after_square; /* the last token was ']': of a lambda, where '(' or '{' follows */
    const char *name;  /* the last identifier before a '(' outside of all parentheses: the function's name */
    size_t name_size;
    int first_return, first_line; /* of the body; first_return 0: none yet */
    int barrier_line;
    bool inner_next;              /* the next brace opens the body of a lambda, or of a type */
    int inner;                    /* depth of braces inside that body; 0: in none */
    int inner_return, inner_line; /* its first return, and the line where it begins */
    bool goes_back;               /* the body has a loop or a function of its own */
    bool exits;                   /* a macro has a return, or a string `exit`, which may be inline assembly */
} Scan;

static void skip_line(Scan *scan) {
    while (*scan->at != 0 && *scan->at != '\n') scan->at++;
}

static void skip_comment(Scan *scan) {
    for (scan->at += 2; *scan->at != 0 && !(scan->at[0] == '*' && scan->at[1] == '/'); scan->at++)
        scan->line += *scan->at == '\n';
    if (*scan->at != 0) scan->at += 2;
}

/* Skips a string or a character. */
static void skip_quoted(Scan *scan) {
    char quote = *scan->at++;
    for (; *scan->at != 0 && *scan->at != quote && *scan->at != '\n'; scan->at++) {
        if (strncmp(scan->at, "exit", 4) == 0) scan->exits = true;
        if (*scan->at == '\\' && scan->at[1] != 0) scan->at++;
    }
    if (*scan->at == quote) scan->at++;
}

/* Behind what #if 0 leaves out. */
static void skip_left_out(Scan *scan) {
    for (int depth = 1; *scan->at != 0 && depth > 0;) {
        skip_line(scan);
        if (*scan->at == 0) return;
        scan->at++;
        scan->line++;
        const char *word = scan->at + strspn(scan->at, " \t");
        if (*word != '#') continue;
        word += 1 + strspn(word + 1, " \t");
        if (strncmp(word, "if", 2) == 0) depth++;
        if (strncmp(word, "endif", 5) == 0 || (depth == 1 && strncmp(word, "el", 2) == 0)) depth--;
    }
    skip_line(scan);
}

/* Skips a preprocessor line. */
static void skip_directive(Scan *scan) {
    const char *start = scan->at, *word = start + 1 + strspn(start + 1, " \t");
    skip_line(scan);
    if (strncmp(word, "if 0", 4) == 0 && !isalnum((unsigned char)word[4])) {
        skip_left_out(scan);
        return;
    }
    while (*scan->at == '\n' && scan->at[-1] == '\\') {
        scan->at++;
        scan->line++;
        skip_line(scan);
    }
    for (const char *at = start; at + 6 <= scan->at; at++) scan->exits |= strncmp(at, "return", 6) == 0;
}

static bool is_word(const char *at, size_t size, const char *word) {
    return strlen(word) == size && strncmp(at, word, size) == 0;
}

static void take_word(Scan *scan) {
    static const char *const going_back[] = {"for", "while", "do", "goto"};
    const char *start = scan->at;
    while (isalnum((unsigned char)*scan->at) || *scan->at == '_') scan->at++;
    size_t size = (size_t)(scan->at - start);
    int *first = scan->inner != 0 ? &scan->inner_return : &scan->first_return;
    if (is_word(start, size, "return") && *first == 0) *first = scan->line;
    scan->inner_next |= is_word(start, size, "struct") || is_word(start, size, "class");
    for (size_t i = 0; i < sizeof going_back / sizeof *going_back; i++)
        scan->goes_back |= is_word(start, size, going_back[i]);
    if (scan->parens != 0) return;
    const char *next = scan->at;
    while (*next == ' ' || *next == '\n') next++;
    if (*next != '(' || scan->body != 0) return;
    scan->name = start;
    scan->name_size = size;
}

/* A function within the function may be called behind what follows it. Its returns leave the kernel where it holds the
 * barrier and is the last thing that the kernel does. */
static void leave_inner(Scan *scan) {
    bool holds_barrier = scan->barrier_line >= scan->inner_line && scan->barrier_line <= scan->line;
    scan->goes_back |= holds_barrier;
    if (holds_barrier && scan->inner_return != 0 && scan->first_return == 0) scan->first_return = scan->inner_return;
    scan->inner = 0;
}

/* Whether a body is left by the sign. */
static bool take_sign(Scan *scan) {
    bool turns = false;
    char sign = *scan->at++;
    scan->parens += (sign == '(') - (sign == ')');
    scan->braces += sign == '{';
    scan->inner_next |= scan->after_square && (sign == '(' || sign == '{');
    scan->inner_next &= sign != ';';
    if (sign == '{' && scan->inner_next && scan->body != 0 && scan->inner == 0) {
        scan->inner = scan->braces;
        scan->inner_line = scan->line;
        scan->inner_return = 0;
        scan->inner_next = false;
    } else if (sign == '}' && scan->inner == scan->braces && scan->inner != 0) {
        leave_inner(scan);
    }
    if (sign == '{' && scan->body == 0 && scan->after_paren) {
        scan->body = scan->braces;
        scan->first_line = scan->line;
        scan->first_return = 0;
        scan->goes_back = scan->inner_next = false;
        scan->inner = 0;
    } else if (sign == '}') {
        turns = scan->braces == scan->body;
        if (turns) scan->body = 0;
        scan->braces--;
    }
    scan->after_paren = sign == ')';
    scan->after_square = sign == ']';
    return turns;
}

/* Whether a body ends with the token. */
static bool take_token(Scan *scan) {
    char first = *scan->at;
    if (first == '/' && scan->at[1] == '/')
        skip_line(scan);
    else if (first == '/' && scan->at[1] == '*')
        skip_comment(scan);
    else if (first == '"' || first == '\'')
        skip_quoted(scan);
    else if (first == '#')
        skip_directive(scan);
    else if (isalnum((unsigned char)first) || first == '_')
        take_word(scan);
    else if (isspace((unsigned char)first)) {
        scan->line += first == '\n';
        scan->at++;
    } else
        return take_sign(scan);
    return false;
}

/* Whether threads may have left the kernel before the line; 0: where the barrier stands is not known. */
static bool may_leave_before(const char *source, int line, const char *kernel) {
    Scan scan = {.at = source, .line = 1, .barrier_line = line};
    bool found = false;
    while (*scan.at != 0) {
        if (!take_token(&scan) || scan.name == NULL) continue;
        bool holds_line = line >= scan.first_line && line <= scan.line;
        bool is_kernel = is_word(scan.name, scan.name_size, kernel);
        found |= is_kernel;
        if (!is_kernel && !holds_line) continue;
        if (scan.first_return != 0 && (!holds_line || scan.goes_back || scan.first_return <= line)) return true;
    }
    return !found || scan.exits;
}

bool sim_may_have_returned(const SimWarp *warp, uint32_t pc, bool at_end) {
    SimWorker *worker = warp->worker;
    const Launch *request = worker->launch->request;
    if (request->image->source == NULL) return at_end;
    if (worker->returns_pc != pc + 1) {
        Loc loc = worker->program->pc_loc[pc];
        bool here = request->image->file == NULL || loc.file == NULL || text_equal(loc.file, request->image->file);
        worker->returns_pc = pc + 1;
        worker->returns = may_leave_before(request->image->source, here ? loc.line : 0, worker->program->kernel_name);
    }
    return worker->returns;
}
