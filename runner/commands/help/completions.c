/* completions: what shells need to complete the program's words. The scripts ask the program itself, so that they offer
 * what Tab offers at the prompt: the table's commands, the pack's lessons and exercises, metrics, words, files. */
#include <string.h>

#include "commands/commands.h"
#include "shell/complete.h"
#include "teach/say.h"
#include "terminal/terminal.h"

/* COMP_WORDBREAKS has =, so that bash completes only what follows it. */
static const char bash_script[] = "_warpschool() {\n"
                                  "    local IFS=$'\\n' line=${COMP_LINE:0:COMP_POINT}\n"
                                  "    COMPREPLY=($(\"$1\" completions for \"$line\" 2>/dev/null | cut -f 1))\n"
                                  "    case ${line##* } in\n"
                                  "    *=*) COMPREPLY=(\"${COMPREPLY[@]#*=}\") ;;\n"
                                  "    esac\n"
                                  "    case ${COMPREPLY[0]-} in\n"
                                  "    *= | */) compopt -o nospace ;;\n"
                                  "    esac\n"
                                  "}\n"
                                  "complete -o default -F _warpschool warpschool\n";

static const char zsh_script[] =
    "#compdef warpschool\n"
    "_warpschool() {\n"
    "    local line=\"${(j: :)words[1,CURRENT-1]} $PREFIX\"\n"
    "    local -a offered\n"
    "    offered=(\"${(@f)$(${~words[1]} completions for \"$line\" 2>/dev/null)}\")\n"
    "    offered=(${offered//:/\\\\:})\n"
    "    offered=(${offered/$'\\t'/:})\n"
    "    if [[ -z $offered ]]; then\n"
    "        _files\n"
    "    elif [[ ${offered[1]} == *[=/] ]]; then\n"
    "        _describe warpschool offered -S ''\n"
    "    else\n"
    "        _describe warpschool offered\n"
    "    fi\n"
    "}\n"
    "if [ \"$funcstack[1]\" = _warpschool ]; then _warpschool \"$@\"; else compdef _warpschool warpschool; fi\n";

static const char fish_script[] =
    "complete -c warpschool -f -a '(warpschool completions for (commandline -cp | string collect) 2>/dev/null)'\n";

static const struct {
    const char *shell, *script;
} scripts[] = {{"bash", bash_script}, {"zsh", zsh_script}, {"fish", fish_script}};

/* Whether an option is written with a value after a blank: "--pack DIR". */
static bool takes_value(Arena *arena, const char *option) {
    const char **cells = arena_array(arena, const char *, 2 * options_describe(arena, NULL, NULL));
    size_t count = options_describe(arena, NULL, cells), size = strlen(option);
    for (size_t i = 0; i < count; i++)
        if (text_starts(cells[2 * i], option) && cells[2 * i][size] == ' ') return true;
    return false;
}

/* The line without the program's name and the options before the command; NULL where a value of one is being typed. */
static const char *from_command(Arena *arena, const char *line) {
    bool value = true; /* the program's name is passed over like one */
    for (;;) {
        line += strspn(line, " ");
        size_t size = strcspn(line, " ");
        if (line[size] == '\0') return value ? NULL : line;
        if (!value && *line != '-') return line;
        value = !value && takes_value(arena, arena_string_n(arena, line, size));
        line += size;
    }
}

/* Each word that may stand at the end of the line, a command with what it does after a tab. */
static int offer(Session *session, const char *line) {
    const char *rest = from_command(session->scratch, line);
    size_t start, count = 0;
    char **words = rest != NULL ? complete_words(session, session->scratch, rest, &start, &count) : NULL;
    bool commands = rest != NULL && rest[strcspn(rest, " ")] == '\0';
    Text out = {0};
    for (size_t i = 0; i < count; i++) {
        const Command *command = commands ? command_find(session->commands, words[i]) : NULL;
        const char *word = text_printable(session->scratch, words[i], strlen(words[i]));
        if (strpbrk(word, "\n\t") != NULL) continue; /* a file's name may hold them */
        text_printf(&out, "%s%s%s\n", word, command != NULL ? "\t" : "", command != NULL ? command->about : "");
    }
    if (out.size > 0) terminal_write(out.data, out.size);
    text_free(&out);
    return STATUS_DONE;
}

int command_completions(Session *session, int count, char **words) {
    if (count > 0 && text_equal(words[0], "for")) return offer(session, count > 1 ? words[1] : "");
    for (size_t i = 0; count == 1 && i < sizeof scripts / sizeof *scripts; i++)
        if (text_equal(words[0], scripts[i].shell)) {
            terminal_write(scripts[i].script, strlen(scripts[i].script));
            return STATUS_DONE;
        }
    return command_usage(session);
}
