/* The source check that stands in where the system cannot keep the compiler from other files: it may refuse too much
 * and must never pass an inclusion that is not a plain one of a toolkit header. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/text.h"
#include "compile/parts.h"

static Arena *arena;
static char folder[] = "/tmp/warpschool-includes-XXXXXX";
static Toolkit toolkit;

static int make_toolkit(void **state) {
    (void)state;
    arena = arena_new();
    if (mkdtemp(folder) == NULL) return 1;
    toolkit = (Toolkit){.includes = {folder}, .include_count = 1};
    static const char *const headers[] = {"cuda_fp16.h", "cooperative_groups/reduce.h", "thrust/copy.h", "secret/.h"};
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        if (!file_write(path_join(arena, folder, headers[i]), "\n", 1)) return 1;
    return 0;
}

static int remove_toolkit(void **state) {
    (void)state;
    int status = system(arena_printf(arena, "rm -rf %s", folder));
    arena_free(arena);
    return status;
}

static bool is_plain(const char *source, int *line) {
    return includes_are_plain(source, strlen(source), &toolkit, line);
}

static void plain_inclusions_of_toolkit_headers_pass(void **state) {
    (void)state;
    static const char *const sources[] = {
        "",
        "extern \"C\" __global__ void k(int *p) { p[0] = 1; }\n",
        "#include <cuda_fp16.h>\n",
        "#include <stdio.h>\n#include <cmath>\n",
        "  #  include\t<cooperative_groups/reduce.h>  // reductions\n#define N 3\n#if N\n#endif\n",
        "#include <cuda_fp16.h> /* halves */\n#pragma unroll 4\n#line 3\n#error no\n",
        "/* one */ #include <cuda_fp16.h>",
        "#\n#define STR(x) #x\n#define CAT(a, b) a##b\n",
        "#inc\\\nlude <cuda_fp16.h>\n",
        "int include = 3; // include what you need\n",
    };
    int line;
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
        if (!is_plain(sources[i], &line)) fail_msg("refused line %d of: %s", line, sources[i]);
}

static void everything_else_that_could_open_a_file_is_refused(void **state) {
    (void)state;
    static const char *const sources[] = {
        "#include \"/etc/passwd\"\n",
        "#include </etc/passwd>\n",
        "#include <../../etc/passwd>\n",
        "#include <cuda_fp16.h/../../../etc/passwd>\n",
        "#include \"cuda_fp16.h\"\n",
        "#include <not_there.h>\n",
        "#include <cooperative_groups>\n",
        "#include <thrust/copy.h>\n", /* includes names made of macros */
        "#define F \"/etc/passwd\"\n#include F\n",
        "#include_next <cuda_fp16.h>\n",
        "#import <cuda_fp16.h>\n",
        "char s[] = {\n#embed \"/etc/passwd\"\n};\n",
        "#inc\\\nlude \"/etc/passwd\"\n",
        "#inc\\  \nlude \"/etc/passwd\"\n",
        "#inc?"
        "?/\nlude \"/etc/passwd\"\n",
        "#\\\ninclude \"/etc/passwd\"\n",
        "%:include \"/etc/passwd\"\n",
        "?"
        "?=include \"/etc/passwd\"\n",
        "%\\\n:include \"/etc/passwd\"\n",
        "#/* */include/* */\"/etc/passwd\"\n",
        "#/* \n */ include \"/etc/passwd\"\n",
        "/* */ # /* */ include \"/etc/passwd\"\n",
        "/* \"*/ #include \"/etc/passwd\"\n",
        "const char *s = R\"(\n#include \"/etc/passwd\"\n)\";\n",
        "#\\u0069nclude \"/etc/passwd\"\n",
        "#include <cuda_fp16.h> \"/etc/passwd\"\n",
        "#include <cuda_fp16.h\n>\n",
        "#include\n",
        "#include",
        "#include <",
        "#include /*",
        "#if __has_include(\"/etc/passwd\")\n#endif\n",
        "#define ASK __has_inc\\\nlude\n",
        "\v\f#\v\finclude\v\"/etc/passwd\"\n",
        "\r#include \"/etc/passwd\"\r",
    };
    int line;
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
        if (is_plain(sources[i], &line)) fail_msg("passed: %s", sources[i]);
}

static void the_refused_line_is_named(void **state) {
    (void)state;
    int line;
    assert_false(is_plain("int a;\n\n  #include \"x\"\n#include \"y\"\n", &line));
    assert_int_equal(line, 3);
    assert_false(is_plain("#define A \\\n  1\n#include \"x\"\n", &line));
    assert_int_equal(line, 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_inclusions_of_toolkit_headers_pass),
        cmocka_unit_test(everything_else_that_could_open_a_file_is_refused),
        cmocka_unit_test(the_refused_line_is_named),
    };
    return cmocka_run_group_tests(tests, make_toolkit, remove_toolkit);
}
