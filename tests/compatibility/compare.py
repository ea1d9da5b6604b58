"""What an earlier version wrote or promised against today's. Prints what was lost.

    compare.py keys OLD NEW             every key of the JSON file OLD is in NEW, with a value of the same type
    compare.py columns OLD NEW          every column of the CSV file OLD is in NEW, in the same order
    compare.py verdicts OLD NEW         both CSV files give each student and exercise the same verdict
    compare.py input-schema OLD NEW     what the schema OLD of an input allows is allowed by NEW
    compare.py output-schema OLD NEW    what the schema OLD of an output promises is promised by NEW
    compare.py valid SCHEMA FILE        FILE is as SCHEMA says (needs the module jsonschema; exit code 77 without it)
"""

import csv
import json
import sys


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def kind(value):
    """JSON's type; true and false are one, and so are all numbers."""
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, (int, float)):
        return "number"
    return {dict: "object", list: "array", str: "string", type(None): "null"}[type(value)]


def merged(elements):
    """The elements of an array as one value, with the keys that any of the objects has; null only where no element, or
    no object at that key, has another value."""
    objects = [element for element in elements if isinstance(element, dict)]
    if not objects:
        return next((element for element in elements if element is not None), None)
    names = {name for element in objects for name in element}
    values = {name: [element.get(name) for element in objects] for name in sorted(names)}
    return {name: next((value for value in found if value is not None), None) for name, found in values.items()}


def keys(old, new, place="$"):
    if old is None:  # what it would have been is not known
        return
    if kind(old) != kind(new):
        print(f"{place} is {kind(new)}, was {kind(old)}")
    elif isinstance(old, dict):
        for key in old:
            if key not in new:
                print(f"{place}.{key} is gone")
            else:
                keys(old[key], new[key], f"{place}.{key}")
    elif isinstance(old, list) and old:
        if new:
            keys(merged(old), merged(new), f"{place}[]")
        else:
            print(f"{place} is empty")


def schemas(old, new, required_grows, place="$"):
    """Properties and words are only added. What is required: of an input no more than before, of an output no less."""
    if not isinstance(old, dict) or not isinstance(new, dict):
        return
    for name in ("properties", "$defs"):
        for key, value in old.get(name, {}).items():
            if key not in new.get(name, {}):
                print(f"{place}.{name}.{key} is gone")
            else:
                schemas(value, new[name][key], required_grows, f"{place}.{name}.{key}")
    lost = [word for word in old.get("enum", []) if word not in new.get("enum", old.get("enum", []))]
    if lost:
        print(f"{place} no longer knows {lost}")
    before, now = set(old.get("required", [])), set(new.get("required", []))
    wrong = before - now if required_grows else now - before
    if wrong:
        print(f"{place}: {sorted(wrong)} {'is no longer' if required_grows else 'is now'} required")
    if "items" in old:
        schemas(old["items"], new.get("items"), required_grows, place + "[]")


def rows(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file)), next(csv.reader(open(path, encoding="utf-8", newline="")))


def columns(old, new):
    names = rows(new)[1]
    last = -1
    for name in rows(old)[1]:
        if name not in names:
            print(f"the column {name} is gone")
        elif names.index(name) < last:
            print(f"the column {name} has moved")
        else:
            last = names.index(name)


def verdicts(old, new):
    found = {(row["student"], row["exercise"]): row["verdict"] for row in rows(new)[0]}
    for row in rows(old)[0]:
        verdict = found.get((row["student"], row["exercise"]))
        if verdict != row["verdict"]:
            print(f"{row['student']}, {row['exercise']}: {verdict}, was {row['verdict']}")


def valid(schema, path):
    try:
        import jsonschema
    except ImportError:
        sys.exit(77)
    validator = jsonschema.Draft202012Validator(read(schema))
    for error in list(validator.iter_errors(read(path)))[:5]:
        print(f"{path}: {error.json_path}: {error.message[:300]}")


def main(what, old, new):
    if what == "keys":
        keys(read(old), read(new))
    elif what in ("input-schema", "output-schema"):
        schemas(read(old), read(new), what == "output-schema")
    else:
        {"columns": columns, "verdicts": verdicts, "valid": valid}[what](old, new)


if __name__ == "__main__":
    main(*sys.argv[1:])
