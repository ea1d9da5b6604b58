/* Whose each file is, read from the names that a platform gives to what it lets an instructor download.
 *
 * Moodle (mod/assign, "Download all submissions"): a folder a student, "Jane Doe_12345_assignsubmission_file", with a
 * trailing "_" in older versions, or all files in one folder with that before their names. 12345 is the participant's
 * number, which the grading worksheet has too.
 *
 * Canvas ("Download Submissions"): all files in one folder, "doejane_LATE_4711_123456_answer.cu": the name, LATE where
 * Canvas calls it late, the user's number, the file's; "anon_AbC12_123456_answer.cu" where names are hidden. A file
 * that was handed in again has "-1" behind its name.
 *
 * GitHub Classroom (gh classroom clone student-repos): clones "ASSIGNMENT-USER" in a folder "ASSIGNMENT-submissions".
 *
 * Gradescope ("Export Submissions"): folders "submission_123", and submission_metadata.yml, which says who handed each
 * of them in, and when. What a group handed in counts for each member.
 *
 * Anything else: a folder, an archive or a clone a student, or files that begin with the student's name. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/file.h"
#include "course/yaml.h"
#include "grade/batch.h"

typedef enum Layout { MOODLE, CANVAS, CLASSROOM, GRADESCOPE, FOLDERS } Layout;
static const char *const layout_name[] = {"moodle", "canvas", "github-classroom", "gradescope", "folders"};

typedef struct Owner {
    const char *id, *name;
    const char *rest; /* the path of the file within the submission */
    bool late;
} Owner;

typedef struct Sorting {
    Intake *intake;
    Layout layout;
    const char *prefix;   /* what all paths begin with: "" or a folder with a slash */
    const char *slug;     /* CLASSROOM: "assignment-" */
    const Node *metadata; /* GRADESCOPE */
    Students *students;
    size_t *slots; /* where a student is in students, by a hash of the id: 1 more than the place, 0 for none */
    size_t slot_count;
} Sorting;
enum { SLOTS = 64 }; /* at first; a power of 2 */

/* ---- names ------------------------------------------------------------------------------------------------------- */

static const char marker[] = "_assignsubmission_";

/* "Jane Doe_12345_assignsubmission_file_/a.cu", without a folder "..._file_a.cu". */
static bool owner_by_moodle(Arena *arena, const char *path, Owner *owner) {
    const char *mark = strstr(path, marker);
    if (mark == NULL || mark == path) return false;
    const char *begin = mark;
    while (begin > path && begin[-1] != '/') begin--;
    const char *kind = mark + strlen(marker), *rest = kind + strcspn(kind, "_/");
    rest += *rest == '_';
    rest += *rest == '/';
    const char *digits = mark;
    while (digits > begin && isdigit((unsigned char)digits[-1])) digits--;
    bool numbered = digits < mark && digits > begin + 1 && digits[-1] == '_';
    owner->name = arena_string_n(arena, begin, (size_t)((numbered ? digits - 1 : mark) - begin));
    owner->id = numbered ? arena_string_n(arena, digits, (size_t)(mark - digits)) : owner->name;
    owner->rest = rest;
    return true;
}

/* At "_4711_123456_": the size of the number, 0: there is none. */
static size_t number_at(const char *at) {
    size_t size = *at == '_' ? strspn(at + 1, "0123456789") : 0;
    return size > 0 && at[1 + size] == '_' ? size : 0;
}

static bool owner_by_canvas(Arena *arena, const char *path, Owner *owner) {
    size_t first = strcspn(path, "/");
    const char *name = path;
    owner->late = text_starts(name, "LATE_");
    if (owner->late) name += strlen("LATE_");
    if (text_starts(name, "anon_")) {
        const char *id = name + strlen("anon_");
        size_t size = strspn(id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
        size_t number = size > 0 ? number_at(id + size) : 0;
        if (number == 0) return false;
        owner->id = arena_string_n(arena, id, size);
        owner->name = "";
        owner->rest = id + size + 1 + number + 1;
        return true;
    }
    for (const char *at = strchr(name, '_'); at != NULL && at < path + first; at = strchr(at + 1, '_')) {
        size_t user = number_at(at), file = user > 0 ? number_at(at + 1 + user) : 0;
        if (file == 0 || at == name) continue;
        size_t size = (size_t)(at - name), late = strlen("_LATE");
        bool marked = size > late && strncmp(at - late, "_LATE", late) == 0;
        owner->late = owner->late || marked;
        owner->name = arena_string_n(arena, name, marked ? size - late : size);
        owner->id = arena_string_n(arena, at + 1, user);
        owner->rest = at + 1 + user + 1 + file + 1;
        return true;
    }
    return false;
}

static bool owner_by_classroom(Arena *arena, const char *path, const char *slug, Owner *owner) {
    size_t first = strcspn(path, "/"), own = strlen(slug);
    if (!text_starts(path, slug) || first <= own) return false;
    owner->id = arena_string_n(arena, path + own, first - own);
    owner->name = "";
    owner->rest = path[first] == '/' ? path + first + 1 : "";
    return true;
}

static size_t archive_end(const char *name, size_t size) {
    static const char *const ends[] = {".zip", ".tar.gz", ".tar.xz", ".tar.zst", ".tar.bz2",
                                       ".tar", ".tgz",    ".txz",    ".tzst",    ".tbz2"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        size_t end = strlen(ends[i]);
        if (size > end && strncasecmp(name + size - end, ends[i], end) == 0) return size - end;
    }
    return size;
}

/* A folder's or archive's name; of a loose file what stands before its first "_", or all but its ending. */
static bool owner_by_folder(Arena *arena, const Entry *entry, const char *path, Owner *owner) {
    size_t first = strcspn(path, "/");
    if (first == 0) return false;
    owner->name = "";
    if (path[first] == '/' || entry->folder || (entry->bytes == NULL && entry->trouble != TROUBLE_NONE)) {
        owner->id = arena_string_n(arena, path, archive_end(path, first));
        owner->rest = path[first] == '/' ? path + first + 1 : "";
        return true;
    }
    if (entry->bytes == NULL) return false; /* a list of marks, a note: nobody's */
    size_t part = strcspn(path, "_");
    bool parted = part > 0 && part < first;
    const char *dot = strrchr(path, '.');
    owner->id = arena_string_n(arena, path, parted ? part : dot != NULL && dot != path ? (size_t)(dot - path) : first);
    owner->rest = parted ? path + part + 1 : path;
    return true;
}

/* ---- Gradescope -------------------------------------------------------------------------------------------------- */

static const char *scalar_of(const Node *map, const char *key) {
    const Pair *pair = node_find(map, key);
    return pair != NULL && pair->value->kind == NODE_SCALAR ? pair->value->text : NULL;
}

static const Node *read_metadata(Intake *intake, const char *prefix) {
    const char *path = arena_printf(intake->arena, "%ssubmission_metadata.yml", prefix);
    for (size_t i = 0; i < intake->entries.count; i++) {
        const Entry *entry = &intake->entries.at[i];
        if (entry->bytes == NULL || !text_equal(entry->path, path)) continue;
        DiagList diags = diag_list(intake->arena);
        const Node *root = yaml_parse(path, entry->bytes, entry->size, intake->arena, &diags);
        return root != NULL && root->kind == NODE_MAP ? root : NULL;
    }
    return NULL;
}

static const char *first_of(const char *a, const char *b, const char *c) {
    return a != NULL && *a != '\0' ? a : b != NULL && *b != '\0' ? b : c;
}

/* ---- sorting ----------------------------------------------------------------------------------------------------- */

static size_t slot_of(const Sorting *sorting, const char *id) {
    size_t slot = (size_t)hash_fnv1a64(id, strlen(id)) & (sorting->slot_count - 1);
    while (sorting->slots[slot] != 0 && !text_equal(sorting->students->at[sorting->slots[slot] - 1].id, id))
        slot = (slot + 1) & (sorting->slot_count - 1);
    return slot;
}

/* The table stays at most half full. */
static void grow_slots(Sorting *sorting) {
    if (sorting->slot_count > 2 * sorting->students->count) return;
    sorting->slot_count = sorting->slot_count > 0 ? 4 * sorting->slot_count : SLOTS;
    sorting->slots = arena_array(sorting->intake->arena, size_t, sorting->slot_count);
    memset(sorting->slots, 0, sorting->slot_count * sizeof *sorting->slots);
    for (size_t i = 0; i < sorting->students->count; i++)
        sorting->slots[slot_of(sorting, sorting->students->at[i].id)] = i + 1;
}

static Student *find_student(Sorting *sorting, const Owner *owner) {
    Arena *arena = sorting->intake->arena;
    const char *id = text_printable(arena, owner->id, strlen(owner->id));
    grow_slots(sorting);
    size_t *slot = &sorting->slots[slot_of(sorting, id)];
    if (*slot != 0) return &sorting->students->at[*slot - 1];
    const char *name = owner->name != NULL ? owner->name : "";
    Student student = {.id = id, .name = text_printable(arena, name, strlen(name))};
    vec_push(arena, sorting->students, student);
    *slot = sorting->students->count;
    return &sorting->students->at[*slot - 1];
}

static void give(Sorting *sorting, const Owner *owner, const Entry *entry) {
    Student *student = find_student(sorting, owner);
    Entry own = *entry;
    own.path = owner->rest;
    own.late = own.late || owner->late;
    if (*own.path != '\0' || own.trouble != TROUBLE_NONE) vec_push(sorting->intake->arena, &student->files, own);
}

/* Each of those who handed a folder in gets its files. */
static void give_by_metadata(Sorting *sorting, const char *path, const Entry *entry) {
    Arena *arena = sorting->intake->arena;
    size_t first = strcspn(path, "/");
    const char *folder = arena_string_n(arena, path, first);
    const Pair *pair = node_find(sorting->metadata, folder);
    if (pair == NULL && path[first] != '/' && !entry->folder) return; /* the metadata itself */
    const Node *about = pair != NULL ? pair->value : NULL;
    const Pair *list = about != NULL ? node_find(about, ":submitters") : NULL;
    const char *when = about != NULL ? scalar_of(about, ":created_at") : NULL;
    Entry dated = *entry;
    Deadline handed_in;
    if (when != NULL && deadline_parse(when, &handed_in)) dated.time = handed_in.time;
    const char *rest = path[first] == '/' ? path + first + 1 : "";
    size_t count = list != NULL && list->value->kind == NODE_LIST ? list->value->count : 0;
    for (size_t i = 0; i < count; i++) {
        const Node *submitter = list->value->items[i];
        const char *name = scalar_of(submitter, ":name"), *sid = scalar_of(submitter, ":sid");
        Owner owner = {.id = first_of(sid, scalar_of(submitter, ":email"), folder), .name = name, .rest = rest};
        give(sorting, &owner, &dated);
    }
    if (count == 0) give(sorting, &(Owner){.id = folder, .rest = rest}, &dated);
}

static void sort_entry(Sorting *sorting, const Entry *entry) {
    Arena *arena = sorting->intake->arena;
    const char *path = entry->path;
    if (!text_starts(path, sorting->prefix)) return;
    path += strlen(sorting->prefix);
    if (*path == '\0') return;
    Owner owner = {0};
    bool known = false;
    switch (sorting->layout) {
    case MOODLE: known = owner_by_moodle(arena, path, &owner); break;
    case CANVAS: known = owner_by_canvas(arena, path, &owner); break;
    case CLASSROOM: known = owner_by_classroom(arena, path, sorting->slug, &owner); break;
    case GRADESCOPE: give_by_metadata(sorting, path, entry); return;
    case FOLDERS: break;
    }
    if (known || owner_by_folder(arena, entry, path, &owner)) give(sorting, &owner, entry);
}

/* ---- which layout ------------------------------------------------------------------------------------------------ */

/* The one folder that everything lies in, with a slash, or "". */
static const char *common_folder(const Intake *intake) {
    const char *first = NULL;
    size_t size = 0;
    for (size_t i = 0; i < intake->entries.count; i++) {
        const Entry *entry = &intake->entries.at[i];
        size_t here = strcspn(entry->path, "/");
        if (first == NULL) first = entry->path, size = here;
        if (here != size || strncmp(first, entry->path, size) != 0) return "";
        if (entry->path[here] == '\0' && (!entry->folder || archive_is_named(entry->path))) return "";
    }
    return size > 0 ? arena_printf(intake->arena, "%.*s/", (int)size, first) : "";
}

/* How many of the names that stand directly below prefix the layout explains, in percent. */
static int share(const Intake *intake, const char *prefix, Layout layout) {
    size_t names = 0, known = 0;
    for (size_t i = 0; i < intake->entries.count; i++) {
        const char *path = intake->entries.at[i].path;
        if (!text_starts(path, prefix) || path[strlen(prefix)] == '\0') continue;
        Owner owner = {0};
        path += strlen(prefix);
        names++;
        known += layout == MOODLE ? owner_by_moodle(intake->arena, path, &owner)
                                  : owner_by_canvas(intake->arena, path, &owner);
    }
    return names == 0 ? 0 : (int)(known * 100 / names);
}

/* "assignment-" of a folder that is called "assignment-submissions"; NULL: it is called otherwise. */
static const char *slug_of(Arena *arena, const char *path) {
    char *name = arena_string(arena, path);
    size_t size = strlen(name);
    while (size > 0 && name[size - 1] == '/') name[--size] = '\0';
    name[archive_end(name, size)] = '\0';
    const char *base = path_base(name);
    size_t end = strlen("submissions"), whole = strlen(base);
    if (whole <= end + 1 || !text_ends(base, "-submissions")) return NULL;
    return arena_string_n(arena, base, whole - end);
}

static bool recognise(Sorting *sorting, const char *prefix, const char *path) {
    Arena *arena = sorting->intake->arena;
    sorting->prefix = prefix;
    sorting->metadata = read_metadata(sorting->intake, prefix);
    sorting->slug = slug_of(arena, *prefix != '\0' ? prefix : path);
    if (sorting->metadata != NULL)
        sorting->layout = GRADESCOPE;
    else if (share(sorting->intake, prefix, MOODLE) > 50)
        sorting->layout = MOODLE;
    else if (share(sorting->intake, prefix, CANVAS) > 50)
        sorting->layout = CANVAS;
    else if (sorting->slug != NULL)
        sorting->layout = CLASSROOM;
    else
        sorting->layout = FOLDERS;
    return sorting->layout != FOLDERS;
}

static int by_id(const void *left, const void *right) {
    return strcmp(((const Student *)left)->id, ((const Student *)right)->id);
}

static int by_any_case(const void *left, const void *right) {
    return strcasecmp((*(const Student *const *)left)->id, (*(const Student *const *)right)->id);
}

/* For each student whether another one's id differs in nothing but the case of its letters. */
static bool *find_doubles(Arena *arena, const Students *students) {
    const Student **sorted = arena_array(arena, const Student *, students->count + 1);
    bool *doubled = arena_array(arena, bool, students->count + 1);
    for (size_t i = 0; i < students->count; i++) sorted[i] = &students->at[i], doubled[i] = false;
    if (students->count > 0) qsort(sorted, students->count, sizeof *sorted, by_any_case);
    for (size_t i = 1; i < students->count; i++)
        if (strcasecmp(sorted[i - 1]->id, sorted[i]->id) == 0)
            doubled[sorted[i - 1] - students->at] = doubled[sorted[i] - students->at] = true;
    return doubled;
}

/* File names: letters, digits, "-", "_", "." and "@" stay; where anything else stood, or another student's name differs
 * in nothing but the case of its letters, a digest of the id follows. */
static void name_files(Arena *arena, Students *students) {
    const bool *doubled = find_doubles(arena, students);
    for (size_t i = 0; i < students->count; i++) {
        Student *student = &students->at[i];
        char *name = arena_string(arena, student->id);
        bool changed = doubled[i] || *name == '\0' || *name == '.' || strlen(name) > 100;
        for (char *c = name; *c != '\0'; c++) {
            if (isalnum((unsigned char)*c) || strchr("-_.@", *c) != NULL) continue;
            changed = true;
            *c = '_';
        }
        if (*name == '.') *name = '_';
        unsigned digest = (unsigned)hash_fnv1a64(student->id, strlen(student->id));
        student->file = changed ? arena_printf(arena, "%.100s-%08x", name, digest) : name;
    }
}

const char *layout_students(Intake *intake, const char *path, Students *students) {
    Sorting sorting = {.intake = intake, .students = students};
    const char *folder = common_folder(intake);
    if (!recognise(&sorting, "", path) && *folder != '\0' && !recognise(&sorting, folder, path)) sorting.prefix = "";
    for (size_t i = 0; i < intake->entries.count; i++) sort_entry(&sorting, &intake->entries.at[i]);
    if (students->count > 0) qsort(students->at, students->count, sizeof *students->at, by_id);
    name_files(intake->arena, students);
    return layout_name[sorting.layout];
}
