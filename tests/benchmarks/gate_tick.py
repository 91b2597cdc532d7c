"""How long the gate works in a tick that releases, among so many boxes; run by hand, nothing is asserted.

    python tests/benchmarks/gate_tick.py [BOXES]

The boxes lie in a shell about the arm, where most of them are near and none is in the way.
"""

import statistics
import sys
import tempfile
import time
from pathlib import Path

import msgspec
import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from planner.gate import gate  # noqa: E402 (the checkout is put on the path first)
from predictor.run_model import read_new_model  # noqa: E402
from tests.nominal_run import SCENE, nominal_run  # noqa: E402
from tests.planner.gate.gate_bench import Bench  # noqa: E402

FLIGHTS, NEAREST_M, FARTHEST_M = 5, 2.2, 3.0


def main(arguments: list[str]) -> int:
    count = int(arguments[0]) if arguments else 1000
    took_s: list[float] = []
    do_tick = gate.do_tick

    def timed(state, *args, **named):
        before, began_s = state.queue.released_until, time.perf_counter()
        do_tick(state, *args, **named)
        if state.queue.released_until > before:
            took_s.append(time.perf_counter() - began_s)

    gate.do_tick = timed
    with tempfile.TemporaryDirectory() as folder:
        run = crowded_run(Path(folder) / "scene.toml", count)
        for _ in range(FLIGHTS):
            bench = Bench(run=run).resumed().with_plan()
            bench.arm_plan()
            bench.run(8.0)
    median_ms, worst_ms = 1e3 * statistics.median(took_s), 1e3 * max(took_s)
    print(f"{count} boxes, {len(took_s)} releases: median {median_ms:.2f} ms, worst {worst_ms:.2f} ms")
    return 0


def crowded_run(scene: Path, count: int):
    """Return run settings whose scene has that many boxes more."""
    rng = np.random.default_rng(1)
    text = Path(SCENE).read_text()
    for number in range(count):
        away = rng.normal(size=3)
        centre = (away / np.linalg.norm(away) * rng.uniform(NEAREST_M, FARTHEST_M)).tolist()
        size = rng.uniform(0.02, 0.06, 3).tolist()
        text += f'\n[[box]]\nname = "crate_{number}"\nbody = "base"\ncentre = {centre}\nsize = {size}\n'
    scene.write_text(text)
    run = nominal_run()
    digests = read_new_model(run.robot_file, scene).digests
    return msgspec.structs.replace(run, scene_file=str(scene), model_digests=digests)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
