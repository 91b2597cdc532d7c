"""`farhand completion bash|zsh`: a script by which a shell completes commands, actions, options and names.

    eval "$(farhand completion bash)"       in ~/.bashrc; for zsh, after compinit, in ~/.zshrc

It is made of the tables of commands and actions, and of what each says of itself when it is asked for help;
nothing of farhand runs while a line is completed.
"""

import io
import re
from collections.abc import Iterator
from contextlib import redirect_stdout, suppress

from ground.command_list import COMMANDS, DONE, HELP_WORDS, VERSION, Command
from ground.commands.arguments import Arguments
from ground.commands.guide import pages
from ground.scenario.scenario_files import data_folder, names
from telemetry.drive.factory import load

SHELLS = {"bash": "", "zsh": "autoload -U +X bashcompinit && bashcompinit\n"}
SCRIPT = """\
{shell}_farhand() {{
  local words="" at=$COMP_CWORD
  local given="${{COMP_WORDS[*]:1:2}}" before="${{COMP_WORDS[$((at - 1))]}}"
  case "$given" in
{actions}
  esac
  case "${{COMP_WORDS[*]:1:1}}" in
{commands}
  esac
  case "$before" in
    --scenario) words="{scenarios}" ;;
    --robot) words="{robots}" ;;
  esac
  [ "$at" -eq 1 ] && words="{first}"
  COMPREPLY=($(compgen -W "$words" -- "${{COMP_WORDS[$at]}}"))
}}
complete -o default -F _farhand farhand
"""
OPTION, CHOICES = re.compile(r"--[a-z][a-z-]*"), re.compile(r"^  \{([a-z,]+)\}", re.MULTILINE)


def completion(arguments: list[str]) -> int:
    """Print the script of a shell."""
    options = Arguments("completion", "Print what a shell needs to complete farhand's commands.")
    options.add_argument("shell", choices=SHELLS)
    print(script(options.parse_args(arguments).shell), end="")
    return DONE


def script(shell: str) -> str:
    """Return what a shell runs to complete farhand's commands."""
    scenarios = names(data_folder())
    named = {
        "rehearse": scenarios,
        "scenarios": scenarios,
        "guide": pages(),
    }  # commands whose first word is a name
    commands, actions = [], []
    for name, command in COMMANDS.items():
        words = [*command.actions] if command.actions else [*_words(command), *named.get(name, ())]
        commands.append(_row(name, words, is_first=bool(command.actions)))
        actions += [_row(f"{name} {action}", [*_words(row)]) for action, row in command.actions.items()]
    return SCRIPT.format(
        shell=SHELLS[shell],
        actions="\n".join(actions),
        commands="\n".join(commands),
        scenarios=" ".join(scenarios),
        robots=" ".join(names(data_folder() / "robots")),
        first=" ".join([*COMMANDS, HELP_WORDS[0], VERSION]),
    )


def _row(pattern: str, words: list[str], *, is_first: bool = False) -> str:
    """Return one case: the words that may follow; an action follows its command directly."""
    test = '[ "$at" -eq 2 ] && ' if is_first else ""
    return f'    "{pattern}") {test}words="{" ".join(words)}" ;;'


def _words(command: Command) -> Iterator[str]:
    """Yield the options of a command, and the words that it takes, from its help."""
    text = io.StringIO()
    with redirect_stdout(text), suppress(SystemExit):
        load(command.function)(["--help"])
    for choices in CHOICES.findall(text.getvalue()):
        yield from choices.split(",")
    yield from dict.fromkeys(OPTION.findall(text.getvalue()))
