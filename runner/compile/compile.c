/* A compile from request to result: find the compiler, look into the cache, else run the child, and turn its reply
 * into a result. The compilers are handled alike: an Attempt (attempt.h) holds what differs between them. */
#include "compile/compile.h"

#include <ctype.h>
#include <string.h>

#include "base/file.h"
#include "compile/attempt.h"

const char *const compiler_choice_name[] = {
    [COMPILER_AUTO] = "auto", [COMPILER_NVRTC] = "nvrtc", [COMPILER_CLANG] = "clang"};

enum { SECONDS = 30, PATIENCE = 600 };
static const size_t memory_limit = (size_t)4 << 30;

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

bool compile_request_is_sound(const CompileRequest *request, CompileResult *result) {
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

/* False where there turns out to be no NVRTC. */
static bool compile_by_nvrtc(const CompileSetup *setup, const CompileRequest *request, const Toolkit *toolkit,
                             Arena *arena, CompileResult *result) {
    if (toolkit->library == NULL && !toolkit->by_loader) return false;
    NvrtcJob job = {.toolkit = toolkit, .request = request, .strongest = setup->strongest};
    Attempt attempt = {.work = nvrtc_work, .job = &job, .toolkit = toolkit};
    attempt.key = attempt_nvrtc_key(arena, setup, request, toolkit, &attempt.key_size);
    Reply reply;
    result->cached =
        attempt_kept_assembled(arena, setup, &attempt, &reply) || attempt_kept(arena, setup, &attempt, &reply);
    if (!result->cached && !attempt_ask(setup, request, arena, &attempt, &reply, result)) return true;
    if (toolkit->library == NULL && reply.kind == REPLY_UNLOADABLE) return false;
    attempt_tell(arena, request, &attempt, &reply, result);
    return true;
}

static void compile_named(const CompileSetup *setup, const CompileRequest *request, Arena *arena,
                          CompileResult *result) {
    *result = (CompileResult){.status = COMPILE_BROKEN, .diags = diag_list(arena), .log = ""};
    if (!compile_request_is_sound(request, result)) return;
    Toolkit toolkit = toolkit_find(arena, setup->root);
    if (request->compiler != COMPILER_CLANG && compile_by_nvrtc(setup, request, &toolkit, arena, result)) return;
    if (request->compiler != COMPILER_NVRTC && clang_compile(setup, request, arena, result)) return;
    no_compiler(&toolkit, request->compiler, result);
}

/* ---- what a file can do to a compiler ---------------------------------------------------------------------------- */

bool compile_name_is_plain(const char *file) {
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
    bool plain = compile_name_is_plain(request->file);
    if (!plain) named.file = stand_in;
    compile_named(setup, &named, arena, result);
    if (result->status == COMPILE_BROKEN && result->crashed) explain_crash(setup, &named, result);
    if (!plain) rename_file(arena, request->file, result);
}

void compile(const CompileRequest *request, Arena *arena, CompileResult *result) {
    CompileSetup setup = compile_setup(arena);
    compile_with(&setup, request, arena, result);
}
