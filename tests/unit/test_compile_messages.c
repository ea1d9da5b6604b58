/* The compiler's text, copied from runs of NVRTC 11.8, 12.9 and 13.0, as diagnostics and resources. Columns are counted
 * by hand in the sources beside them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "compile/parts.h"

static Arena *arena;

static int open_arena(void **state) {
    (void)state;
    arena = arena_new();
    return 0;
}

static int close_arena(void **state) {
    (void)state;
    arena_free(arena);
    return 0;
}

static const char banks[] = "exercises/05-banks.cu";

static DiagList read_messages(const char *source, const char *log, const char *ptx) {
    DiagList diags = diag_list(arena);
    CompileRequest request = {.file = banks, .source = source, .source_size = strlen(source), .arch = "sm_90"};
    messages_read(log, &request, ptx, &diags);
    return diags;
}

static void assert_diag(const Diag *diag, Severity severity, const char *file, int line, int column,
                        const char *message) {
    assert_non_null(diag);
    assert_int_equal(diag->severity, severity);
    assert_string_equal(diag->loc.file, file);
    assert_int_equal(diag->loc.line, line);
    assert_int_equal(diag->loc.column, column);
    assert_string_equal(diag->message, message);
}

static void the_caret_gives_the_column_in_bytes(void **state) {
    (void)state;
    /* Line 2 starts with a tab: x is byte 9. Line 3: q stands behind a two-byte letter, byte 19. */
    DiagList diags = read_messages("extern \"C\" __global__ void k(int *p) {\n"
                                   "\tp[0] = x + y; foo();\n"
                                   "    p[1] = \"é\" + q;\n}\n",
                                   "exercises/05-banks.cu(2): error: identifier \"x\" is undefined\n"
                                   "  \tp[0] = x + y; foo();\n"
                                   "  \t       ^\n\n"
                                   "exercises/05-banks.cu(3): error: identifier \"q\" is undefined\n"
                                   "      p[1] = \"é\" + q;\n"
                                   "                    ^\n\n"
                                   "2 errors detected in the compilation of \"exercises/05-banks.cu\".\n",
                                   NULL);
    assert_int_equal(diags.errors, 2);
    assert_int_equal(diags.count, 2);
    assert_diag(diags.first, SEVERITY_ERROR, banks, 2, 9, "identifier \"x\" is undefined");
    assert_diag(diags.first->next, SEVERITY_ERROR, banks, 3, 19, "identifier \"q\" is undefined");
}

static void without_a_caret_the_quoted_name_gives_the_column_if_it_stands_there_once(void **state) {
    (void)state;
    const char *source = "__global__ void k(int *p) {\n    p[0] = x + xx;\n    p[1] = y + y;\n}\n";
    DiagList diags = read_messages(source,
                                   "exercises/05-banks.cu(2): error: identifier \"x\" is undefined\n\n"
                                   "exercises/05-banks.cu(3): error: identifier \"y\" is undefined\n",
                                   NULL);
    assert_diag(diags.first, SEVERITY_ERROR, banks, 2, 12, "identifier \"x\" is undefined");
    assert_diag(diags.first->next, SEVERITY_ERROR, banks, 3, 0, "identifier \"y\" is undefined");
}

static void the_types_of_operands_do_not_hide_the_caret(void **state) {
    (void)state;
    DiagList diags = read_messages("    p[0] = (s + t).a[0] + 1;\n",
                                   "exercises/05-banks.cu(1): error: no operator \"+\" matches these operands\n"
                                   "            operand types are: S + S\n"
                                   "      p[0] = (s + t).a[0] + 1;\n"
                                   "                ^\n",
                                   NULL);
    assert_diag(diags.first, SEVERITY_ERROR, banks, 1, 15, "no operator \"+\" matches these operands");
}

static void a_caret_under_another_text_than_the_source_line_gives_no_column(void **state) {
    (void)state;
    DiagList diags = read_messages("    LOAD(p);\n",
                                   "exercises/05-banks.cu(1): error: expression must be a modifiable lvalue\n"
                                   "      3 = p;\n"
                                   "      ^\n",
                                   NULL);
    assert_diag(diags.first, SEVERITY_ERROR, banks, 1, 0, "expression must be a modifiable lvalue");
}

static void warnings_lose_their_number_and_stay_warnings(void **state) {
    (void)state;
    DiagList diags = read_messages(
        "  int unused;\n",
        "exercises/05-banks.cu(1): warning #177-D: variable \"unused\" was declared but never referenced\n"
        "    int unused;\n"
        "        ^\n",
        NULL);
    assert_int_equal(diags.errors, 0);
    assert_diag(diags.first, SEVERITY_WARNING, banks, 1, 7, "variable \"unused\" was declared but never referenced");
}

static void an_error_in_a_header_leads_back_to_the_line_that_asked_for_it(void **state) {
    (void)state;
    const char *cuda_13 =
        "cooperative_groups.h(1182): error: static assertion failed with \"Size must be one of 64/128/256/512\"\n"
        "      static_assert(details::_is_valid_multi_warp_tile<Size>::value, \"Size must be one of "
        "64/128/256/512\");\n"
        "      ^\n"
        "          detected during:\n"
        "            instantiation of class \"A<Size> [with Size=33U]\" at line 1327\n"
        "            instantiation of class \"B<Size> [with Size=33U]\" at line 8 of exercises/05-banks.cu\n\n";
    DiagList diags = read_messages("", cuda_13, NULL);
    assert_diag(diags.first, SEVERITY_ERROR, "cooperative_groups.h", 1182, 5,
                "static assertion failed with \"Size must be one of 64/128/256/512\"");
    assert_non_null(diags.first->next);
    assert_int_equal(diags.first->next->severity, SEVERITY_NOTE);
    assert_string_equal(diags.first->next->loc.file, banks);
    assert_int_equal(diags.first->next->loc.line, 8);
    const char *cuda_11 = "cooperative_groups.h(1701): error: static assertion failed with \"Tiled partition\"\n"
                          "          detected during instantiation of \"f<Size> [with Size=33U]\" \n"
                          "exercises/05-banks.cu(8): here\n\n";
    diags = read_messages("", cuda_11, NULL);
    assert_int_equal(diags.count, 2);
    assert_string_equal(diags.first->next->loc.file, banks);
    assert_int_equal(diags.first->next->loc.line, 8);
}

static void a_missing_file_is_marked_where_its_name_stands(void **state) {
    (void)state;
    DiagList diags =
        read_messages("#include \"/etc/passwd\"\n",
                      "exercises/05-banks.cu(1): catastrophic error: cannot open source file \"/etc/passwd\": "
                      "Permission denied\n"
                      "  #include \"/etc/passwd\"\n"
                      "                        ^\n\n"
                      "1 catastrophic error detected in the compilation of \"exercises/05-banks.cu\".\n"
                      "Compilation terminated.\n",
                      NULL);
    assert_int_equal(diags.count, 1);
    assert_diag(diags.first, SEVERITY_ERROR, banks, 1, 11, "cannot open source file \"/etc/passwd\"");
    assert_non_null(diags.first->hint);
}

static void too_much_static_shared_memory_is_said_in_bytes_at_the_kernel(void **state) {
    (void)state;
    /* 0x13880 = 80000, 0xc000 = 49152. */
    const char *source = "__global__ void other(int *p) {\n"
                         "    // big( is below\n"
                         "}\n"
                         "extern \"C\" __global__ void\n"
                         "big(int *p) { __shared__ int t[20000]; }\n";
    DiagList diags = read_messages(
        source, "ptxas error   : Entry function 'big' uses too much shared data (0x13880 bytes, 0xc000 max)\n", NULL);
    assert_int_equal(diags.count, 1);
    assert_diag(diags.first, SEVERITY_ERROR, banks, 5, 1,
                "kernel 'big' declares 80,000 bytes of shared memory, and a block may declare at most 49,152");
}

static void an_unclosed_brace_is_at_the_last_line_with_a_note_where_it_opened(void **state) {
    (void)state;
    DiagList diags = read_messages("extern \"C\" __global__ void k(int *p) {\n    p[0] = 1;\n",
                                   "At end of source: error: expected a \"}\"\n"
                                   "exercises/05-banks.cu(1): note #3196-D: to match this \"{\"\n"
                                   "  extern \"C\" __global__ void k(int *p) {\n"
                                   "                                       ^\n\n"
                                   "1 error detected in the compilation of \"exercises/05-banks.cu\".\n",
                                   NULL);
    assert_int_equal(diags.count, 2);
    assert_diag(diags.first, SEVERITY_ERROR, banks, 2, 0, "expected a \"}\"");
    assert_diag(diags.first->next, SEVERITY_NOTE, banks, 1, 38, "to match this \"{\"");
}

static void a_complaint_that_repeats_itself_is_told_once(void **state) {
    (void)state;
    const char *log = "exercises/05-banks.cu(1): error: expected a \")\"\n  f((((;\n        ^\n\n"
                      "exercises/05-banks.cu(1): error: expected a \")\"\n  f((((;\n        ^\n\n"
                      "exercises/05-banks.cu(1): error: expected a \";\"\n  f((((;\n        ^\n\n";
    assert_int_equal(read_messages("f((((;\n", log, NULL).count, 2);
    /* as nvcc does, once for each of its two passes */
    Text twice = {0};
    text_printf(&twice, "%s%s", log, log);
    assert_int_equal(read_messages("f((((;\n", twice.data, NULL).count, 2);
    text_free(&twice);
}

static void warnings_do_not_crowd_errors_out(void **state) {
    (void)state;
    Text log = {0};
    for (int i = 1; i <= 5000; i++)
        text_printf(&log, "exercises/05-banks.cu(%d): warning #177-D: variable \"v%d\" unused\n\n", i, i);
    for (int i = 1; i <= 5000; i++)
        text_printf(&log, "exercises/05-banks.cu(%d): error: identifier \"e%d\" is undefined\n\n", i, i);
    DiagList diags = read_messages("", log.data, NULL);
    text_free(&log);
    size_t errors = 0, others = 0;
    for (const Diag *diag = diags.first; diag != NULL; diag = diag->next)
        *(diag->severity == SEVERITY_ERROR ? &errors : &others) += 1;
    assert_true(errors >= 10);
    assert_true(others >= 10);
}

static void what_the_assembler_misses_is_said_in_plain_words(void **state) {
    (void)state;
    const char *source = "__constant__ int c[20000];\n__device__ int foo(int), food;\n";
    DiagList diags = read_messages(source, "ptxas fatal   : Unresolved extern function '_Z3fooi'\n", NULL);
    assert_diag(diags.first, SEVERITY_ERROR, banks, 2, 16,
                "the function 'foo' is declared and called, but has no body");
    diags = read_messages(source, "ptxas fatal   : Unresolved extern function 'food'\n", NULL);
    assert_diag(diags.first, SEVERITY_ERROR, banks, 2, 26,
                "the function 'food' is declared and called, but has no body");
    diags = read_messages(
        source, "ptxas error   : File uses too much global constant data (0x13880 bytes, 0x10000 max)\n", NULL);
    assert_diag(diags.first, SEVERITY_ERROR, banks, 0, 0,
                "the file declares 80,000 bytes of __constant__ memory, and there are 65,536");
}

static void the_assembler_s_line_leads_through_the_ptx_to_the_source(void **state) {
    (void)state;
    const char *ptx = "\t.file\t1 \"exercises/05-banks.cu\"\n" /* 1 */
                      "\t.file\t2 \"cuda_fp16.h\"\n"           /* 2 */
                      "{\n"                                    /* 3 */
                      "\t.loc\t1 3 5\n"                        /* 4 */
                      "\tmov.u32 %r1, %laneid2;\n"             /* 5 */
                      "\t.loc\t2 70 1\n"                       /* 6 */
                      "\tbad;\n"                               /* 7 */
                      "}\n"                                    /* 8 */
                      "\tworse;\n";                            /* 9 */
    DiagList diags = read_messages("",
                                   "ptxas application ptx input, line 5; error   : Unknown symbol '%laneid2'\n"
                                   "ptxas application ptx input, line 7; fatal   : Parsing error near 'bad'\n"
                                   "ptxas application ptx input, line 9; error   : Unexpected instruction\n"
                                   "ptxas fatal   : Ptx assembly aborted due to errors\n",
                                   ptx);
    assert_int_equal(diags.count, 3);
    assert_diag(diags.first, SEVERITY_ERROR, banks, 3, 5, "the assembler says: Unknown symbol '%laneid2'");
    assert_diag(diags.first->next, SEVERITY_ERROR, "cuda_fp16.h", 70, 1,
                "the assembler says: Parsing error near 'bad'");
    assert_diag(diags.first->next->next, SEVERITY_ERROR, banks, 0, 0, "the assembler says: Unexpected instruction");
}

static void hostile_text_makes_no_trouble(void **state) {
    (void)state;
    static const char *const logs[] = {
        "",
        "\n",
        "(1): error: x",
        "a(: error: x\n",
        "a(99999999999999999999): error: x\n",
        "ptxas ",
        "ptxas , line ;",
        "ptxas , line 99999999999999; error: x\n",
        "nvrtc: ",
        "x(1): error",
        "x(1): error #",
        "x(1): error: \n  \n  ^",
        "ptxas error   : Entry function 'k uses too much shared data (",
        "ptxas fatal   : Unresolved extern function '_Z99",
        "ptxas fatal   : Unresolved extern function '",
        "At end of source: ",
        "x(1): error: \n            operand types are: ",
    };
    for (size_t i = 0; i < sizeof logs / sizeof *logs; i++) {
        read_messages("", logs[i], "");
        read_messages("x", logs[i], ".loc\n.file");
    }
}

/* ---- the report -------------------------------------------------------------------------------------------------- */

static void assert_resources(const KernelResources *kernel, const char *name, int registers, int shared, int stack,
                             int stores, int loads, int barriers) {
    assert_string_equal(kernel->kernel, name);
    assert_int_equal(kernel->registers, registers);
    assert_int_equal(kernel->shared_static, shared);
    assert_int_equal(kernel->stack, stack);
    assert_int_equal(kernel->spill_stores, stores);
    assert_int_equal(kernel->spill_loads, loads);
    assert_int_equal(kernel->barriers, barriers);
}

static void the_report_of_cuda_13_is_read_kernel_by_kernel(void **state) {
    (void)state;
    size_t count;
    const KernelResources *kernels = ptxas_read(
        arena,
        "exercises/05-banks.cu(2): warning #177-D: variable \"unused\" was declared but never referenced\n"
        "ptxas info    : 0 bytes gmem\n"
        "ptxas info    : Compiling entry function 'k2' for 'sm_90'\n"
        "ptxas info    : Function properties for k2\n"
        "ptxas         .     0 bytes stack frame, 8 bytes spill stores, 12 bytes spill loads\n"
        "ptxas info    : Used 10 registers, used 0 barriers\n"
        "ptxas info    : Compile time = 1.604 ms\n"
        "ptxas info    : Compiling entry function 'k' for 'sm_90'\n"
        "ptxas info    : Function properties for k\n"
        "ptxas         .     160 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
        "ptxas info    : Used 29 registers, used 1 barriers, 176 bytes cumulative stack size, 128 bytes smem\n"
        "ptxas info    : Compile time = 5.522 ms\n"
        "ptxas info    : Function properties for _Z6helperi\n"
        "ptxas         .     48 bytes stack frame, 4 bytes spill stores, 4 bytes spill loads\n",
        &count);
    assert_int_equal(count, 2);
    assert_resources(&kernels[0], "k2", 10, 0, 0, 8, 12, 0);
    assert_resources(&kernels[1], "k", 29, 128, 176, 0, 0, 1); /* not the helper's 48, 4 and 4 */
}

static void the_reports_of_cuda_11_and_12_are_read(void **state) {
    (void)state;
    size_t count;
    const KernelResources *kernels =
        ptxas_read(arena,
                   "ptxas info    : 0 bytes gmem\n"
                   "ptxas info    : Compiling entry function 'old' for 'sm_80'\n"
                   "ptxas info    : Function properties for old\n"
                   "ptxas         .     160 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
                   "ptxas info    : Used 29 registers, 128 bytes smem, 360 bytes cmem[0]\n"
                   "ptxas info    : Compiling entry function 'new' for 'sm_80'\n"
                   "ptxas info    : Function properties for new\n"
                   "ptxas         .     0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
                   "ptxas info    : Used 9 registers, used 1 barriers, 80000 bytes smem, 360 bytes cmem[0]\n",
                   &count);
    assert_int_equal(count, 2);
    assert_resources(&kernels[0], "old", 29, 128, 160, 0, 0, -1);
    assert_resources(&kernels[1], "new", 9, 80000, 0, 0, 0, 1);
    assert_null(ptxas_read(arena, "", &count));
    assert_int_equal(count, 0);
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

static const Toolkit toolkit = {
    .includes = {"/opt/kit/include", "/opt/kit/include/cccl"}, .include_count = 2, .root = "/opt/kit/include"};

static void no_message_shows_where_the_toolkit_lies(void **state) {
    (void)state;
    const char *log =
        shorten_log(arena,
                    "/opt/kit/include/cuda_fp16.h(12): error: x\n"
                    "/opt/kit/include/cccl/cuda/std/atomic(3): error: in \"/opt/kit/include/cuda_fp16.h\"\n"
                    "            instantiation of class \"A\" at line 7 of /opt/kit/include/cooperative_groups.h\n"
                    "  \"/opt/kit/include/cuda_fp16.h\"\n"
                    "/home/me/x.cu(1): error: y\n\n"
                    "Remark: The warnings can be suppressed with \"-diag-suppress <warning-number>\"\n\n"
                    "ptxas info    : 0 bytes gmem\n",
                    &toolkit, false);
    assert_string_equal(log, "cuda_fp16.h(12): error: x\n"
                             "cuda/std/atomic(3): error: in \"cuda_fp16.h\"\n"
                             "            instantiation of class \"A\" at line 7 of cooperative_groups.h\n"
                             "  \"/opt/kit/include/cuda_fp16.h\"\n" /* a line of source is quoted as it is */
                             "/home/me/x.cu(1): error: y\n\n");
}

static void ptx_names_the_student_s_file_and_headers_by_their_short_names(void **state) {
    (void)state;
    size_t size;
    const char *ptx = shorten_ptx(arena,
                                  ".version 9.0\n"
                                  "\t.file\t1 \"/exercises/a \\\"b\\\".cu\"\n"
                                  "\t.file\t2 \"/opt/kit/include/cuda_fp16.h\", 1700000000, 206859\n"
                                  "\t.file\t3 \"/elsewhere/x.h\"",
                                  "exercises/a \"b\".cu", &toolkit, &size);
    assert_string_equal(ptx, ".version 9.0\n"
                             "\t.file\t1 \"exercises/a \\\"b\\\".cu\"\n"
                             "\t.file\t2 \"cuda_fp16.h\", 1700000000, 206859\n"
                             "\t.file\t3 \"/elsewhere/x.h\"");
    assert_int_equal(size, strlen(ptx));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_caret_gives_the_column_in_bytes),
        cmocka_unit_test(without_a_caret_the_quoted_name_gives_the_column_if_it_stands_there_once),
        cmocka_unit_test(the_types_of_operands_do_not_hide_the_caret),
        cmocka_unit_test(a_caret_under_another_text_than_the_source_line_gives_no_column),
        cmocka_unit_test(warnings_lose_their_number_and_stay_warnings),
        cmocka_unit_test(an_error_in_a_header_leads_back_to_the_line_that_asked_for_it),
        cmocka_unit_test(a_missing_file_is_marked_where_its_name_stands),
        cmocka_unit_test(too_much_static_shared_memory_is_said_in_bytes_at_the_kernel),
        cmocka_unit_test(an_unclosed_brace_is_at_the_last_line_with_a_note_where_it_opened),
        cmocka_unit_test(a_complaint_that_repeats_itself_is_told_once),
        cmocka_unit_test(warnings_do_not_crowd_errors_out),
        cmocka_unit_test(what_the_assembler_misses_is_said_in_plain_words),
        cmocka_unit_test(the_assembler_s_line_leads_through_the_ptx_to_the_source),
        cmocka_unit_test(hostile_text_makes_no_trouble),
        cmocka_unit_test(the_report_of_cuda_13_is_read_kernel_by_kernel),
        cmocka_unit_test(the_reports_of_cuda_11_and_12_are_read),
        cmocka_unit_test(no_message_shows_where_the_toolkit_lies),
        cmocka_unit_test(ptx_names_the_student_s_file_and_headers_by_their_short_names),
    };
    return cmocka_run_group_tests(tests, open_arena, close_arena);
}
