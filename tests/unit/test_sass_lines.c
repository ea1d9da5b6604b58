/* Machine code by the line: the text is as nvdisasm 13 prints it with -gi, in which addresses are comments of C. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <string.h>
#include <cmocka.h>

#include "teach/launch/sass_lines.h"

static const char sass[] = "\t.target\tsm_90\n"
                           "\t.section\t.text.other,\"ax\",@progbits\n"
                           ".text.other:\n"
                           "\t//## File \"/home/me/dir/a.cu\", line 4\n"
                           "        /*0000*/                   MOV R9, R9 ;\n"
                           "\t.section\t.text.k,\"ax\",@progbits\n"
                           ".text.k:\n"
                           "\t//## File \"/home/me/dir/a.cu\", line 3\n"
                           "        /*0000*/                   S2R R0, SR_TID.X ;\n"
                           "\t//## File \"/home/me/dir/a.cu\", line 4\n"
                           "        /*0010*/               @P0 EXIT ;\n"
                           ".L_x_1:\n"
                           "        /*0020*/                   FFMA R7, R2, R9, 1 ;\n"
                           "\t//## File \"/usr/include/x.h\", line 90 inlined at \"/home/me/dir/a.cu\", line 5\n"
                           "\t//## File \"/home/me/dir/a.cu\", line 5\n"
                           "        /*0030*/                   MUFU.RCP R1, R1 ;\n"
                           "\t//## File \"/home/me/dir/a.cu\", line 1 inlined at \"/home/me/dir/a.cu\", line 5\n"
                           "\t//## File \"/home/me/dir/a.cu\", line 5\n"
                           "        /*0040*/                   FADD R1, R1, R2 ;\n"
                           "\t//## File \"/home/me/other-dir/a.cu\", line 4\n"
                           "        /*0048*/                   NOP;\n"
                           "\t//## File \"/usr/include/y.h\", line 4\n"
                           "        /*0050*/                   NOP;\n"
                           "\t//## File \"/home/me/dir/a.cu\", line 4\n"
                           "        /*0060*/                   EXIT ;\n";

static void assert_lines(int line, const char *expected, size_t count) {
    Arena *arena = arena_new();
    SassLines lines = sass_lines(arena, sass, "k", "dir/a.cu", line);
    assert_string_equal(lines.text, expected);
    assert_int_equal(lines.count, count);
    arena_free(arena);
}

static void a_line_has_its_instructions_of_the_kernel_alone(void **state) {
    (void)state;
    assert_lines(3, "0000      S2R R0, SR_TID.X\n", 1);
    assert_lines(4, "0010  @P0 EXIT\n0020      FFMA R7, R2, R9, 1\n0060      EXIT\n", 3);
    assert_lines(2, "", 0);
}

static void what_was_inlined_belongs_to_the_line_of_this_file(void **state) {
    (void)state;
    assert_lines(5, "0030      MUFU.RCP R1, R1\n", 1); /* from a header: the line that calls */
    assert_lines(1, "0040      FADD R1, R1, R2\n", 1); /* from this file: its own line */
}

static void a_file_is_found_by_whole_names(void **state) {
    (void)state;
    Arena *arena = arena_new();
    static const char text[] = "\t.section\t.text.k,\n\t//## File \"my_a.cu\", line 1\n/*0010*/ EXIT ;\n"
                               "\t//## File \"a.cu\", line 2\n/*0020*/ EXIT ;\n";
    assert_int_equal(sass_lines(arena, text, "k", "a.cu", 1).count, 0);
    assert_int_equal(sass_lines(arena, text, "k", "a.cu", 2).count, 1);
    arena_free(arena);
}

static void broken_text_has_no_lines(void **state) {
    (void)state;
    Arena *arena = arena_new();
    static const char *const texts[] = {"", "\t.section\t.text.k",
                                        "\t.section\t.text.k,\n\t//## File \"a.cu\n/*0010*/ EXIT ;\n",
                                        "\t.section\t.text.k,\n\t//## File \"a.cu\", line\n/*0010*/ EXIT ;\n",
                                        "\t.section\t.text.k,\n\t//## File \"a.cu\", line 1\n/*0010 EXIT ;\n/*\n*/\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_int_equal(sass_lines(arena, texts[i], "k", "a.cu", 1).count, 0);
    arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_has_its_instructions_of_the_kernel_alone),
        cmocka_unit_test(what_was_inlined_belongs_to_the_line_of_this_file),
        cmocka_unit_test(a_file_is_found_by_whole_names),
        cmocka_unit_test(broken_text_has_no_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
