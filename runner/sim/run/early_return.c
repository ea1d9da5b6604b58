/* Whether threads that never came to a barrier may have returned from the kernel before it.
 *
 * The CUDA C++ Programming Guide allows
 *
 *     if (t >= n) return;                        but not         if (t < n) { ...; __syncthreads(); ... }
 *     ...; __syncthreads(); ...
 *
 * because a thread that has exited is not waited for, while a barrier under a condition must be reached by all
 * threads or none. Compilers make the same PTX of both: an early return becomes a branch to the kernel's last
 * instructions. So the source decides: where no `return` stands before the barrier in its function or in the kernel,
 * no thread can have returned. Where one does, threads that end without another barrier are taken to have returned. */
#include <ctype.h>
#include <string.h>

#include "sim/handlers.h"
#include "sim/launch.h"

typedef struct Scan {
    const char *at;
    int line;
    int braces, parens;
    int body;         /* depth of braces inside the function's body; 0: outside of all functions */
    bool after_paren; /* the last token was ')' */
    bool is_kernel;   /* the body is the kernel's */
    bool returns;     /* a return was seen in the body */
    bool found;       /* a return was found by which threads may have left */
    const char *name; /* the last identifier before a '(' outside of all parentheses: the function's name */
    size_t name_size;
} Scan;

static void skip_line(Scan *scan) {
    while (*scan->at != 0 && *scan->at != '\n') scan->at++;
}

static void skip_comment(Scan *scan) {
    for (scan->at += 2; *scan->at != 0 && !(scan->at[0] == '*' && scan->at[1] == '/'); scan->at++)
        scan->line += *scan->at == '\n';
    if (*scan->at != 0) scan->at += 2;
}

/* Skips a string or a character. A string with `exit` may be inline assembly that leaves the kernel. */
static void skip_quoted(Scan *scan) {
    char quote = *scan->at++;
    for (; *scan->at != 0 && *scan->at != quote && *scan->at != '\n'; scan->at++) {
        if (strncmp(scan->at, "exit", 4) == 0) scan->returns = true;
        if (*scan->at == '\\' && scan->at[1] != 0) scan->at++;
    }
    if (*scan->at == quote) scan->at++;
}

/* Skips a preprocessor line. A macro may contain a return: that counts. */
static void skip_directive(Scan *scan) {
    const char *start = scan->at;
    skip_line(scan);
    while (*scan->at == '\n' && scan->at[-1] == '\\') {
        scan->at++;
        scan->line++;
        skip_line(scan);
    }
    for (const char *at = start; at + 6 <= scan->at; at++) scan->found |= strncmp(at, "return", 6) == 0;
}

static void take_word(Scan *scan) {
    const char *start = scan->at;
    while (isalnum((unsigned char)*scan->at) || *scan->at == '_') scan->at++;
    size_t size = (size_t)(scan->at - start);
    if (size == 6 && strncmp(start, "return", 6) == 0) scan->returns = true;
    if (scan->parens != 0) return;
    const char *next = scan->at;
    while (*next == ' ' || *next == '\n') next++;
    if (*next != '(' || scan->body != 0) return;
    scan->name = start;
    scan->name_size = size;
}

static void take_sign(Scan *scan, const char *kernel) {
    char sign = *scan->at++;
    scan->parens += (sign == '(') - (sign == ')');
    if (sign == '{') scan->braces++;
    if (sign == '{' && scan->body == 0 && scan->after_paren) {
        scan->body = scan->braces;
        scan->returns = false;
        scan->is_kernel = scan->name_size == strlen(kernel) && strncmp(scan->name, kernel, scan->name_size) == 0;
    }
    if (sign == '}') {
        if (scan->braces == scan->body) {
            scan->found |= scan->is_kernel && scan->returns;
            scan->body = 0;
        }
        scan->braces--;
    }
    scan->after_paren = sign == ')';
}

static void take_token(Scan *scan, const char *kernel) {
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
        take_sign(scan, kernel);
}

/* Whether a return stands before the line in the function around it, or in the kernel. */
static bool returns_before(const char *source, int line, const char *kernel) {
    Scan scan = {.at = source, .line = 1};
    /* the scan is past the line: only the kernel's returns count from here on, if it is another function */
    bool passed = false;
    while (*scan.at != 0 && !scan.found) {
        if (!passed && scan.line > line) {
            passed = true;
            if (scan.body != 0 && (scan.returns || scan.is_kernel)) return scan.returns;
        }
        take_token(&scan, kernel);
    }
    return scan.found;
}

bool sim_may_have_returned(const SimWarp *warp, uint32_t pc, bool at_end) {
    SimWorker *worker = warp->worker;
    const Launch *request = worker->launch->request;
    if (request->image->source == NULL) return at_end;
    if (worker->returns_pc != pc + 1) {
        Loc loc = worker->program->pc_loc[pc];
        bool here = request->image->file == NULL || loc.file == NULL || text_equal(loc.file, request->image->file);
        worker->returns_pc = pc + 1;
        worker->returns = returns_before(request->image->source, here ? loc.line : 0, request->kernel);
    }
    return worker->returns;
}
