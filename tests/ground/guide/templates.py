"""The files that `farhand new` writes, with what each key means behind it.

    key = value # (0 to 60) delay back        the first time that a key of its table stands there
    # key = value # ...                       the same of a key that is left out

The values stand in `scenarios/templates`; the comments are those of the guide's tables (`keys`).
"""

import re

from ground.scenario.scenario_files import data_folder, names
from tests.ground.guide import keys

FOLDER = data_folder() / "templates"
HEADING = re.compile(r"^(?P<off># )?(?P<head>\[+(?P<path>[\w.]+)\]+)")
PLAIN = re.compile(r"(?:list: |\d x )*(\([^()]*\)|`[^?]*`)")  # what one number may be, or which words
MOST = 60  # characters of what a key may be
KEY = re.compile(r"^(?P<off># )?(?P<key>\w+) = (?P<value>\"[^\"]*\"|[^#]*[^# ])")


def written():
    """Return each template with its comments as they would be written now, by its path."""
    return {path: _commented(path) for path in (FOLDER / f"{name}.toml" for name in names(FOLDER))}


def _commented(path):
    tables, done, lines = keys.tables_of(path.stem), set(), []
    head, chosen = "", tables[""]
    text = path.read_text().splitlines()
    for number, line in enumerate(text):
        if found := HEADING.match(line):
            head, meaning = found["path"], ""
            chosen = _chosen(tables[head], text[number + 1 :])
            if head not in done:
                meaning = keys.first_words(chosen[0])
            done.add(head)
            line = _line(found["off"], found["head"], meaning)
        elif (found := KEY.match(line)) and (field := _field(chosen, found["key"])):
            kind, field = field
            is_new = (kind, field.name) not in done
            done.add((kind, field.name))
            stated = f"{found['key']} = {found['value']}"
            line = _line(found["off"], stated, _meaning(kind, field) if is_new else "")
        lines.append(line)
    return "\n".join(lines) + "\n"


def _chosen(kinds, below):
    """Return the tables that a heading means: of those that a key chooses, the one that is chosen below."""
    for kind in kinds if keys.tag_of(kinds[0]) else ():
        tag = f'{kind.__struct_config__.tag_field} = "{keys.tag_of(kind)}"'
        if tag in (line.removeprefix("# ").partition(" #")[0] for line in below[:2]):
            return [kind]
    return kinds


def _field(kinds, key):
    return next(((kind, f) for kind in kinds for f in keys.fields(kind) if f.encode_name == key), None)


def _meaning(kind, field):
    words = keys.in_toml(keys.comment(kind, field.name))
    found = PLAIN.match(keys.value(field.type))
    if found is None or len(found[1]) > MOST:
        return words
    bounds = found[1].replace("`", "")
    return f"{bounds} {words}".rstrip() if bounds.startswith("(") else f"{bounds}: {words}"


def _line(off, stated, meaning):
    return f"{off or ''}{stated}{f' # {meaning}' if meaning else ''}"
