"""A nominal run for tests: 3.5 s each way, T = 250 ms, n_d = 4, always in contact."""

from pathlib import Path

from predictor.run_model import read_new_model
from telemetry.agreed.run_settings import Commanding, LinkPlan, Margins, RunSettings
from telemetry.messages.command import HoldCommand

DATA = Path(__file__).parents[1] / "scenarios"
ROBOT, SCENE = str(DATA / "robots/shiyan7_like.toml"), str(DATA / "scenes/adjacent_target.toml")
ALWAYS = ((0.0, 1e6),)
MODEL = read_new_model(ROBOT, SCENE)
LIMITS = MODEL.robot.limits


def nominal_run(*, windows_s=ALWAYS, delay_s=3.5, policy="watermark", mode="rehearsal"):
    """Return run settings of the shipped robot and scene, with so much delay each way."""
    return RunSettings(
        mode=mode,
        station="test",
        run_id="",
        seed=1,
        robot_file=ROBOT,
        scene_file=SCENE,
        model_digests=MODEL.digests,
        commanding=Commanding(period_s=0.25, depth=4, buffer_s=0.5, policy=policy),
        link=LinkPlan(up_s=delay_s, down_s=delay_s, windows_s=windows_s, telemetry_period_s=0.1),
        margins=Margins(geometry_m=0.01, tracking_m=0.01, model_m=0.01),
        reach=tuple(zip(LIMITS.q_min, LIMITS.q_max, strict=True)),
    )


def hold_press(actor, nonce=1):
    """Return a press of HOLD; another nonce is another press."""
    return HoldCommand(actor=actor, pressed_ns=0, nonce=nonce)
