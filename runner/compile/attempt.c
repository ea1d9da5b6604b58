/* See attempt.h. The cache keeps the child's reply as bytes, so that an entry of the cache and a fresh reply are
 * handled alike. */
#include "compile/attempt.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/system.h"

enum { REPLY_LIMIT = 128 << 20 }; /* bytes */
static const uint64_t cache_limit = (uint64_t)256 << 20;

/* ---- the cache --------------------------------------------------------------------------------------------------- */

/* Adds the file's time and size to the key in place of its version, which only loading it would tell. */
static bool add_version(Text *key, const char *what, const char *path) {
    struct stat info;
    if (path == NULL || stat(path, &info) != 0) return false;
    struct timespec modified = system_modified(&info);
    text_printf(key, "%s %s %lld.%09ld %lld\n", what, path, (long long)modified.tv_sec, (long)modified.tv_nsec,
                (long long)info.st_size);
    return true;
}

static void add_headers(Text *key, HeaderUse least) {
    for (size_t i = 0; i < header_count; i++)
        if (header_all[i].use >= least)
            text_printf(key, "header %s %016llx\n", header_all[i].name,
                        (unsigned long long)hash_fnv1a64(header_all[i].text, header_all[i].size));
}

static void add_source(Text *key, const CompileSetup *setup, const CompileRequest *request, const char *options) {
    text_printf(key, "isolation %s\n%s", isolation_name[setup->strongest], options);
    text_printf(key, "file %zu %s\nsource %zu\n", strlen(request->file), request->file, request->source_size);
    text_add_n(key, request->source, request->source_size);
}

char *attempt_nvrtc_key(Arena *arena, const CompileSetup *setup, const CompileRequest *request, const Toolkit *toolkit,
                        size_t *size) {
    Text key = {0};
    if (!add_version(&key, "library", toolkit->library)) return NULL;
    for (size_t i = 0; i < toolkit->include_count; i++) text_printf(&key, "include %s\n", toolkit->includes[i]);
    add_headers(&key, HEADER_STANDARD);
    add_source(&key, setup, request, nvrtc_options_text(arena, request));
    *size = key.size;
    return text_take(&key, arena);
}

char *attempt_clang_key(Arena *arena, const CompileSetup *setup, const ClangJob *job, size_t *size) {
    Text key = {0};
    if (!add_version(&key, "clang", job->clang)) return NULL;
    if (job->request != NULL) add_headers(&key, HEADER_CLANG);
    if (job->request != NULL) add_source(&key, setup, job->request, clang_options_text(arena, job->request, job->arch));
    *size = key.size;
    return text_take(&key, arena);
}

/* Whether the same request would give the same reply again; one that time or memory ended might not. */
static bool is_lasting(const Reply *reply) {
    return reply->kind == REPLY_COMPILED || reply->kind == REPLY_REJECTED || reply->kind == REPLY_PROBED;
}

bool attempt_kept(Arena *arena, const CompileSetup *setup, const Attempt *attempt, Reply *reply) {
    size_t size;
    const void *kept = attempt->key != NULL && setup->cache != NULL
                           ? cache_get(arena, setup->cache, attempt->key, attempt->key_size, &size)
                           : NULL;
    return kept != NULL && reply_read(kept, size, arena, reply) && is_lasting(reply);
}

bool attempt_kept_assembled(Arena *arena, const CompileSetup *setup, const Attempt *attempt, Reply *reply) {
    const NvrtcJob *job = attempt->job;
    if (!job->request->unassembled) return false;
    CompileRequest request = *job->request;
    request.unassembled = false;
    Attempt assembled = *attempt;
    assembled.key = attempt_nvrtc_key(arena, setup, &request, attempt->toolkit, &assembled.key_size);
    return attempt_kept(arena, setup, &assembled, reply);
}

void attempt_keep(Arena *arena, const CompileSetup *setup, const Attempt *attempt, const Reply *reply,
                  const Text *bytes) {
    if (attempt->key == NULL || setup->cache == NULL || !is_lasting(reply)) return;
    cache_put(arena, setup->cache, attempt->key, attempt->key_size, bytes->data, bytes->size);
    cache_trim(arena, setup->cache, cache_limit);
}

/* ---- asking the child -------------------------------------------------------------------------------------------- */

static void child_failed(ChildStatus status, int signal_number, const CompileRequest *request,
                         const CompileSetup *setup, CompileResult *result) {
    Loc loc = {request->file, 0, 0};
    result->status = status == CHILD_INTERRUPTED ? COMPILE_INTERRUPTED
                     : status == CHILD_TIMEOUT || status == CHILD_MEMORY || status == CHILD_FLOODED ? COMPILE_STUCK
                                                                                                    : COMPILE_BROKEN;
    static const char hint[] =
        "look for a macro or a template that expands without end, or for a very large unrolled loop";
    switch (status) {
    case CHILD_TIMEOUT:
        diag_add(&result->diags, SEVERITY_ERROR, loc, hint,
                 "the compiler was stopped after %d seconds of processor time", setup->seconds);
        break;
    case CHILD_STALLED:
        diag_add(&result->diags, SEVERITY_ERROR, loc, "try again when the machine is less busy",
                 "the compiler was stopped after %d seconds, most of which it waited", setup->patience);
        break;
    case CHILD_MEMORY:
        diag_add(&result->diags, SEVERITY_ERROR, loc, hint,
                 "the compiler was stopped: it wanted more than %zu MiB of memory", setup->memory >> 20);
        break;
    case CHILD_FLOODED:
        diag_add(&result->diags, SEVERITY_ERROR, loc, hint, "the compiler was stopped: its output exceeds %d MiB",
                 REPLY_LIMIT >> 20);
        break;
    case CHILD_INTERRUPTED: diag_add(&result->diags, SEVERITY_NOTE, loc, NULL, "the compiler was stopped"); break;
    case CHILD_UNSTARTED:
        diag_add(&result->diags, SEVERITY_ERROR, loc, NULL, "no process could be started for the compiler: %s",
                 strerror(errno));
        break;
    case CHILD_CRASHED:
    case CHILD_FINISHED:
        result->crashed = true;
        diag_add(&result->diags, SEVERITY_ERROR, loc, "this is not your mistake; please report it with the file",
                 "the compiler crashed on this file (signal %d)", signal_number);
        break;
    }
}

ChildLimits attempt_limits(const CompileSetup *setup, const volatile sig_atomic_t *interrupted) {
    return (ChildLimits){.seconds = setup->seconds,
                         .patience = setup->patience,
                         .memory = setup->memory,
                         .output = REPLY_LIMIT,
                         .interrupted = interrupted};
}

bool attempt_child(const CompileSetup *setup, ChildWork *work, void *job, const volatile sig_atomic_t *interrupted,
                   Text *bytes, ChildStatus *status, int *signal_number) {
    ChildLimits limits = attempt_limits(setup, interrupted);
    *status = child_run(&limits, work, job, bytes, signal_number);
    return *status == CHILD_FINISHED;
}

bool attempt_ask(const CompileSetup *setup, const CompileRequest *request, Arena *arena, const Attempt *attempt,
                 Reply *reply, CompileResult *result) {
    Text bytes = {0};
    ChildStatus status;
    int signal_number;
    bool answered =
        attempt_child(setup, attempt->work, attempt->job, request->interrupted, &bytes, &status, &signal_number) &&
        reply_read(bytes.data, bytes.size, arena, reply);
    if (answered)
        attempt_keep(arena, setup, attempt, reply, &bytes);
    else
        child_failed(status, signal_number, request, setup, result);
    text_free(&bytes);
    return answered;
}

/* ---- putting the reply into words -------------------------------------------------------------------------------- */

void attempt_refused(const Reply *reply, const CompileRequest *request, const Attempt *attempt, CompileResult *result) {
    const char *reinstall = attempt->clang ? "install clang 14 or newer, or the CUDA Toolkit"
                                           : "install the CUDA Toolkit again, or set CUDA_HOME to another one";
    const char *library = attempt->toolkit->library;
    switch (reply->kind) {
    case REPLY_ARCH:
        result->status = COMPILE_NO_COMPILER;
        diag_add(&result->diags, SEVERITY_ERROR, (Loc){0},
                 arena_printf(result->diags.arena, "it knows: %s", reply->archs), "%s %d.%d does not compile for %s",
                 attempt->clang ? "clang" : "the compiler of CUDA", reply->major, reply->minor, request->arch);
        break;
    case REPLY_INCLUDE:
        result->status = COMPILE_FAILED;
        diag_add(&result->diags, SEVERITY_ERROR, (Loc){request->file, reply->line, 0},
                 "write #include <name> with a header of the CUDA Toolkit or of the C library",
                 attempt->clang
                     ? "this line includes, or asks for, a file by a path, or by a name that a macro makes"
                     : "this line includes, or asks for, another file than a toolkit header, which cannot be allowed "
                       "on this system");
        break;
    case REPLY_MEMORY:
        result->status = COMPILE_STUCK;
        diag_add(&result->diags, SEVERITY_ERROR, (Loc){request->file, 0, 0},
                 "look for a macro or a template that expands without end", "the compiler ran out of memory");
        break;
    case REPLY_FLOODED:
        result->status = COMPILE_STUCK;
        diag_add(&result->diags, SEVERITY_ERROR, (Loc){request->file, 0, 0},
                 "look for a large array with initial values, or for a loop that is unrolled too often",
                 "what the compiler made of this file is too large");
        break;
    case REPLY_UNLOADABLE:
        result->status = COMPILE_BROKEN;
        diag_add(&result->diags, SEVERITY_ERROR, (Loc){0}, reinstall, "%s cannot be used: %s",
                 library != NULL ? library : "libnvrtc.so", reply->text != NULL ? reply->text : "");
        break;
    default:
        result->status = COMPILE_BROKEN;
        result->crashed = true;
        if (result->diags.errors > 0) break;
        diag_add(&result->diags, SEVERITY_ERROR, (Loc){0}, reinstall, "the compiler failed: %s",
                 reply->text != NULL ? reply->text : "its reply makes no sense");
        break;
    }
}

static Image *make_image(Arena *arena, const CompileRequest *request, const Toolkit *toolkit, const Reply *reply) {
    Image *image = arena_make(arena, Image);
    image->file = arena_string(arena, request->file);
    image->arch = arena_string(arena, request->arch);
    image->source = arena_string_n(arena, request->source, request->source_size);
    image->ptx = shorten_ptx(arena, reply->ptx, request->file, toolkit, &image->ptx_size);
    image->cubin = reply->cubin;
    image->cubin_size = reply->cubin_size;
    image->resources = ptxas_read(arena, reply->log, &image->resource_count);
    return image;
}

/* Where no assembler has seen the PTX: the kernels' resources as far as the PTX tells them. False where an assembler
 * would refuse it. */
static bool read_written(Arena *arena, const CompileRequest *request, CompileResult *result) {
    Image *image = result->image;
    const char *errors;
    image->resources = written_resources(arena, image, &image->resource_count, &errors);
    if (*errors == '\0') return true;
    result->log = arena_printf(arena, "%s%s", result->log, errors);
    messages_read(errors, request, image->ptx, &result->diags);
    result->image = NULL;
    result->status = COMPILE_FAILED;
    return false;
}

void attempt_tell(Arena *arena, const CompileRequest *request, const Attempt *attempt, const Reply *reply,
                  CompileResult *result) {
    const Toolkit *toolkit = attempt->toolkit;
    bool compiled = reply->kind == REPLY_COMPILED;
    const Reply *facts = attempt->facts != NULL ? attempt->facts : reply;
    result->compiler = arena_printf(arena, "%s %d.%d", attempt->clang ? "clang" : "nvrtc", facts->major, facts->minor);
    if (reply->log != NULL && reply->kind != REPLY_MEMORY) {
        result->log = shorten_log(arena, reply->log, toolkit, compiled);
        size_t size;
        const char *ptx =
            compiled || reply->ptx == NULL ? NULL : shorten_ptx(arena, reply->ptx, request->file, toolkit, &size);
        messages_read(result->log, request, ptx, &result->diags);
    }
    if (compiled) {
        result->status = COMPILE_DONE;
        result->image = make_image(arena, request, toolkit, reply);
        if (attempt->clang || (request->unassembled && result->image->cubin == NULL) ||
            result->image->resource_count == 0)
            read_written(arena, request, result);
    } else if (reply->kind == REPLY_REJECTED) {
        result->status = COMPILE_FAILED;
        if (result->diags.errors == 0)
            diag_add(&result->diags, SEVERITY_ERROR, (Loc){request->file, 0, 0}, NULL,
                     "the compiler rejected this file: %.*s", (int)strcspn(result->log, "\n"), result->log);
        if (toolkit->include_count == 0 && strstr(result->log, "cannot open source file") != NULL)
            diag_add(&result->diags, SEVERITY_NOTE, (Loc){0}, "set CUDA_HOME to a complete CUDA Toolkit",
                     "no CUDA headers were found beside %s",
                     toolkit->library != NULL ? toolkit->library : "the compiler");
    } else {
        attempt_refused(reply, request, attempt, result);
    }
}
