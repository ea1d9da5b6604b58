/* Texture instructions and module variables through the simulator as a device. What a sample is worth is
 * test_texture.c's; here it is which texel, which channel, which lane, what is counted and what is refused. */
#include "finding_kinds.h"
#include "metric_names.h"
#include "sim_testing.h"

enum { WIDTH = 8, HEIGHT = 4, LANE_COUNT = 32 };

/* Texel (x, y) holds 10 y + x, and in its further channels 100 and 200 and 300 more. */
static float image[WIDTH * HEIGHT * 4];
static uint32_t out[LANE_COUNT * 4];

static Buffer buffers[] = {{.name = "image", .type = SCALAR_F32, .bytes = image},
                           {.name = "out", .type = SCALAR_U32, .count = LANE_COUNT * 4, .bytes = out, .output = true}};

static Texture clamped(uint32_t width, uint32_t height, int channels) {
    return (Texture){.width = width, .height = height, .channels = channels, .address = {TEXTURE_CLAMP, TEXTURE_CLAMP}};
}

/* One warp; %f1 is the lane's number, %d1 the texture, results in %f3 to %f6 or %r3 to %r6. */
static TestRun with_texture(Texture texture, const char *instruction, char result) {
    static Text ptx;
    static Arg args[2];
    ptx.size = 0;
    text_printf(&ptx,
                PTX_HEAD
                ".file 1 \"test.cu\"\n.visible .entry k(.param .u64 t, .param .u64 p) {\n"
                ".reg .b32 %%r<9>; .reg .b64 %%d<5>; .reg .f32 %%f<9>; .reg .pred %%p<3>;\n"
                "ld.param.u64 %%d1,[t]; ld.param.u64 %%d2,[p]; mov.u32 %%r1,%%tid.x; cvt.rn.f32.u32 %%f1,%%r1;\n"
                "mul.wide.u32 %%d3,%%r1,16; add.u64 %%d2,%%d2,%%d3; mov.f32 %%f2,0f3FC00000; mov.u32 %%r2,1;\n"
                "mov.u32 %%r4,77; .loc 1 12 3\n%s\n",
                instruction);
    text_printf(&ptx, "st.global.v4.b32 [%%d2],{%%%c3,%%%c4,%%%c5,%%%c6}; ret; }", result, result, result, result);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            for (int c = 0; c < texture.channels; c++)
                image[(y * (int)texture.width + x) * texture.channels + c] = (float)(10 * y + x + 100 * c);
    memset(out, 0, sizeof out);
    buffers[0].count = (size_t)texture.width * (texture.height ? texture.height : 1) * (size_t)texture.channels;
    args[0] = (Arg){.kind = ARG_TEXTURE, .buffer = 0, .name = "image", .texture = texture};
    args[1] = (Arg){.kind = ARG_BUFFER, .buffer = 1, .name = "out"};
    TestRun run = test_run(ptx.data, "k", 1, LANE_COUNT);
    run.launch.buffers = buffers;
    run.launch.buffer_count = run.launch.arg_count = 2;
    run.launch.args = args;
    return run;
}

static void expect_lane(uint32_t lane, double x, double y, double z, double w) {
    const double want[4] = {x, y, z, w};
    for (int i = 0; i < 4; i++) {
        float got;
        memcpy(&got, &out[lane * 4 + (uint32_t)i], sizeof got);
        assert_true((double)got == want[i]);
    }
}

static void each_lane_reads_its_own_texel(void **state) {
    (void)state;
    TestRun run = with_texture(clamped(WIDTH, HEIGHT, 1), "tex.2d.v4.f32.f32 {%f3,%f4,%f5,%f6},[%d1,{%f1,%f2}];", 'f');
    test_expect(&run, RUN_FINISHED);
    expect_lane(0, 10, 0, 0, 0);
    expect_lane(5, 15, 0, 0, 0);
    expect_lane(31, 17, 0, 0, 0); /* clamped to the last column */
    assert_true(run.result.metrics.value[METRIC_TEXTURE_REQUESTS] == 1);
    assert_true(run.result.metrics.value[METRIC_GLOBAL_LOAD_REQUESTS] == 0);
    arena_free(run.arena);
}

static void lanes_that_are_off_keep_their_registers(void **state) {
    (void)state;
    TestRun run = with_texture(
        clamped(WIDTH, HEIGHT, 1),
        "setp.lt.u32 %p1,%r1,2; mov.f32 %f3,0f40E00000; mov.f32 %f4,%f3; mov.f32 %f5,%f3; mov.f32 %f6,%f3;\n"
        "@%p1 tex.2d.v4.f32.f32 {%f3,%f4,%f5,%f6},[%d1,{%f1,%f2}];",
        'f');
    test_expect(&run, RUN_FINISHED);
    expect_lane(1, 11, 0, 0, 0);
    expect_lane(2, 7, 7, 7, 7);
    arena_free(run.arena);
}

static void a_line_has_one_coordinate(void **state) {
    (void)state;
    TestRun run = with_texture(clamped(WIDTH, 0, 1), "tex.1d.v4.f32.f32 {%f3,%f4,%f5,%f6},[%d1,{%f1}];", 'f');
    test_expect(&run, RUN_FINISHED);
    expect_lane(3, 3, 0, 0, 0);
    arena_free(run.arena);
}

static void four_channels_come_at_once_and_levels_change_nothing(void **state) {
    (void)state;
    static const char *const forms[] = {
        "tex.2d.v4.f32.f32 {%f3,%f4,%f5,%f6},[%d1,{%f1,%f2}];",
        "tex.level.2d.v4.f32.f32 {%f3,%f4,%f5,%f6},[%d1,{%f1,%f2}],%f2;",
        "tex.base.2d.v4.f32.f32 {%f3,%f4,%f5,%f6},[%d1,{%f1,%f2}];",
        "tex.grad.2d.v4.f32.f32 {%f3,%f4,%f5,%f6},[%d1,{%f1,%f2}],{%f2,%f2},{%f1,%f1};",
        "tex.2d.v4.f32.s32 {%f3,%f4,%f5,%f6},[%d1,{%r1,%r2}];",
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        TestRun run = with_texture(clamped(WIDTH, HEIGHT, 4), forms[i], 'f');
        test_expect(&run, RUN_FINISHED);
        expect_lane(6, 16, 116, 216, 316);
        arena_free(run.arena);
    }
}

static void a_gather_takes_one_channel_of_four_texels(void **state) {
    (void)state;
    TestRun run =
        with_texture(clamped(WIDTH, HEIGHT, 4), "tld4.g.2d.v4.f32.f32 {%f3,%f4,%f5,%f6},[%d1,{%f1,%f2}];", 'f');
    test_expect(&run, RUN_FINISHED);
    expect_lane(3, 122, 123, 113, 112); /* around (3, 1.5): columns 2 and 3, rows 1 and 2; from the lower left on */
    arena_free(run.arena);
}

static void the_size_can_be_asked_for(void **state) {
    (void)state;
    TestRun run = with_texture(clamped(WIDTH, HEIGHT, 1),
                               "txq.width.b32 %r3,[%d1]; txq.height.b32 %r4,[%d1]; mov.u32 %r5,0; mov.u32 %r6,0;", 'r');
    test_expect(&run, RUN_FINISHED);
    assert_int_equal(out[0], WIDTH);
    assert_int_equal(out[1], HEIGHT);
    assert_true(run.result.metrics.value[METRIC_TEXTURE_REQUESTS] == 0);
    arena_free(run.arena);
}

/* 0 on both sides of the texels: so does an H200. */
static void linear_memory_is_fetched_at_whole_numbers(void **state) {
    (void)state;
    Texture linear = {.width = WIDTH, .channels = 1, .linear_memory = true};
    TestRun run = with_texture(linear, "add.s32 %r1,%r1,-2; tex.1d.v4.f32.s32 {%f3,%f4,%f5,%f6},[%d1,{%r1}];", 'f');
    test_expect(&run, RUN_FINISHED);
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++)
        expect_lane(lane, lane < 2 || lane - 2 >= WIDTH ? 0 : lane - 2, 0, 0, 0);
    arena_free(run.arena);
    run = with_texture(linear, "tex.1d.v4.f32.f32 {%f3,%f4,%f5,%f6},[%d1,{%f1}];", 'f');
    test_expect(&run, RUN_STOPPED);
    assert_non_null(strstr(run.result.findings[0].message, "use tex1Dfetch"));
    arena_free(run.arena);
}

static void what_is_no_texture_object_is_found_with_its_line(void **state) {
    (void)state;
    static const struct {
        const char *instruction, *says;
        uint32_t height;
    } rows[] = {
        {"add.u64 %d1,%d1,1; tex.2d.v4.f32.f32 {%f3,%f4,%f5,%f6},[%d1,{%f1,%f2}];", "no texture object", HEIGHT},
        {"mov.u64 %d1,0; tex.2d.v4.f32.f32 {%f3,%f4,%f5,%f6},[%d1,{%f1,%f2}];", "no texture object", HEIGHT},
        {"mov.u64 %d1,-1; tld4.r.2d.v4.f32.f32 {%f3,%f4,%f5,%f6},[%d1,{%f1,%f2}];", "no texture object", HEIGHT},
        {"mov.u64 %d1,%d2; txq.width.b32 %r3,[%d1];", "no texture object", HEIGHT},
        {"tex.1d.v4.f32.f32 {%f3,%f4,%f5,%f6},[%d1,{%f1}];", "2 dimensions: use tex2D", HEIGHT},
        {"tex.2d.v4.f32.f32 {%f3,%f4,%f5,%f6},[%d1,{%f1,%f2}];", "1 dimension: use tex1D", 0},
        {"tex.1d.v4.f32.s32 {%f3,%f4,%f5,%f6},[%d1,{%r1}];", "tex1Dfetch", 0},
        {"tex.3d.v4.f32.f32 {%f3,%f4,%f5,%f6},[%d1,{%f1,%f2,%f2,%f2}];", "2 dimensions: use tex2D", HEIGHT},
        {"tex.a2d.v4.f32.f32 {%f3,%f4,%f5,%f6},[%d1,{%r1,%f1,%f2,%f2}];", "tex2DLayered, and it was made for tex2D",
         HEIGHT},
        {"suld.b.2d.b32.trap {%r3},[%d1,{%r1,%r2}];", "a texture object of `image` to a surface function", HEIGHT},
        {"sust.b.2d.b32.zero [%d1,{%r1,%r2}],{%r3};", "a texture object of `image` to a surface function", HEIGHT},
        {"suq.width.b32 %r3,[%d1];", "a texture object of `image` to a surface function", HEIGHT},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        TestRun run = with_texture(clamped(WIDTH, rows[i].height, 1), rows[i].instruction, 'f');
        test_expect(&run, RUN_STOPPED);
        assert_int_equal(run.result.finding_count, 1);
        assert_int_equal(run.result.findings[0].kind, FINDING_OUT_OF_BOUNDS);
        assert_int_equal(run.result.findings[0].loc.line, 12);
        assert_non_null(strstr(run.result.findings[0].message, rows[i].says));
        arena_free(run.arena);
    }
}

static void other_textures_are_refused_by_name(void **state) {
    (void)state;
    static const struct {
        const char *instruction, *says;
    } rows[] = {
        {"tex.cube.v4.f32.f32 {%f3,%f4,%f5,%f6},[%d1,{%f1,%f2,%f2,%f2}];", "a cube map"},
        {"tex.2dms.v4.f32.s32 {%f3,%f4,%f5,%f6},[%d1,{%r1,%r1,%r2,%r2}];", "multisampled"},
        {"txq.array_size.b32 %r3,[%d1];", "only width, height and depth"},
        {"sust.p.2d.b32.trap [%d1,{%r1,%r2}],{%r3};", "a surface"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        TestRun run = with_texture(clamped(WIDTH, HEIGHT, 1), rows[i].instruction, 'f');
        test_expect(&run, RUN_UNSUPPORTED);
        assert_int_equal(run.result.error_loc.line, 12);
        assert_non_null(strstr(run.result.error, rows[i].says));
        arena_free(run.arena);
    }
    TestRun old =
        test_run(PTX_HEAD ".global .texref image;\n.visible .entry k() { .reg .f32 %f<9>;\n"
                          "mov.f32 %f1,0f00000000; tex.2d.v4.f32.f32 {%f3,%f4,%f5,%f6},[image,{%f1,%f1}]; ret; }",
                 "k", 1, 1);
    test_expect(&old, RUN_UNSUPPORTED);
    assert_non_null(strstr(old.result.error, "cudaTextureObject_t"));
    arena_free(old.arena);
}

/* ---- module variables -------------------------------------------------------------------------------------------- */

static const char symbols_ptx[] = PTX_HEAD
    ".const .align 4 .b8 factors[8];\n.global .align 4 .b8 totals[16] = {9,0,0,0};\n"
    ".visible .entry k(.param .u64 p) { .reg .b32 %r<9>; .reg .b64 %d<5>;\n"
    "ld.param.u64 %d1,[p]; ld.const.u32 %r1,[factors]; ld.const.u32 %r2,[factors+4]; ld.global.u32 %r3,[totals];\n"
    "ld.global.u32 %r4,[totals+4]; mad.lo.u32 %r5,%r1,%r3,%r4; st.global.u32 [%d1],%r5; add.u32 %r6,%r2,1;\n"
    "st.global.u32 [totals+4],%r6; ret; }";

static uint32_t factors[] = {5, 41}, totals[] = {100, 3}, result[1];

static TestRun with_symbols(Buffer *all, const char *name, size_t count) {
    static const Arg arg = {.kind = ARG_BUFFER, .buffer = 1, .name = "result"};
    totals[1] = 3;
    all[0] = (Buffer){.name = "factors", .type = SCALAR_U32, .count = count, .bytes = factors, .symbol = name};
    all[1] = (Buffer){.name = "result", .type = SCALAR_U32, .count = 1, .bytes = result, .output = true};
    all[2] =
        (Buffer){.name = "totals", .type = SCALAR_U32, .count = 2, .bytes = totals, .symbol = "totals", .output = true};
    TestRun run = test_run(symbols_ptx, "k", 1, 1);
    run.launch.buffers = all;
    run.launch.buffer_count = 3;
    run.launch.args = &arg;
    run.launch.arg_count = 1;
    return run;
}

static void variables_hold_what_the_launch_gives_and_give_it_back(void **state) {
    (void)state;
    Buffer all[3];
    TestRun run = with_symbols(all, "factors", 2);
    test_expect(&run, RUN_FINISHED);
    assert_int_equal(result[0], 5 * 100 + 3);
    assert_int_equal(totals[0], 100);
    assert_int_equal(totals[1], 42);
    arena_free(run.arena);
}

static void a_variable_that_does_not_exist_is_refused_with_the_nearest(void **state) {
    (void)state;
    Buffer all[3];
    TestRun run = with_symbols(all, "factor", 2);
    test_expect(&run, RUN_REFUSED);
    assert_string_equal(run.result.error_code, "cudaErrorInvalidSymbol");
    assert_non_null(strstr(run.result.error, "did you mean factors?"));
    arena_free(run.arena);
    run = with_symbols(all, "factors", 3);
    test_expect(&run, RUN_REFUSED);
    assert_string_equal(run.result.error_code, "cudaErrorInvalidValue");
    assert_non_null(strstr(run.result.error, "has 8 bytes; the launch copies 12"));
    arena_free(run.arena);
}

static void an_output_variable_that_holds_nothing_yet_may_not_be_read(void **state) {
    (void)state;
    Buffer all[3];
    uint32_t whole[4] = {0};
    TestRun run = with_symbols(all, "factors", 2);
    all[2].bytes = whole;
    all[2].count = 4;
    run.launch.poisoned = (const bool[]){false, false, true};
    test_expect(&run, RUN_FINISHED);
    assert_int_equal(run.result.finding_count, 2); /* totals[0] and totals[1] */
    assert_int_equal(run.result.findings[0].kind, FINDING_UNINITIALISED);
    assert_non_null(strstr(run.result.findings[0].message, "`totals`"));
    arena_free(run.arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_lane_reads_its_own_texel),
        cmocka_unit_test(lanes_that_are_off_keep_their_registers),
        cmocka_unit_test(a_line_has_one_coordinate),
        cmocka_unit_test(four_channels_come_at_once_and_levels_change_nothing),
        cmocka_unit_test(a_gather_takes_one_channel_of_four_texels),
        cmocka_unit_test(the_size_can_be_asked_for),
        cmocka_unit_test(linear_memory_is_fetched_at_whole_numbers),
        cmocka_unit_test(what_is_no_texture_object_is_found_with_its_line),
        cmocka_unit_test(other_textures_are_refused_by_name),
        cmocka_unit_test(variables_hold_what_the_launch_gives_and_give_it_back),
        cmocka_unit_test(a_variable_that_does_not_exist_is_refused_with_the_nearest),
        cmocka_unit_test(an_output_variable_that_holds_nothing_yet_may_not_be_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
