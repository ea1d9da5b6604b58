/* A compile by clang: which of the clangs that were found, for which architecture, with our headers. */
#include <errno.h>
#include <string.h>

#include "arch.h"
#include "compile/attempt.h"

int clang_newest_arch(const char *archs, int limit) {
    int newest = 0;
    for (const char *at = archs; (at = strstr(at, "sm_")) != NULL; at++) {
        int number = arch_number(at);
        if (number <= limit && number > newest) newest = number;
    }
    return newest;
}

/* Version and architectures of a clang. They are kept in the cache, because to start clang takes longer than to find
 * it. */
static bool clang_facts(const CompileSetup *setup, const CompileRequest *request, const char *clang, Arena *arena,
                        Reply *reply, CompileResult *result) {
    ClangJob job = {.clang = clang, .strongest = setup->strongest};
    Attempt attempt = {.clang = true, .work = clang_work, .job = &job};
    attempt.key = attempt_clang_key(arena, setup, &job, &attempt.key_size);
    return attempt_kept(arena, setup, &attempt, reply) || attempt_ask(setup, request, arena, &attempt, reply, result);
}

static bool ask_clang(const CompileSetup *setup, const CompileRequest *request, Arena *arena, Attempt *attempt,
                      Reply *reply, CompileResult *result) {
    ClangJob *job = attempt->job;
    job->headers = header_write_new(arena);
    if (job->headers == NULL) {
        diag_add(&result->diags, SEVERITY_ERROR, (Loc){0}, "set TMPDIR to a folder that can be written",
                 "the compiler's headers could not be written: %s", strerror(errno));
        return false;
    }
    bool answered = attempt_ask(setup, request, arena, attempt, reply, result);
    header_remove(arena, job->headers);
    return answered;
}

/* Chooses the first clang that can make PTX, with its facts; where none can, the first. False where there is none at
 * all, or where its child gave no reply: then *clang is the one that was tried. */
bool clang_choose(const CompileSetup *setup, const CompileRequest *request, Arena *arena, const char **clang,
                  Reply *facts, CompileResult *result) {
    size_t count;
    const char *const *programs = clang_find(arena, setup->root, &count);
    CompileResult first = {.diags = diag_list(arena)};
    bool answered = false;
    *clang = count > 0 ? programs[0] : NULL;
    for (size_t i = 0; i < count; i++) {
        CompileResult tried = {.diags = diag_list(arena)};
        Reply reply;
        bool said = clang_facts(setup, request, programs[i], arena, &reply, &tried);
        bool usable = said && reply.kind == REPLY_PROBED;
        if (i == 0 || usable) *clang = programs[i], *facts = reply, answered = said, first = tried;
        if (usable) return true;
    }
    result->status = first.status;
    result->diags = first.diags;
    return answered;
}

bool clang_compile(const CompileSetup *setup, const CompileRequest *request, Arena *arena, CompileResult *result) {
    ClangJob job = {.request = request, .strongest = setup->strongest};
    Reply facts, reply;
    if (!clang_choose(setup, request, arena, &job.clang, &facts, result)) return job.clang != NULL;
    Toolkit named = {.library = job.clang, .include_count = 1, .includes = {"/nonexistent"}};
    Attempt attempt = {.clang = true, .work = clang_work, .job = &job, .toolkit = &named};
    job.arch = facts.kind == REPLY_PROBED ? clang_newest_arch(facts.archs, arch_number(request->arch)) : 0;
    if (job.arch == 0) {
        if (facts.kind == REPLY_PROBED) facts.kind = REPLY_ARCH;
        attempt_refused(&facts, request, &attempt, result);
        return true;
    }
    attempt.facts = &facts;
    attempt.key = attempt_clang_key(arena, setup, &job, &attempt.key_size);
    result->cached = attempt_kept(arena, setup, &attempt, &reply);
    if (result->cached || ask_clang(setup, request, arena, &attempt, &reply, result))
        attempt_tell(arena, request, &attempt, &reply, result);
    return true;
}
