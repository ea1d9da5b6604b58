/* A compile from request to result: find the compiler, ask the cache, else run the child, and put its reply into words.
 *
 * What the child replied is what the cache keeps, as bytes: a hit and a fresh compile go the same way from there. */
#include "compile/compile.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "arch.h"
#include "base/file.h"
#include "base/text.h"
#include "compile/parts.h"

enum { SECONDS = 30, REPLY_LIMIT = 128 << 20 };
static const size_t memory_limit = (size_t)4 << 30;
static const uint64_t cache_limit = (uint64_t)256 << 20;

CompileSetup compile_setup(Arena *arena) {
    return (CompileSetup){
        .root = "",
        .cache = path_join(arena, path_cache_home(arena), "compile"),
        .strongest = ISOLATION_LANDLOCK,
        .seconds = SECONDS,
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

/* What no compiler could make sense of, said before one is asked. */
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

static void no_compiler(const Toolkit *toolkit, CompileResult *result) {
    result->status = COMPILE_NO_COMPILER;
    diag_add(
        &result->diags, SEVERITY_ERROR, (Loc){0},
        "install the CUDA Toolkit (on Debian: apt-get install nvidia-cuda-toolkit, from non-free; or NVIDIA's own from "
        "developer.nvidia.com/cuda-downloads; or, without root, the Python packages nvidia-cuda-nvrtc and "
        "nvidia-cuda-runtime) and, if it is in an unusual place, set CUDA_HOME to its folder",
        "no CUDA compiler was found: the library libnvrtc.so is missing");
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
        diag_add(&result->diags, SEVERITY_ERROR, loc, hint, "the compiler was stopped after %d seconds",
                 setup->seconds);
        break;
    case CHILD_MEMORY:
        diag_add(&result->diags, SEVERITY_ERROR, loc, hint,
                 "the compiler was stopped: it wanted more than %zu MiB of memory", setup->memory >> 20);
        break;
    case CHILD_FLOODED:
        diag_add(&result->diags, SEVERITY_ERROR, loc, hint, "the compiler was stopped: its output exceeds %d MiB",
                 REPLY_LIMIT >> 20);
        break;
    case CHILD_INTERRUPTED:
        diag_add(&result->diags, SEVERITY_NOTE, loc, NULL, "the compiler was stopped");
        break;
    case CHILD_UNSTARTED:
        diag_add(&result->diags, SEVERITY_ERROR, loc, NULL, "no process could be started for the compiler: %s",
                 strerror(errno));
        break;
    case CHILD_CRASHED:
    case CHILD_FINISHED:
        diag_add(&result->diags, SEVERITY_ERROR, loc, "this is not your mistake; please report it with the file",
                 "the compiler crashed on this file (signal %d)", signal_number);
        break;
    }
}

static bool ask_child(const CompileSetup *setup, const NvrtcJob *job, const volatile sig_atomic_t *interrupted,
                      Text *bytes, ChildStatus *status, int *signal_number) {
    ChildLimits limits = {
        .seconds = setup->seconds, .memory = setup->memory, .output = REPLY_LIMIT, .interrupted = interrupted};
    *status = child_run(&limits, nvrtc_work, (void *)job, bytes, signal_number);
    return *status == CHILD_FINISHED;
}

/* ---- putting the reply into words -------------------------------------------------------------------------------- */

static void refused(const Reply *reply, const CompileRequest *request, const char *library, CompileResult *result) {
    static const char reinstall[] = "install the CUDA Toolkit again, or set CUDA_HOME to another one";
    switch (reply->kind) {
    case REPLY_ARCH:
        result->status = COMPILE_NO_COMPILER;
        diag_add(&result->diags, SEVERITY_ERROR, (Loc){0},
                 arena_printf(result->diags.arena, "it knows: %s", reply->archs),
                 "the CUDA %d.%d compiler does not compile for %s", reply->major, reply->minor, request->arch);
        break;
    case REPLY_INCLUDE:
        result->status = COMPILE_FAILED;
        diag_add(&result->diags, SEVERITY_ERROR, (Loc){request->file, reply->line, 0},
                 "write #include <name> with a header of the CUDA Toolkit",
                 "this line includes, or asks for, another file than a toolkit header, which cannot be allowed on this "
                 "system");
        break;
    case REPLY_MEMORY:
        result->status = COMPILE_STUCK;
        diag_add(&result->diags, SEVERITY_ERROR, (Loc){request->file, 0, 0},
                 "look for a macro or a template that expands without end", "the compiler ran out of memory");
        break;
    case REPLY_UNLOADABLE:
        result->status = COMPILE_BROKEN;
        diag_add(&result->diags, SEVERITY_ERROR, (Loc){0}, reinstall, "%s cannot be used: %s",
                 library != NULL ? library : "libnvrtc.so", reply->text != NULL ? reply->text : "");
        break;
    default:
        result->status = COMPILE_BROKEN;
        if (result->diags.errors > 0) break;
        diag_add(&result->diags, SEVERITY_ERROR, (Loc){0}, reinstall, "the compiler did not start: %s",
                 reply->text != NULL ? reply->text : "its reply makes no sense");
        break;
    }
}

static Image *make_image(Arena *arena, const CompileRequest *request, const Toolkit *toolkit, const Reply *reply) {
    Image *image = arena_make(arena, Image);
    image->file = arena_string(arena, request->file);
    image->arch = arena_string(arena, request->arch);
    image->ptx = shorten_ptx(arena, reply->ptx, request->file, toolkit, &image->ptx_size);
    image->cubin = reply->cubin;
    image->cubin_size = reply->cubin_size;
    image->resources = report_read(arena, reply->log, &image->resource_count);
    return image;
}

static void tell(Arena *arena, const CompileRequest *request, const Toolkit *toolkit, const Reply *reply,
                 CompileResult *result) {
    bool compiled = reply->kind == REPLY_COMPILED;
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
        refused(reply, request, toolkit->library, result);
    }
}

/* ---- the cache --------------------------------------------------------------------------------------------------- */

/* Everything that decides what the compiler answers. The library's time and size stand for its version, which only
 * loading it would tell. */
static char *cache_key(Arena *arena, const CompileSetup *setup, const CompileRequest *request, const Toolkit *toolkit,
                       size_t *size) {
    struct stat info;
    if (toolkit->library == NULL || stat(toolkit->library, &info) != 0) return NULL;
    Text key = {0};
    text_printf(&key, "library %s %lld.%09ld %lld\n", toolkit->library, (long long)info.st_mtim.tv_sec,
                (long)info.st_mtim.tv_nsec, (long long)info.st_size);
    for (size_t i = 0; i < toolkit->include_count; i++) text_printf(&key, "include %s\n", toolkit->includes[i]);
    text_printf(&key, "isolation %s\n%s", isolation_name[setup->strongest], nvrtc_options_text(arena, request));
    text_printf(&key, "file %zu %s\nsource %zu\n", strlen(request->file), request->file, request->source_size);
    text_add_n(&key, request->source, request->source_size);
    *size = key.size;
    return text_take(&key, arena);
}

/* The same source gives the same again; what time or memory ended might go further another day. */
static bool is_lasting(const Reply *reply) {
    return reply->kind == REPLY_COMPILED || reply->kind == REPLY_REJECTED;
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */

void compile_with(const CompileSetup *setup, const CompileRequest *request, Arena *arena, CompileResult *result) {
    *result = (CompileResult){.status = COMPILE_BROKEN, .diags = diag_list(arena), .log = ""};
    if (!request_is_sound(request, result)) return;
    Toolkit toolkit = toolkit_find(arena, setup->root);
    size_t key_size = 0, size;
    if (toolkit.library == NULL && !toolkit.by_loader) {
        no_compiler(&toolkit, result);
        return;
    }
    const char *key = setup->cache != NULL ? cache_key(arena, setup, request, &toolkit, &key_size) : NULL;
    const void *kept = key != NULL ? cache_get(arena, setup->cache, key, key_size, &size) : NULL;
    Reply reply;
    if (kept != NULL && reply_read(kept, size, arena, &reply) && is_lasting(&reply)) {
        result->cached = true;
        tell(arena, request, &toolkit, &reply, result);
        return;
    }
    Text bytes = {0};
    ChildStatus status;
    int signal_number;
    NvrtcJob job = {.toolkit = &toolkit, .request = request, .strongest = setup->strongest};
    bool answered = ask_child(setup, &job, request->interrupted, &bytes, &status, &signal_number);
    if (answered && reply_read(bytes.data, bytes.size, arena, &reply)) {
        if (toolkit.library == NULL && reply.kind == REPLY_UNLOADABLE) no_compiler(&toolkit, result);
        else tell(arena, request, &toolkit, &reply, result);
        if (key != NULL && is_lasting(&reply)) {
            cache_put(arena, setup->cache, key, key_size, bytes.data, bytes.size);
            cache_trim(arena, setup->cache, cache_limit);
        }
    } else {
        child_failed(status, signal_number, request, setup, result);
    }
    text_free(&bytes);
}

void compile(const CompileRequest *request, Arena *arena, CompileResult *result) {
    CompileSetup setup = compile_setup(arena);
    compile_with(&setup, request, arena, result);
}

void compile_toolchain(Arena *arena, Toolchain *toolchain) {
    CompileSetup setup = compile_setup(arena);
    Toolkit toolkit = toolkit_find(arena, setup.root);
    *toolchain = (Toolchain){
        .nvrtc_path = toolkit.library,
        .include_path = toolkit.include_count > 0 ? toolkit.includes[0] : NULL,
        .searched = toolkit.searched,
        .cache_path = setup.cache,
    };
    Text bytes = {0};
    ChildStatus status;
    int signal_number;
    Reply reply;
    NvrtcJob job = {.toolkit = &toolkit, .strongest = setup.strongest};
    bool answered = ask_child(&setup, &job, NULL, &bytes, &status, &signal_number);
    if (answered && reply_read(bytes.data, bytes.size, arena, &reply) && reply.kind == REPLY_PROBED) {
        toolchain->nvrtc_path = reply.library;
        toolchain->nvrtc_major = reply.major;
        toolchain->nvrtc_minor = reply.minor;
        toolchain->archs = reply.archs;
        toolchain->isolation = isolation_name[reply.isolation];
    }
    text_free(&bytes);
}
