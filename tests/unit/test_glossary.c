/* The glossary: its order, its names, that every metric belongs to a word, and that lessons use its words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

#include <cmocka.h>

#include "glossary.h"
#include "teach/taught.h"

static void words_are_in_the_order_of_the_alphabet_and_stand_once(void **state) {
    (void)state;
    for (size_t i = 1; i < glossary_count; i++)
        if (strcasecmp(glossary[i - 1].name, glossary[i].name) >= 0)
            fail_msg("'%s' stands before '%s'", glossary[i - 1].name, glossary[i].name);
}

static bool leads_to(void *context, const char *word, size_t size) {
    const Term *term = context;
    Arena *arena = arena_new();
    const char *name = arena_string_n(arena, word, size);
    if (glossary_find(name) != term) fail_msg("'%s' of '%s' leads to another word", name, term->name);
    arena_free(arena);
    return true;
}

static void every_other_name_leads_to_its_word(void **state) {
    (void)state;
    for (size_t i = 0; i < glossary_count; i++) {
        assert_ptr_equal(glossary_find(glossary[i].name), &glossary[i]);
        glossary_each_word(glossary[i].also, leads_to, (void *)(uintptr_t)&glossary[i]);
    }
}

static void plurals_and_capitals_do_not_matter(void **state) {
    (void)state;
    assert_string_equal(glossary_find("Warps")->name, "warp");
    assert_string_equal(glossary_find("bank conflicts")->name, "bank conflict");
    assert_string_equal(glossary_find("coalesced access")->name, "coalescing");
    assert_null(glossary_find("ban"));
    assert_null(glossary_find("warpss"));
    assert_null(glossary_find(""));
}

static void every_metric_belongs_to_a_word(void **state) {
    (void)state;
    for (Metric metric = 0; metric < metric_count; metric++)
        if (glossary_term_of(metric) == NULL) fail_msg("no word of the glossary counts %s", metric_info[metric].name);
}

static void the_longest_beginning_of_a_metric_decides(void **state) {
    (void)state;
    assert_string_equal(glossary_term_of(metric_find("shared.load.ways"))->name, "bank conflict");
    assert_string_equal(glossary_term_of(metric_find("shared.load.bytes"))->name, "bank");
    assert_string_equal(glossary_term_of(metric_find("launch.registers"))->name, "register");
    assert_string_equal(glossary_term_of(metric_find("launch.spill_loads"))->name, "spill");
}

static bool names_a_metric(void *context, const char *word, size_t size) {
    const Term *term = context;
    for (Metric metric = 0; metric < metric_count; metric++) {
        const char *name = metric_info[metric].name;
        if (strncmp(name, word, size) == 0 && (name[size] == '.' || name[size] == '\0')) return true;
    }
    fail_msg("'%.*s' of '%s' begins no metric", (int)size, word, term->name);
    return true;
}

static void what_a_word_names_are_metrics(void **state) {
    (void)state;
    for (size_t i = 0; i < glossary_count; i++)
        glossary_each_word(glossary[i].metrics, names_a_metric, (void *)(uintptr_t)&glossary[i]);
}

static void a_mention_is_a_whole_word_in_any_form(void **state) {
    (void)state;
    bool bold = false;
    assert_int_equal(taught_mentions("Banks: a bank, embankment, bankrupt", "bank", &bold), 2);
    assert_false(bold);
    assert_int_equal(taught_mentions("a\n  bank \n conflict, bank-conflict", "bank conflict", NULL), 1);
    assert_int_equal(taught_mentions("called **banks**.", "bank", &bold), 1);
    assert_true(bold);
    bold = false;
    assert_int_equal(taught_mentions("**All banks are busy**", "bank", &bold), 1);
    assert_false(bold);
    assert_int_equal(taught_mentions(NULL, "bank", NULL), 0);
    assert_int_equal(taught_mentions("", "bank", NULL), 0);
}

/* Words that only metrics need. */
static bool needs_no_lesson(const char *name) {
    return strcmp(name, "imbalance") == 0;
}

typedef struct Said {
    Session session;
    bool found;
} Said;

static bool is_said(void *context, const char *word, size_t size) {
    Said *said = context;
    Arena *arena = arena_new();
    const char *words[] = {arena_string_n(arena, word, size)};
    said->found = said->found || taught_find(&said->session, words, 1, METRIC_NONE).lesson != NULL;
    arena_free(arena);
    return !said->found;
}

static void lessons_use_every_word(void **state) {
    (void)state;
    Said said = {.session = {.pack = pack_load(".")}};
    assert_true(said.session.pack->lesson_count > 0);
    for (size_t i = 0; i < glossary_count; i++) {
        said.found = false;
        glossary_each_word(glossary[i].name, is_said, &said);
        glossary_each_word(glossary[i].also, is_said, &said);
        if (!said.found && !needs_no_lesson(glossary[i].name)) fail_msg("no lesson says '%s'", glossary[i].name);
    }
    pack_free(said.session.pack);
}

static void a_word_is_taught_where_it_is_introduced(void **state) {
    (void)state;
    Session session = {.pack = pack_load(".")};
    const char *words[] = {"bank", "wavefront", "coalescing"}, *lessons[] = {"banks", "banks", "coalescing"}, *nearest;
    for (size_t i = 0; i < 3; i++) {
        Taught taught = taught_find(&session, &words[i], 1, METRIC_NONE);
        assert_ptr_equal(taught.lesson, pack_find(session.pack, lessons[i], &nearest));
        assert_true(taught.introduced);
    }
    pack_free(session.pack);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_in_the_order_of_the_alphabet_and_stand_once),
        cmocka_unit_test(every_other_name_leads_to_its_word),
        cmocka_unit_test(plurals_and_capitals_do_not_matter),
        cmocka_unit_test(every_metric_belongs_to_a_word),
        cmocka_unit_test(the_longest_beginning_of_a_metric_decides),
        cmocka_unit_test(what_a_word_names_are_metrics),
        cmocka_unit_test(a_mention_is_a_whole_word_in_any_form),
        cmocka_unit_test(lessons_use_every_word),
        cmocka_unit_test(a_word_is_taught_where_it_is_introduced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
