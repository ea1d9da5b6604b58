/* A compile from request to result: find the compiler, look into the cache, else run the child, and turn its reply
 * into a result.
 *
 * The cache keeps the child's reply as bytes, so that an entry of the cache and a fresh reply are handled alike. The
 * two compilers are handled alike, too: an Attempt holds what differs between them. */
#include "compile/compile.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arch.h"
#include "base/file.h"
#include "base/system.h"
#include "base/text.h"
#include "compile/parts.h"

const char *const compiler_choice_name[] = {
    [COMPILER_AUTO] = "auto", [COMPILER_NVRTC] = "nvrtc", [COMPILER_CLANG] = "clang"};

enum { SECONDS = 30, PATIENCE = 600, REPLY_LIMIT = 128 << 20 };
static const size_t memory_limit = (size_t)4 << 30;
static const uint64_t cache_limit = (uint64_t)256 << 20;

CompileSetup compile_setup(Arena *arena) {
    return (CompileSetup){
        .root = "",
        .cache = path_join(arena, path_cache_home(arena), "compile"),
        .strongest = ISOLATION_LANDLOCK,
        .seconds = SECONDS,
        .patience = PATIENCE,
        .memory = memory_limit,
    };
}

/* ---- the request ------------------------------------------------------------------------------------------------- */

static bool is_macro_name(const char *name) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
    if (name == NULL || *name == '\0' || strchr(letters, *name) == NULL) return false;
    return name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789")] == '\0';
}

static bool is_arch_name(const char *arch) {
    if (!text_starts(arch, "sm_")) return false;
    size_t digits = strspn(arch + strlen("sm_"), "0123456789");
    const char *rest = arch + strlen("sm_") + digits;
    return digits >= 2 && digits <= 3 && (*rest == '\0' || text_equal(rest, "a") || text_equal(rest, "f"));
}

/* Whether the request is well formed; false with the complaint in result, before any compiler runs. */
static bool request_is_sound(const CompileRequest *request, CompileResult *result) {
    Loc loc = {request->file, 0, 0};
    if (!is_arch_name(request->arch)) {
        result->status = COMPILE_NO_COMPILER;
        diag_add(&result->diags, SEVERITY_ERROR, (Loc){0}, "write it like sm_90", "'%s' is not an architecture",
                 request->arch);
        return false;
    }
    for (size_t i = 0; i < request->define_count; i++) {
        const Define *define = &request->defines[i];
        if (is_macro_name(define->name) && strpbrk(define->value, "\r\n") == NULL) continue;
        result->status = COMPILE_FAILED;
        diag_add(&result->diags, SEVERITY_ERROR, loc, "a macro's name is letters, digits and _, its value one line",
                 "'%s' cannot be defined as a macro", define->name != NULL ? define->name : "");
        return false;
    }
    if (memchr(request->source, '\0', request->source_size) != NULL) {
        result->status = COMPILE_FAILED;
        diag_add(&result->diags, SEVERITY_ERROR, loc, NULL, "the file has a 0 byte: it is no source text");
        return false;
    }
    return true;
}

/* ---- asking the child -------------------------------------------------------------------------------------------- */

static void no_compiler(const Toolkit *toolkit, CompilerChoice choice, CompileResult *result) {
    result->status = COMPILE_NO_COMPILER;
    if (choice == COMPILER_CLANG) {
        diag_add(&result->diags, SEVERITY_ERROR, (Loc){0}, "install it (on Debian: apt-get install clang)",
                 "clang was not found");
        return;
    }
    diag_add(
        &result->diags, SEVERITY_ERROR, (Loc){0},
        "install clang (on Debian: apt-get install clang), which is enough for everything but register counts; or the "
        "CUDA Toolkit (apt-get install nvidia-cuda-toolkit, from non-free; or NVIDIA's own from "
        "developer.nvidia.com/cuda-downloads; or, without root, the Python packages nvidia-cuda-nvrtc and "
        "nvidia-cuda-runtime) and, if it is in an unusual place, set CUDA_HOME to its folder",
        choice == COMPILER_NVRTC ? "NVRTC was not found: the library libnvrtc.so is missing"
                                 : "no compiler for CUDA was found: neither the library libnvrtc.so nor clang");
    Text places = {0};
    for (const char *at = toolkit->searched; *at != '\0';) {
        size_t size = strcspn(at, "\n");
        if (places.size > 0) text_add(&places, ", ");
        text_add_n(&places, at, size);
        at += size;
        at += *at == '\n';
    }
    diag_add(&result->diags, SEVERITY_NOTE, (Loc){0}, NULL, "looked in: %s", places.data != NULL ? places.data : "");
    text_free(&places);
    diag_add(&result->diags, SEVERITY_NOTE, (Loc){0}, NULL,
             "what needs no compiler still works: list, the lessons' texts, questions with a known answer, hints and "
             "solutions");
}

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

static ChildLimits limits_of(const CompileSetup *setup, const volatile sig_atomic_t *interrupted) {
    return (ChildLimits){.seconds = setup->seconds,
                         .patience = setup->patience,
                         .memory = setup->memory,
                         .output = REPLY_LIMIT,
                         .interrupted = interrupted};
}

static bool ask_child(const CompileSetup *setup, ChildWork *work, void *job, const volatile sig_atomic_t *interrupted,
                      Text *bytes, ChildStatus *status, int *signal_number) {
    ChildLimits limits = limits_of(setup, interrupted);
    *status = child_run(&limits, work, job, bytes, signal_number);
    return *status == CHILD_FINISHED;
}

/* ---- putting the reply into words -------------------------------------------------------------------------------- */

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

static void refused(const Reply *reply, const CompileRequest *request, const Attempt *attempt, CompileResult *result) {
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

static void tell(Arena *arena, const CompileRequest *request, const Attempt *attempt, const Reply *reply,
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
        refused(reply, request, attempt, result);
    }
}

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

/* The key of a compile by NVRTC: everything that its reply depends on. */
static char *nvrtc_key(Arena *arena, const CompileSetup *setup, const CompileRequest *request, const Toolkit *toolkit,
                       size_t *size) {
    Text key = {0};
    if (!add_version(&key, "library", toolkit->library)) return NULL;
    for (size_t i = 0; i < toolkit->include_count; i++) text_printf(&key, "include %s\n", toolkit->includes[i]);
    add_headers(&key, HEADER_STANDARD);
    add_source(&key, setup, request, nvrtc_options_text(arena, request));
    *size = key.size;
    return text_take(&key, arena);
}

static char *clang_key(Arena *arena, const CompileSetup *setup, const ClangJob *job, size_t *size) {
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

static bool get_reply(Arena *arena, const CompileSetup *setup, const Attempt *attempt, Reply *reply) {
    size_t size;
    const void *kept = attempt->key != NULL && setup->cache != NULL
                           ? cache_get(arena, setup->cache, attempt->key, attempt->key_size, &size)
                           : NULL;
    return kept != NULL && reply_read(kept, size, arena, reply) && is_lasting(reply);
}

/* An assembled reply also serves a request for PTX alone; it is in the cache once the lesson's kernels have run. */
static bool get_assembled(Arena *arena, const CompileSetup *setup, const Attempt *attempt, Reply *reply) {
    const NvrtcJob *job = attempt->job;
    if (!job->request->unassembled) return false;
    CompileRequest request = *job->request;
    request.unassembled = false;
    Attempt assembled = *attempt;
    assembled.key = nvrtc_key(arena, setup, &request, attempt->toolkit, &assembled.key_size);
    return get_reply(arena, setup, &assembled, reply);
}

static void put_reply(Arena *arena, const CompileSetup *setup, const Attempt *attempt, const Reply *reply,
                      const Text *bytes) {
    if (attempt->key == NULL || setup->cache == NULL || !is_lasting(reply)) return;
    cache_put(arena, setup->cache, attempt->key, attempt->key_size, bytes->data, bytes->size);
    cache_trim(arena, setup->cache, cache_limit);
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */

/* False where the child gave no reply; result says why. */
static bool ask(const CompileSetup *setup, const CompileRequest *request, Arena *arena, const Attempt *attempt,
                Reply *reply, CompileResult *result) {
    Text bytes = {0};
    ChildStatus status;
    int signal_number;
    bool answered =
        ask_child(setup, attempt->work, attempt->job, request->interrupted, &bytes, &status, &signal_number) &&
        reply_read(bytes.data, bytes.size, arena, reply);
    if (answered)
        put_reply(arena, setup, attempt, reply, &bytes);
    else
        child_failed(status, signal_number, request, setup, result);
    text_free(&bytes);
    return answered;
}

/* False where there turns out to be no NVRTC. */
static bool compile_by_nvrtc(const CompileSetup *setup, const CompileRequest *request, const Toolkit *toolkit,
                             Arena *arena, CompileResult *result) {
    if (toolkit->library == NULL && !toolkit->by_loader) return false;
    NvrtcJob job = {.toolkit = toolkit, .request = request, .strongest = setup->strongest};
    Attempt attempt = {.work = nvrtc_work, .job = &job, .toolkit = toolkit};
    attempt.key = nvrtc_key(arena, setup, request, toolkit, &attempt.key_size);
    Reply reply;
    result->cached = get_assembled(arena, setup, &attempt, &reply) || get_reply(arena, setup, &attempt, &reply);
    if (!result->cached && !ask(setup, request, arena, &attempt, &reply, result)) return true;
    if (toolkit->library == NULL && reply.kind == REPLY_UNLOADABLE) return false;
    tell(arena, request, &attempt, &reply, result);
    return true;
}

/* The newest of archs that is not above limit; 0 where there is none. */
static int newest_arch(const char *archs, int limit) {
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
    attempt.key = clang_key(arena, setup, &job, &attempt.key_size);
    return get_reply(arena, setup, &attempt, reply) || ask(setup, request, arena, &attempt, reply, result);
}

const char compile_reading_header[] = "cuda_builtins.h";

/* Without waiting for the disk: who calls this again gets them again. */
static bool write_headers_up_to(Arena *arena, const char *folder, HeaderUse most) {
    for (size_t i = 0; i < header_count; i++) {
        if (header_all[i].use > most) continue;
        const char *path = path_join(arena, folder, header_all[i].name);
        FILE *file = file_make_directories(path_parent(arena, path)) ? fopen(path, "w") : NULL;
        if (file == NULL) return false;
        bool written = fwrite(header_all[i].text, 1, header_all[i].size, file) == header_all[i].size;
        if (fclose(file) != 0 || !written) return false;
    }
    return true;
}

bool compile_write_headers(Arena *arena, const char *folder) {
    return write_headers_up_to(arena, folder, HEADER_RUNTIME);
}

bool compile_write_device_headers(Arena *arena, const char *folder) {
    return write_headers_up_to(arena, folder, HEADER_CLANG);
}

/* Writes our headers to a new folder, for as long as clang runs; NULL with errno set. */
static const char *write_headers(Arena *arena) {
    const char *parent = getenv("TMPDIR");
    char *folder = path_join(arena, parent != NULL && *parent == '/' ? parent : "/tmp", "warpschool-XXXXXX");
    if (mkdtemp(folder) == NULL) return NULL;
    for (size_t i = 0; i < header_count; i++) {
        char *path = path_join(arena, folder, header_all[i].name);
        file_make_directories(path_parent(arena, path));
        FILE *file = fopen(path, "wx");
        if (file == NULL) continue; /* clang's message then names the missing one */
        fwrite(header_all[i].text, 1, header_all[i].size, file);
        fclose(file);
    }
    return folder;
}

static void remove_headers(Arena *arena, const char *folder) {
    for (size_t i = 0; i < header_count; i++) {
        char *path = path_join(arena, folder, header_all[i].name);
        unlink(path);
        if (strchr(header_all[i].name, '/') != NULL) rmdir(path_parent(arena, path)); /* once it is empty */
    }
    rmdir(folder);
}

static bool ask_clang(const CompileSetup *setup, const CompileRequest *request, Arena *arena, Attempt *attempt,
                      Reply *reply, CompileResult *result) {
    ClangJob *job = attempt->job;
    job->headers = write_headers(arena);
    if (job->headers == NULL) {
        diag_add(&result->diags, SEVERITY_ERROR, (Loc){0}, "set TMPDIR to a folder that can be written",
                 "no folder for the compiler's headers could be made: %s", strerror(errno));
        return false;
    }
    bool answered = ask(setup, request, arena, attempt, reply, result);
    remove_headers(arena, job->headers);
    return answered;
}

/* Chooses the first clang that can make PTX, with its facts; where none can, the first. False where there is none at
 * all, or where its child gave no reply: then *clang is the one that was tried. */
static bool choose_clang(const CompileSetup *setup, const CompileRequest *request, Arena *arena, const char **clang,
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

/* False where there is no clang. */
static bool compile_by_clang(const CompileSetup *setup, const CompileRequest *request, Arena *arena,
                             CompileResult *result) {
    ClangJob job = {.request = request, .strongest = setup->strongest};
    Reply facts, reply;
    if (!choose_clang(setup, request, arena, &job.clang, &facts, result)) return job.clang != NULL;
    Toolkit named = {.library = job.clang, .include_count = 1, .includes = {"/nonexistent"}};
    Attempt attempt = {.clang = true, .work = clang_work, .job = &job, .toolkit = &named};
    job.arch = facts.kind == REPLY_PROBED ? newest_arch(facts.archs, arch_number(request->arch)) : 0;
    if (job.arch == 0) {
        if (facts.kind == REPLY_PROBED) facts.kind = REPLY_ARCH;
        refused(&facts, request, &attempt, result);
        return true;
    }
    attempt.facts = &facts;
    attempt.key = clang_key(arena, setup, &job, &attempt.key_size);
    result->cached = get_reply(arena, setup, &attempt, &reply);
    if (result->cached || ask_clang(setup, request, arena, &attempt, &reply, result))
        tell(arena, request, &attempt, &reply, result);
    return true;
}

static void compile_named(const CompileSetup *setup, const CompileRequest *request, Arena *arena,
                          CompileResult *result) {
    *result = (CompileResult){.status = COMPILE_BROKEN, .diags = diag_list(arena), .log = ""};
    if (!request_is_sound(request, result)) return;
    Toolkit toolkit = toolkit_find(arena, setup->root);
    if (request->compiler != COMPILER_CLANG && compile_by_nvrtc(setup, request, &toolkit, arena, result)) return;
    if (request->compiler != COMPILER_NVRTC && compile_by_clang(setup, request, arena, result)) return;
    no_compiler(&toolkit, request->compiler, result);
}

/* ---- what a file can do to a compiler ---------------------------------------------------------------------------- */

/* Whether both compilers take the text for a file name, in messages and in PTX. */
static bool name_is_plain(const char *file) {
    if (*file == '-' || *file == '\0') return false;
    for (const unsigned char *c = (const unsigned char *)file; *c != '\0'; c++)
        if (*c < 0x80 && !isalnum(*c) && strchr("/._+-=@,~ ", *c) == NULL) return false;
    return true;
}

static const char stand_in[] = "answer.cu";

/* The student's name where the compiler was given another one. */
static void rename_file(Arena *arena, const char *name, CompileResult *result) {
    for (Diag *diag = result->diags.first; diag != NULL; diag = diag->next)
        if (diag->loc.file != NULL && text_equal(diag->loc.file, stand_in)) diag->loc.file = name;
    if (result->image == NULL) return;
    Image *image = arena_copy(arena, result->image, sizeof *image, _Alignof(Image));
    image->file = arena_string(arena, name);
    image->ptx = shorten_rename_ptx_file(arena, image->ptx, stand_in, name, &image->ptx_size);
    result->image = image;
}

/* Decides what a crash means. A compiler that crashes on one file and compiles another one was made to crash by the
 * first: only the file's author can change that. A compiler that compiles neither is broken. */
static void explain_crash(const CompileSetup *setup, const CompileRequest *request, CompileResult *result) {
    static const char sound[] = "extern \"C\" __global__ void k(int *p) { *p = 1; }\n";
    CompileRequest other = {.file = "sound.cu",
                            .source = sound,
                            .source_size = sizeof sound - 1,
                            .arch = request->arch,
                            .compiler = request->compiler,
                            .unassembled = request->unassembled,
                            .interrupted = request->interrupted};
    Arena *arena = arena_new();
    CompileResult compiled;
    compile_named(setup, &other, arena, &compiled);
    bool works = compiled.status == COMPILE_DONE;
    arena_free(arena);
    if (!works) return;
    result->status = COMPILE_FAILED;
    result->diags = diag_list(result->diags.arena);
    diag_add(&result->diags, SEVERITY_ERROR, (Loc){request->file, 0, 0},
             "take back what is unusual in it, such as a #pragma, an asm statement or a very large array",
             "the compiler crashes on this file, and compiles others");
}

void compile_with(const CompileSetup *setup, const CompileRequest *request, Arena *arena, CompileResult *result) {
    CompileRequest named = *request;
    bool plain = name_is_plain(request->file);
    if (!plain) named.file = stand_in;
    compile_named(setup, &named, arena, result);
    if (result->status == COMPILE_BROKEN && result->crashed) explain_crash(setup, &named, result);
    if (!plain) rename_file(arena, request->file, result);
}

void compile(const CompileRequest *request, Arena *arena, CompileResult *result) {
    CompileSetup setup = compile_setup(arena);
    compile_with(&setup, request, arena, result);
}

/* ---- beside the caller ------------------------------------------------------------------------------------------- */

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
    if (request->compiler == COMPILER_CLANG || ahead->toolkit.library == NULL || !name_is_plain(request->file) ||
        !request_is_sound(request, &result))
        return NULL;
    ahead->job = (NvrtcJob){.toolkit = &ahead->toolkit, .request = request, .strongest = ahead->setup.strongest};
    ahead->attempt = (Attempt){.work = nvrtc_work, .job = &ahead->job, .toolkit = &ahead->toolkit};
    ahead->attempt.key = nvrtc_key(arena, &ahead->setup, request, &ahead->toolkit, &ahead->attempt.key_size);
    ahead->limits = limits_of(&ahead->setup, request->interrupted);
    if (get_assembled(arena, &ahead->setup, &ahead->attempt, &reply) ||
        get_reply(arena, &ahead->setup, &ahead->attempt, &reply))
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
        put_reply(ahead->arena, &ahead->setup, &ahead->attempt, &reply, &bytes);
    text_free(&bytes);
}

void compile_ahead_stop(CompileAhead *ahead) {
    if (ahead == NULL || ahead->ended) return;
    ahead->ended = true;
    child_stop(&ahead->limits, &ahead->child);
}

/* ---- what was found ---------------------------------------------------------------------------------------------- */

static bool probe_nvrtc(const CompileSetup *setup, const Toolkit *toolkit, Arena *arena, Toolchain *toolchain) {
    Text bytes = {0};
    ChildStatus status;
    int signal_number;
    Reply reply;
    NvrtcJob job = {.toolkit = toolkit, .strongest = setup->strongest};
    if (toolkit->library == NULL && !toolkit->by_loader) return false;
    bool found = ask_child(setup, nvrtc_work, &job, NULL, &bytes, &status, &signal_number) &&
                 reply_read(bytes.data, bytes.size, arena, &reply) && reply.kind == REPLY_PROBED;
    text_free(&bytes);
    if (!found) return false;
    toolchain->nvrtc_path = reply.library;
    toolchain->nvrtc_major = reply.major;
    toolchain->nvrtc_minor = reply.minor;
    toolchain->archs = reply.archs;
    toolchain->isolation = isolation_name[reply.isolation];
    return true;
}

/* Every architecture that we know and on which PTX from clang runs. */
static const char *archs_above(Arena *arena, const char *own) {
    size_t count;
    const Arch *all = arch_all(&count);
    Text text = {0};
    text_add(&text, "");
    for (size_t i = 0; i < count; i++)
        if (newest_arch(own, arch_number(all[i].name)) > 0)
            text_printf(&text, "%s%s", text.size > 0 ? " " : "", all[i].name);
    return text_take(&text, arena);
}

static void probe_clang(const CompileSetup *setup, Arena *arena, Toolchain *toolchain) {
    CompileRequest nobody = {.file = ""};
    CompileResult result = {.diags = diag_list(arena)};
    Reply reply;
    bool answered = choose_clang(setup, &nobody, arena, &toolchain->clang_path, &reply, &result);
    if (toolchain->clang_path == NULL) return;
    if (!answered || reply.kind != REPLY_PROBED) {
        toolchain->clang_problem = answered && reply.text != NULL ? reply.text : "it cannot be started";
        return;
    }
    toolchain->clang_major = reply.major;
    toolchain->clang_minor = reply.minor;
    toolchain->clang_archs = reply.archs;
    if (!toolchain->uses_clang) return;
    toolchain->archs = archs_above(arena, reply.archs);
    toolchain->isolation = isolation_name[reply.isolation];
}

static bool has_header(Arena *arena, const Toolkit *toolkit, const char *header) {
    for (size_t i = 0; i < toolkit->include_count; i++)
        if (file_exists(path_join(arena, toolkit->includes[i], header))) return true;
    return false;
}

/* Every clang that was found, one a line, including the one that is used. */
static const char *clang_others(Arena *arena, const CompileSetup *setup) {
    size_t count;
    const char *const *programs = clang_find(arena, setup->root, &count);
    Text text = {0};
    text_add(&text, "");
    for (size_t i = 0; i < count; i++) text_printf(&text, "%s%s", i > 0 ? "\n" : "", programs[i]);
    return text_take(&text, arena);
}

void compile_toolchain(Arena *arena, CompilerChoice choice, Toolchain *toolchain) {
    CompileSetup setup = compile_setup(arena);
    Toolkit toolkit = toolkit_find(arena, setup.root);
    *toolchain = (Toolchain){
        .nvrtc_path = toolkit.library,
        .include_path = toolkit.include_count > 0 ? toolkit.includes[0] : NULL,
        .has_cccl = has_header(arena, &toolkit, "cuda/atomic"),
        .searched = toolkit.searched,
        .nvrtc_others = toolkit_others(arena, setup.root, toolkit.library),
        .clang_others = clang_others(arena, &setup),
        .cache_path = setup.cache,
    };
    bool probed = probe_nvrtc(&setup, &toolkit, arena, toolchain);
    toolchain->uses_clang = choice == COMPILER_CLANG || (choice == COMPILER_AUTO && !probed && toolkit.library == NULL);
    probe_clang(&setup, arena, toolchain);
}
