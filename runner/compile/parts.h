/* What the compile part's files share. compile.h is the contract with the rest of the program; this is its map.
 *
 * A compile goes: toolchain.c finds NVRTC and the headers, or clang; cache.c looks for an earlier reply, child.c
 * forks, isolate.c isolates the child, nvrtc.c or clang.c runs in it, its reply (reply.c) comes back as bytes, and
 * shorten.c, messages.c, hints.c, ptxas.c and written.c turn that into what the student sees. Everything that is
 * returned lives in the arena that was passed. */
#ifndef WARPSCHOOL_COMPILE_PARTS_H
#define WARPSCHOOL_COMPILE_PARTS_H

#include "compile/compile.h"
#include "compile/walls.h"

/* compile.c: the settings of a compile that tests change. {0} is never valid: start from compile_setup(). */
typedef enum Isolation {
    /* the system offers no isolation: only sources with plain #include <...> of toolkit headers are compiled */
    ISOLATION_SOURCE_CHECK,
    ISOLATION_CHROOT,   /* the child's root folder is the one that holds the toolkit's headers */
    ISOLATION_LANDLOCK, /* the kernel lets the child open files beneath the include folders only */
} Isolation;
extern const char *const isolation_name[];

typedef struct CompileSetup {
    const char *root;    /* a prefix of every system folder that is searched for a toolkit; "" outside of tests */
    const char *cache;   /* folder of the cache, or NULL for none */
    Isolation strongest; /* the first one to try; weaker ones follow where the system lacks it */
    int seconds;         /* processor time that a compile may take */
    int patience;        /* seconds of wall-clock time after which a compile is ended: the machine is too busy */
    size_t memory;       /* bytes of address space */
} CompileSetup;
CompileSetup compile_setup(Arena *arena);
void compile_with(const CompileSetup *setup, const CompileRequest *request, Arena *arena, CompileResult *result);

/* ahead.c: the same, begun before its result is asked for. */
CompileAhead *compile_ahead_with(const CompileSetup *setup, const CompileRequest *request, Arena *arena);

/* toolchain.c: finding NVRTC and the headers. library is NULL where none was found. */
enum { TOOLKIT_INCLUDES = 4 };
typedef struct Toolkit {
    const char *library;                    /* resolved path */
    bool by_loader;                         /* library is NULL, but the loader may know one of its own */
    const char *includes[TOOLKIT_INCLUDES]; /* resolved; every one is searched for a header */
    size_t include_count;
    const char *root;     /* resolved: holds all of includes, and nothing but NVIDIA's; NULL where no folder does */
    const char *searched; /* one place a line */
} Toolkit;
Toolkit toolkit_find(Arena *arena, const char *root);
/* The libraries, one a line, that the search would have found besides library; "" for none. */
const char *toolkit_others(Arena *arena, const char *root, const char *library);
/* Every clang that was found, resolved, the preferred one first: PATH's plain clang, those with their version in
 * their name, those in usual places below root; where WARPSCHOOL_CLANG names one, only that. Whether one is new
 * enough and makes PTX is known only after running it. */
const char *const *clang_find(Arena *arena, const char *root, size_t *count);

/* The folders of libraries of a program that was only unpacked: beside it, and as Debian lays them out. Ends with
 * NULL. */
const char *const *toolchain_program_libraries(Arena *arena, const char *program);

/* isolate.c: takes from the calling process, for good, access to every file but those beneath the includes. Returns
 * the isolation that it achieved. root_changed: the includes are now to be named relative to the toolkit's root,
 * which has become "/". */
Isolation isolate(const Toolkit *toolkit, Isolation strongest, bool *root_changed);

/* The same for a process that runs a program: it keeps access to the program, the system's libraries, those beside
 * it, and one folder (or NULL). Programs can be started afterwards, but no other one can be read. */
Isolation isolate_program(const char *program, const char *folder, Isolation strongest);

/* includes.c: for ISOLATION_SOURCE_CHECK. True where every inclusion in source is a plain #include <name> found
 * beneath the toolkit's includes; else false, with the line of the first other one. In doubt it is false. */
bool includes_are_plain(const char *source, size_t size, const Toolkit *toolkit, int *line);
/* For a compiler in isolation: true where every inclusion, and every test whether a file exists, names it in plain
 * letters and downwards from the current folder. */
bool includes_stay_inside(const char *source, size_t size, int *line);

/* reply.c: the reply of a child that compiled. */
typedef enum ReplyKind {
    REPLY_COMPILED,   /* ptx, cubin, log */
    REPLY_REJECTED,   /* log: the compiler found errors */
    REPLY_MEMORY,     /* the compiler ran out of memory */
    REPLY_ARCH,       /* this compiler does not compile for the architecture: archs */
    REPLY_INCLUDE,    /* line: an inclusion that is not allowed without isolation */
    REPLY_UNLOADABLE, /* text: the compiler cannot be loaded or started, or lacks functions */
    REPLY_REFUSED,    /* log, text: the compiler failed in another way */
    REPLY_PROBED,     /* version, archs, isolation */
    REPLY_FLOODED,    /* the compiler wrote more than it may */
    REPLY_KINDS
} ReplyKind;
typedef struct Reply {
    ReplyKind kind;
    int major, minor; /* of the compiler */
    Isolation isolation;
    int line;
    const char *library; /* the path that the loader found */
    const char *archs;   /* "sm_75 sm_80" */
    const char *text, *log;
    /* with REPLY_REJECTED: the PTX that the assembler rejected, or NULL where the front end found errors */
    const char *ptx;
    size_t ptx_size;
    const void *cubin;
    size_t cubin_size;
} Reply;
void reply_write(int fd, const Reply *reply); /* exits where it cannot write */
/* Reads what reply_write wrote; false where it is incomplete or inconsistent. Strings are copied to the arena. */
bool reply_read(const void *bytes, size_t size, Arena *arena, Reply *reply);

/* nvrtc.c: the work of the child. */
typedef struct NvrtcJob {
    const Toolkit *toolkit;
    const CompileRequest *request; /* NULL: only ask for version, architectures and isolation */
    Isolation strongest;
} NvrtcJob;
ChildWork nvrtc_work; /* context: const NvrtcJob * */
/* The options that a compile's result depends on, one a line, for the cache. */
char *nvrtc_options_text(Arena *arena, const CompileRequest *request);

/* clang.c: the work of the child where there is no NVRTC. */
enum { CLANG_OLDEST = 14 };
typedef struct ClangJob {
    const char *clang;             /* resolved path */
    const char *headers;           /* folder that holds header_all; NULL without a request */
    const CompileRequest *request; /* NULL: only ask for version, architectures and isolation */
    int arch;                      /* 86 for sm_86: the architecture of the PTX, at most the request's */
    Isolation strongest;
} ClangJob;
ChildWork clang_work; /* context: const ClangJob * */
char *clang_options_text(Arena *arena, const CompileRequest *request, int arch);

/* headers/, as the Makefile puts them into the program. clang takes all of them, in place of the toolkit's. */
typedef enum HeaderUse {
    HEADER_CLANG,    /* headers/: for clang only */
    HEADER_STANDARD, /* headers/standard/: the C and C++ library's, which are in no toolkit (nvcc takes the host
                        compiler's), and cuda.h, which is, but full of host functions that NVRTC refuses */
    HEADER_MISSING,  /* headers/missing/: of a part of the toolkit that Python packages of the compiler do not bring
                        along */
    HEADER_RUNTIME,  /* headers/runtime/: in every toolkit, and for an NVRTC that came without headers */
} HeaderUse;
typedef struct Header {
    const char *name;          /* "stdio.h" */
    const unsigned char *text; /* 0-terminated */
    size_t size;               /* without the 0 */
    HeaderUse use;
} Header;
extern const Header header_all[];
extern const size_t header_count;

/* written.c: resources as far as PTX tells them, where no assembler has seen it. One entry per kernel, with its
 * static shared memory and -1 for the rest. *errors: what the assembler would refuse, in its words; "" where there
 * is nothing. */
KernelResources *written_resources(Arena *arena, const Image *image, size_t *count, const char **errors);

/* shorten.c: names as the student knows them. */
/* log with headers named relative to their include folder, without the lines that our own options cause; keep_report
 * says whether the assembler's report of registers and spills stays. */
char *shorten_log(Arena *arena, const char *log, const Toolkit *toolkit, bool keep_report);
/* PTX whose .file directives that name from name to instead. */
char *shorten_rename_ptx_file(Arena *arena, const char *ptx, const char *from, const char *to, size_t *size);
/* PTX whose .file directives name the student's file as given and headers as above. */
char *shorten_ptx(Arena *arena, const char *ptx, const char *file, const Toolkit *toolkit, size_t *size);

/* messages.c: the compiler's text (after shorten_log) as diagnostics. ptx, where given, leads from the assembler's line
 * numbers to the student's. */
void messages_read(const char *log, const CompileRequest *request, const char *ptx, DiagList *diags);

/* hints.c: what to do about a compiler's message, or NULL; line: the student's line that it is about. */
const char *hint_for(const char *message, const char *line);
bool hint_is_missing_file(const char *message);

/* ptxas.c: the assembler's report, one entry per kernel in the order of the log. */
KernelResources *ptxas_read(Arena *arena, const char *log, size_t *count);

/* cache.c: bytes under a key of any size. A failure of any kind counts as a missing entry, without a message. */
void *cache_get(Arena *arena, const char *folder, const char *key, size_t key_size, size_t *size);
void cache_put(Arena *arena, const char *folder, const char *key, size_t key_size, const void *bytes, size_t size);
char *cache_entry_path(Arena *arena, const char *folder, const char *key, size_t key_size);
void cache_trim(Arena *arena, const char *folder, uint64_t limit); /* removes the entries that were used longest ago */

/* compile.c. Whether the request is well formed; false with the complaint in result, before any compiler runs. */
bool compile_request_is_sound(const CompileRequest *request, CompileResult *result);
/* Whether both compilers take the text for a file name, in messages and in PTX. */
bool compile_name_is_plain(const char *file);

/* header_files.c. Writes our headers to a new folder, for as long as clang runs; NULL with errno set. */
const char *header_write_new(Arena *arena);
void header_remove(Arena *arena, const char *folder);

/* clang_compile.c. False where there is no clang. */
bool clang_compile(const CompileSetup *setup, const CompileRequest *request, Arena *arena, CompileResult *result);
/* Chooses the first clang that can make PTX, with its facts; where none can, the first. False where there is none at
 * all, or where its child gave no reply: then *clang is the one that was tried. */
bool clang_choose(const CompileSetup *setup, const CompileRequest *request, Arena *arena, const char **clang,
                  Reply *facts, CompileResult *result);
/* The newest of archs that is not above limit; 0 where there is none. */
int clang_newest_arch(const char *archs, int limit);

#endif
