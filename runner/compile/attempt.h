/* One compiler asked for one thing: from the cache if it has answered before, else in a child. */
#ifndef WARPSCHOOL_COMPILE_ATTEMPT_H
#define WARPSCHOOL_COMPILE_ATTEMPT_H

#include "compile/parts.h"

/* What differs between the two compilers. */
typedef struct Attempt {
    bool clang;
    ChildWork *work;
    void *job;
    const Toolkit *toolkit; /* for clang: library is its path, and there are no headers to name */
    const Reply *facts;     /* of the compiler, where the reply has none; or NULL */
    const char *key;        /* the key of the reply in the cache; NULL: it is not kept */
    size_t key_size;
} Attempt;

/* The keys of replies in the cache: everything that a reply depends on. NULL: it cannot be told. */
char *attempt_nvrtc_key(Arena *arena, const CompileSetup *setup, const CompileRequest *request, const Toolkit *toolkit,
                        size_t *size);
char *attempt_clang_key(Arena *arena, const CompileSetup *setup, const ClangJob *job, size_t *size);

/* A reply that the cache holds. An assembled reply also serves a request for PTX alone; it is in the cache once the
 * lesson's kernels have run. */
bool attempt_kept(Arena *arena, const CompileSetup *setup, const Attempt *attempt, Reply *reply);
bool attempt_kept_assembled(Arena *arena, const CompileSetup *setup, const Attempt *attempt, Reply *reply);
/* Puts a child's reply, whose bytes these are, into the cache. */
void attempt_keep(Arena *arena, const CompileSetup *setup, const Attempt *attempt, const Reply *reply,
                  const Text *bytes);

ChildLimits attempt_limits(const CompileSetup *setup, const volatile sig_atomic_t *interrupted);
/* Lets a child do the work; false where it did not finish. */
bool attempt_child(const CompileSetup *setup, ChildWork *work, void *job, const volatile sig_atomic_t *interrupted,
                   Text *bytes, ChildStatus *status, int *signal_number);
/* Asks the compiler in a child, and keeps the reply. False where the child gave none; result says why. */
bool attempt_ask(const CompileSetup *setup, const CompileRequest *request, Arena *arena, const Attempt *attempt,
                 Reply *reply, CompileResult *result);

/* Puts a reply into words: what was compiled or what the compiler said of the file; attempt_refused: why it did
 * neither. */
void attempt_tell(Arena *arena, const CompileRequest *request, const Attempt *attempt, const Reply *reply,
                  CompileResult *result);
void attempt_refused(const Reply *reply, const CompileRequest *request, const Attempt *attempt, CompileResult *result);

#endif
