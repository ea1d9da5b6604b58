/* Which of a student's files answers which exercise.
 *
 * By its name: that of the exercise's file or the exercise's id, whatever folder it lies in, and with the marks that
 * browsers and platforms add to a second copy ("-1", " (2)"). A name that only contains it does too, and so does, where
 * a single exercise is graded, any name of the one source file that there is; the instructor is told then. Of several
 * files the newest that is in time counts. */
#include <ctype.h>
#include <string.h>

#include "base/file.h"
#include "grade/batch.h"

typedef enum Match { MATCH_NONE, MATCH_ONLY, MATCH_LIKE, MATCH_COPY, MATCH_NAME } Match;

/* The name without folders and endings, in small letters, with "-" for "_" and blanks. */
static char *stem_of(Arena *arena, const char *path) {
    static const char *const ends[] = {".txt", ".cu", ".cuh", ".cpp", ".cc", ".cxx", ".c"};
    char *stem = arena_string(arena, path_base(path));
    for (char *c = stem; *c != '\0'; c++) *c = *c == '_' || *c == ' ' ? '-' : (char)tolower((unsigned char)*c);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (text_ends(stem, ends[i])) stem[strlen(stem) - strlen(ends[i])] = '\0';
    return stem;
}

static bool is_source(const char *path) {
    static const char *const ends[] = {".cu", ".cuh", ".cu.txt", ".cpp", ".cc", ".cxx", ".c"};
    char name[512];
    const char *base = path_base(path);
    size_t size = strlen(base);
    if (size >= sizeof name) return false;
    for (size_t i = 0; i <= size; i++) name[i] = (char)tolower((unsigned char)base[i]);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (text_ends(name, ends[i])) return true;
    return strchr(base, '.') == NULL;
}

/* Whether what follows the name is only the number of a copy: "-1", "-(2)", "-copy". */
static bool is_copy(const char *rest) {
    if (*rest == '-') rest++;
    if (text_equal(rest, "copy")) return true;
    bool bracket = *rest == '(';
    rest += bracket;
    size_t digits = strspn(rest, "0123456789");
    return digits > 0 && digits <= 3 && text_equal(rest + digits, bracket ? ")" : "");
}

static Match match_stem(const char *stem, const char *name) {
    size_t size = strlen(name);
    if (text_equal(stem, name)) return MATCH_NAME;
    if (text_starts(stem, name) && is_copy(stem + size)) return MATCH_COPY;
    return strstr(stem, name) != NULL ? MATCH_LIKE : MATCH_NONE;
}

static Match match_exercise(const char *stem, const Graded *graded) {
    Match by_file = match_stem(stem, graded->file_stem), by_id = match_stem(stem, graded->id_stem);
    return by_file > by_id ? by_file : by_id;
}

/* A name that is like several exercises' is that of the longest: "one-barrier-sort" is not about "sort". */
static bool is_likest(const char *stem, const Gradeds *gradeds, const Graded *graded) {
    for (size_t i = 0; i < gradeds->count; i++) {
        const Graded *other = &gradeds->at[i];
        if (other == graded || strlen(other->id_stem) <= strlen(graded->id_stem)) continue;
        if (match_exercise(stem, other) != MATCH_NONE) return false;
    }
    return true;
}

static bool is_claimed(const char *stem, const Gradeds *gradeds) {
    for (size_t i = 0; i < gradeds->count; i++)
        if (match_exercise(stem, &gradeds->at[i]) != MATCH_NONE) return true;
    return false;
}

typedef struct Choice {
    Arena *arena;
    const Student *student;
    const Gradeds *gradeds;
    const Graded *graded;
    const Entry *best;
    Match match;
    size_t candidates; /* as good by their names */
    size_t sources;    /* that the student handed in */
    size_t unclaimed;  /* of these, what is not named like a graded exercise */
} Choice;

static bool is_late(const Entry *entry, const Deadline *deadline) {
    return entry->late || (deadline->given && entry->time != TIME_UNKNOWN && entry->time > deadline->time);
}

/* Whether a is to be taken in the place of b, which is as good by its name. */
static bool is_better(const Choice *choice, const Entry *a, const Entry *b) {
    const Deadline *deadline = &choice->graded->deadline;
    bool a_late = is_late(a, deadline), b_late = is_late(b, deadline);
    if ((a->bytes == NULL) != (b->bytes == NULL)) return a->bytes != NULL;
    if (a_late != b_late) return b_late;
    return a->time > b->time;
}

static void consider(Choice *choice, const Entry *entry, const char *stem) {
    bool usable = entry->bytes != NULL;
    if (entry->folder || !is_source(entry->path) || (!usable && entry->trouble == TROUBLE_NONE)) return;
    choice->sources += usable;
    choice->unclaimed += usable && !is_claimed(stem, choice->gradeds);
    Match match = match_exercise(stem, choice->graded);
    if (match == MATCH_COPY) match = MATCH_NAME;
    if (match != MATCH_NONE && !is_likest(stem, choice->gradeds, choice->graded)) match = MATCH_NONE;
    if (match == MATCH_NONE && choice->gradeds->count == 1 && usable) match = MATCH_ONLY;
    if (match == MATCH_NONE || match < choice->match) return;
    if (match > choice->match) choice->best = NULL, choice->candidates = 0;
    choice->match = match;
    choice->candidates += !entry->again;
    if (choice->best == NULL || is_better(choice, entry, choice->best)) choice->best = entry;
}

static void add_note(Text *note, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add_note(Text *note, const char *format, ...) {
    if (note->size > 0) text_add(note, "; ");
    va_list args;
    va_start(args, format);
    text_vprintf(note, format, args);
    va_end(args);
}

/* What of the submission could not be read at all, the first few of it. */
static void add_troubles(const Student *student, Text *note) {
    enum { MOST = 5 };
    size_t count = 0;
    for (size_t i = 0; i < student->files.count; i++) {
        const Entry *entry = &student->files.at[i];
        if (entry->trouble == TROUBLE_NONE || ++count > MOST) continue;
        add_note(note, "%.200s %s", *entry->path != '\0' ? entry->path : "the submission",
                 trouble_text[entry->trouble]);
    }
    if (count > MOST) add_note(note, "%zu more files cannot be read", count - MOST);
}

static void add_found(const Choice *choice, Text *note) {
    const Student *student = choice->student;
    const char *wanted = choice->graded->exercise->file;
    size_t files = 0, readable = 0;
    for (size_t i = 0; i < student->files.count; i++) {
        bool file = !student->files.at[i].folder;
        files += file;
        readable += file && student->files.at[i].trouble == TROUBLE_NONE;
    }
    /* A source that is named like another exercise is no clue to this one. */
    if (choice->best == NULL && choice->unclaimed > 0)
        add_note(note, "no source is named like %s; there %s %zu other%s", wanted,
                 choice->unclaimed == 1 ? "is" : "are", choice->unclaimed, choice->unclaimed == 1 ? "" : "s");
    else if (choice->best == NULL && choice->sources == 0 && readable > 0)
        add_note(note, "%zu file%s, but no source", readable, readable == 1 ? " was handed in" : "s were handed in");
    if (choice->best == NULL && files == 0) add_note(note, "nothing was handed in");
    if (choice->best == NULL || choice->best->bytes == NULL) return;
    if (choice->match == MATCH_ONLY)
        add_note(note, "taken because it is the only source: it is not named like %s", wanted);
    else if (choice->match < MATCH_NAME)
        add_note(note, "taken because its name contains that of the exercise: it is not %s", wanted);
    if (choice->candidates > 1)
        add_note(note, "%zu files are named so; the newest that is in time was taken", choice->candidates);
}

static void add_answer(Choice *choice, const char *const *stems, Answers *answers) {
    const Student *student = choice->student;
    for (size_t i = 0; i < student->files.count; i++) consider(choice, &student->files.at[i], stems[i]);
    if (choice->match == MATCH_ONLY && choice->candidates > 1) choice->best = NULL; /* nobody knows which one */
    bool usable = choice->best != NULL && choice->best->bytes != NULL;
    Text note = {0};
    add_found(choice, &note);
    add_troubles(student, &note);
    text_add(&note, "");
    vec_push(choice->arena, answers,
             (Answer){.student = student,
                      .graded = choice->graded,
                      .file = usable ? choice->best : NULL,
                      .late = usable && is_late(choice->best, &choice->graded->deadline),
                      .note = text_take(&note, choice->arena)});
}

void assign_answers(Arena *arena, const Students *students, Gradeds *gradeds, Answers *answers) {
    for (size_t g = 0; g < gradeds->count; g++) {
        gradeds->at[g].file_stem = stem_of(arena, gradeds->at[g].exercise->file);
        gradeds->at[g].id_stem = stem_of(arena, gradeds->at[g].exercise->id);
    }
    for (size_t s = 0; s < students->count; s++) {
        const Student *student = &students->at[s];
        const char **stems = arena_array(arena, const char *, student->files.count + 1);
        for (size_t i = 0; i < student->files.count; i++) stems[i] = stem_of(arena, student->files.at[i].path);
        for (size_t g = 0; g < gradeds->count; g++) {
            Choice choice = {.arena = arena, .student = student, .gradeds = gradeds, .graded = &gradeds->at[g]};
            add_answer(&choice, stems, answers);
        }
    }
}
