"""Write what the guide holds of the code: `python -m tests.ground.guide.make [--console] [--scenarios]`.

    <!-- made: NAME -->     a block of a page: keys, devices, rooms, scenarios, states, the trace
    scenarios/templates     what each key means, in the files that `farhand new` writes
    pictures/*.svg          the state machine, the chart of benchmarks
    pictures/scenarios      with --scenarios: the arm of each at its start, and where it is to go
    pictures/*.png          with --console, under an X server: what the console shows, of flights

A test asks whether the blocks and drawings are those that would be written now.
"""

import argparse
import re
import tempfile
import tomllib
from pathlib import Path

from ground.scenario.scenario_files import data_folder, names
from haptics.devices.device import DEVICES
from tests.ground.guide import authority, chart, invariants, keys, templates, traced, vectors
from tests.house_map import PACKAGES, ROOT, first_sentence
from tests.system import doors

GUIDE = Path(__file__).resolve().parents[3] / "ground" / "guide"
BLOCK = re.compile(r"(<!-- made: (.+?) -->\n).*?(<!-- /made -->)", re.DOTALL)
BLOCKS = {
    **{f"keys {page}": lambda page=page: keys.told(page) for page in keys.PAGES},
    "authority": authority.matrix,
    "doors": doors.table,
    "invariants": invariants.table,
    "devices": lambda: devices(),
    "scenarios": lambda: scenarios(),
    "rooms": lambda: rooms(),
    "link messages": vectors.messages,
    "vectors": vectors.told,
    "trace": lambda: traced.told(traced.traced()),
}
FLOWN = ("trace",)  # what has to fly for it
DRAWINGS = {
    "authority.svg": authority.picture,
    "benchmarks.svg": lambda: chart.picture((GUIDE / "benchmarks.md").read_text()),
}
SHOTS, SIZE, COLOURS = ("roll_back", "tube"), "1600x1000", 128
SCENARIO_SIZE, SCENARIO_LARGEST = (640, 420), 60 * 1024  # pixels, bytes
LARGEST = 300 * 1024  # bytes of a picture


def devices():
    """Return the table of devices that can be opened by their names."""
    rows = [f"| `{name}` | {row.summary} |" for name, row in DEVICES.items()]
    return "\n".join(["| device | what it is |", "|---|---|", *rows])


def scenarios():
    """Return what each shipped scenario asks of a person, and what it trains."""
    return "\n\n".join(_scenario(data_folder() / f"{name}.toml") for name in names(data_folder()))


def _scenario(path):
    keys_there = tomllib.loads(path.read_text())
    shown = f"![the arm and its way](pictures/scenarios/{path.stem}.png)"
    return f"### {path.stem}\n\n{shown}\n\n{keys_there['task']}\n\nTrains: {keys_there['trains']}."


def rooms():
    """Return the table of the packages' rooms, in their own words."""
    folders = [ROOT / package / "__init__.py" for package in PACKAGES if "/" not in package]
    inits = [init for folder in folders for init in (folder, *sorted(folder.parent.glob("*/__init__.py")))]
    rows = [f"| `{init.parent.relative_to(ROOT)}/` | {first_sentence(init)} |" for init in inits]
    return "\n".join(["| room | holds |", "|---|---|", *rows])


def pages():
    """Return all pages."""
    return sorted(GUIDE.glob("*.md"))


def written(text, but=()):
    """Return a page with its blocks as they would be written now; `but`: those that stay."""

    def anew(found):
        made = "" if found[2] in but else BLOCKS[found[2]]()
        return f"{found[1]}\n{made}\n\n{found[3]}" if made else found[0]

    return BLOCK.sub(anew, text)


def take_pictures():
    """Fly, and keep what the console shows, in few colours."""
    from PIL import Image

    from tests.ground.console import contact_sheet

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        options = argparse.Namespace(folder=folder, size=SIZE, scale="1", flat=False)
        contact_sheet.draw(contact_sheet.snapshots(folder, SHOTS), options)
        for shot in SHOTS:
            picture = Image.open(folder / f"{shot}.png").convert("RGB")
            few = picture.quantize(COLOURS, dither=Image.Dither.NONE)
            few.save(GUIDE / "pictures" / f"{shot}.png", optimize=True)


def draw_scenarios():
    """Draw each shipped scenario, in few colours."""
    from PIL import Image

    from ground.commands.scenarios import picture_of

    for name in names(data_folder()):
        picture = Image.fromarray(picture_of(name, size=SCENARIO_SIZE))
        few = picture.quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
        few.save(GUIDE / "pictures" / "scenarios" / f"{name}.png", optimize=True)


def main():
    """Write blocks and drawings, and pictures of the console if they are asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--console", action="store_true", help="fly for the console's pictures too")
    parser.add_argument("--scenarios", action="store_true", help="draw the shipped scenarios too")
    options = parser.parse_args()
    for page in pages():
        page.write_text(written(page.read_text()))
    for path, text in templates.written().items():
        path.write_text(text)
    for name, drawing in DRAWINGS.items():
        (GUIDE / "pictures" / name).write_text(drawing())
    if options.scenarios:
        draw_scenarios()
    if options.console:
        take_pictures()


if __name__ == "__main__":
    main()
