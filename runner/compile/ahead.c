/* A compile beside the caller, so that its reply is in the cache when it is asked for. */
#include "compile/attempt.h"

struct CompileAhead {
    bool ended;
    Arena *arena;
    CompileSetup setup;
    Toolkit toolkit;
    NvrtcJob job;
    Attempt attempt;
    ChildLimits limits;
    Child child;
};

CompileAhead *compile_ahead(const CompileRequest *request, Arena *arena) {
    CompileSetup setup = compile_setup(arena);
    return compile_ahead_with(&setup, request, arena);
}

CompileAhead *compile_ahead_with(const CompileSetup *setup, const CompileRequest *request, Arena *arena) {
    CompileAhead *ahead = arena_make(arena, CompileAhead);
    CompileResult result = {.diags = diag_list(arena)};
    Reply reply;
    ahead->arena = arena;
    ahead->setup = *setup;
    ahead->toolkit = toolkit_find(arena, ahead->setup.root);
    if (request->compiler == COMPILER_CLANG || ahead->toolkit.library == NULL ||
        !compile_name_is_plain(request->file) || !compile_request_is_sound(request, &result))
        return NULL;
    ahead->job = (NvrtcJob){.toolkit = &ahead->toolkit, .request = request, .strongest = ahead->setup.strongest};
    ahead->attempt = (Attempt){.work = nvrtc_work, .job = &ahead->job, .toolkit = &ahead->toolkit};
    ahead->attempt.key = attempt_nvrtc_key(arena, &ahead->setup, request, &ahead->toolkit, &ahead->attempt.key_size);
    ahead->limits = attempt_limits(&ahead->setup, request->interrupted);
    if (attempt_kept_assembled(arena, &ahead->setup, &ahead->attempt, &reply) ||
        attempt_kept(arena, &ahead->setup, &ahead->attempt, &reply))
        return NULL;
    return child_start(&ahead->limits, ahead->attempt.work, ahead->attempt.job, &ahead->child) ? ahead : NULL;
}

void compile_ahead_wait(CompileAhead *ahead) {
    if (ahead == NULL || ahead->ended) return;
    Text bytes = {0};
    Reply reply;
    int signal_number;
    ahead->ended = true;
    if (child_finish(&ahead->limits, &ahead->child, &bytes, &signal_number) == CHILD_FINISHED &&
        reply_read(bytes.data, bytes.size, ahead->arena, &reply))
        attempt_keep(ahead->arena, &ahead->setup, &ahead->attempt, &reply, &bytes);
    text_free(&bytes);
}

void compile_ahead_stop(CompileAhead *ahead) {
    if (ahead == NULL || ahead->ended) return;
    ahead->ended = true;
    child_stop(&ahead->limits, &ahead->child);
}
