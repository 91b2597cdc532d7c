"""The wire's words: one message of each family in golden bytes, and the register of all numbers.

A number in the register is given for ever: a message may be dropped from it, never renumbered.
"""

import msgpack
import pytest

from telemetry.messages import (
    acts,
    command,
    data,
    device,
    fixture,
    force,
    handle,
    health,
    images,
    link,
    operations,
    past,
    plan,
    prediction,
    queue,
    replay,
    spacecraft,
    world,
)
from telemetry.wire.kinds import pack_message, unpack_message
from telemetry.wire.routes import ROUTES

SET_POINT = command.SetPoint(
    epoch=3,
    seq=1,
    kind="stop",
    execute_at_ns=10**12,
    q=(0.5,),
    qd=(0.125,),
    qdd=(-0.25,),
    stop=b"\xd1\xd2",
)

NUMBERS = {
    10: "LeaseRequest",
    11: "Lease",
    12: "OperatorBeat",
    13: "ArmPlan",
    14: "ArmTeleop",
    15: "ResumeAct",
    16: "ActReply",
    17: "Disarm",
    18: "ScriptDone",
    19: "Confirm",
    20: "Motion",
    21: "Keep",
    22: "ResumeCommand",
    23: "HoldCommand",
    24: "BridgeReport",
    25: "HoldTaken",
    26: "OperationCommand",
    28: "HoldProbe",
    29: "HoldReady",
    30: "HandleSample",
    31: "HandIntent",
    32: "HandForce",
    33: "FixtureRequest",
    34: "Fixture",
    35: "FixtureTouch",
    36: "Fixtures",
    37: "DeviceState",
    38: "DeviceForce",
    39: "DeviceRefused",
    40: "Beat",
    41: "RecorderHealth",
    42: "Tapped",
    43: "Truth",
    44: "FaultNotice",
    45: "LanLoss",
    46: "RunStage",
    47: "RunEnd",
    48: "RoleLoad",
    50: "PlanRequest",
    51: "ReplanRequest",
    52: "PlanReady",
    53: "PlanRefused",
    54: "StepReport",
    55: "StepRelease",
    56: "PlanCancel",
    57: "ProcedureReport",
    60: "World",
    61: "PredictedArm",
    62: "CollisionState",
    70: "Credit",
    71: "Proposal",
    72: "Queued",
    73: "Verdict",
    74: "RollBack",
    75: "HoldNotice",
    76: "CommandChanges",
    77: "GateStatus",
    80: "Telemetry",
    81: "Uplink",
    82: "Downlink",
    83: "RangeSample",
    84: "PassStart",
    85: "PassAnswer",
    86: "LinkStatus",
    87: "PassReport",
    88: "DataChecks",
    91: "ImagePacket",
    92: "ImageStatus",
    93: "ImageShard",
    100: "ReplayControl",
    101: "ReplayStatus",
    102: "Replayed",
    104: "ReplayLanes",
    110: "HandleStatus",
    120: "PastRequest",
    121: "PastPart",
    130: "ArmCritical",
    131: "FireCritical",
    132: "Operate",
    133: "GoNoGo",
    134: "ProposeWorld",
    135: "ConfirmWorld",
    136: "WorldUpdate",
}

GOLDEN = [
    (
        acts.ArmPlan(plan_id="p1", certificate=b"\x01\x02", number=7),
        "85"  # map of 5
        "A2 6964 0D"  # id: 13
        "A7 706C616E5F6964 A2 7031"  # plan_id: p1
        "AB 6365727469666963617465 C4 02 0102"  # certificate: 2 bytes
        "A6 6E756D626572 07"  # number: 7
        "A7 72657472656174 C2",  # retreat: false
    ),
    (
        command.Motion(set_point=SET_POINT, repeat=None),
        "83"  # map of 3
        "A2 6964 14"  # id: 20
        "A9 7365745F706F696E74 88"  # set_point: map of 8
        "A5 65706F6368 03"  # epoch: 3
        "A3 736571 01"  # seq: 1
        "A4 6B696E64 A4 73746F70"  # kind: stop
        "AD 657865637574655F61745F6E73 CF 000000E8D4A51000"  # execute_at_ns: 1000 s
        "A1 71 91 CB 3FE0000000000000"  # q: 0.5 rad
        "A2 7164 91 CB 3FC0000000000000"  # qd: 0.125 rad/s
        "A3 716464 91 CB BFD0000000000000"  # qdd: -0.25 rad/s^2
        "A4 73746F70 C4 02 D1D2"  # stop: 2 bytes
        "A6 726570656174 C0",  # repeat: nil
    ),
    (
        command.ResumeCommand(epoch=300, q=(0.5, -0.5)),
        "83"  # map of 3
        "A2 6964 16"  # id: 22
        "A5 65706F6368 CD 012C"  # epoch: 300
        "A1 71 92"  # q: array of 2
        "CB 3FE0000000000000"  # 0.5 rad
        "CB BFE0000000000000",  # -0.5 rad
    ),
    (
        operations.OperationCommand(
            epoch=3, seq=1, operation=operations.GripperOperation(action="grasp", opening=0.125)
        ),
        "84"  # map of 4
        "A2 6964 1A"  # id: 26
        "A5 65706F6368 03"  # epoch: 3
        "A3 736571 01"  # seq: 1
        "A9 6F7065726174696F6E 84"  # operation: map of 4
        "A4 74797065 A7 67726970706572"  # type: gripper
        "A6 616374696F6E A5 6772617370"  # action: grasp
        "A7 6F70656E696E67 CB 3FC0000000000000"  # opening: 0.125 m
        "A5 666F726365 C0",  # force: none is asked for
    ),
    (
        command.HoldCommand(actor="hold", pressed_ns=1_800_000_000_000_000_000, nonce=2**63 - 1),
        "84"  # map of 4
        "A2 6964 17"  # id: 23
        "A5 6163746F72 A4 686F6C64"  # actor: hold
        "AA 707265737365645F6E73 CF 18FAE27693B40000"  # pressed_ns: in 2027
        "A5 6E6F6E6365 CF 7FFFFFFFFFFFFFFF",  # nonce
    ),
    (
        handle.HandIntent(p_handle=(0.0, 0.0, -0.25), speed=0.125, dead_man=True, at_ns=5),
        "8A"  # map of 10
        "A2 6964 1F"  # id: 31
        "A8 705F68616E646C65 93"  # p_handle: array of 3
        "CB 0000000000000000 CB 0000000000000000 CB BFD0000000000000"  # 0, 0, -0.25 m
        "A5 7370656564 CB 3FC0000000000000"  # speed: 0.125 m/s
        "A8 646561645F6D616E C3"  # dead_man: true
        "A5 61745F6E73 05"  # at_ns: 5
        "AB 717561745F68616E646C65 94"  # quat_handle: array of 4
        "CB 3FF0000000000000 CB 0000000000000000 CB 0000000000000000 CB 0000000000000000"  # upright
        "AD 7475726E696E675F7370656564 CB 0000000000000000"  # turning_speed: 0
        "AB 6C6566745F627574746F6E C2"  # left_button: false
        "AC 72696768745F627574746F6E C2"  # right_button: false
        "A7 67726970706572 CB 0000000000000000",  # gripper: open
    ),
    (
        force.HandForce(
            at_ns=5,
            force=(0.0, 0.0, -2.5),
            torque=(0.0, 0.0, 0.0),
            asked=(force.ForceShare(why="delay", force=(0.0, 0.0, -5.0)),),
            limit="energy",
            passed=0.5,
            p_sent=(1.0, 0.0, 0.0),
            p_received=(0.5, 0.0, 0.0),
            delay=7.0,
            gain=40.0,
            passive_gain=3.5,
            stable_gain=None,
            energy=0.25,
        ),
        "DE 0010"  # map of 16
        "A2 6964 20"  # id: 32
        "A5 61745F6E73 05"  # at_ns: 5
        "A5 666F726365 93"  # force: array of 3
        "CB 0000000000000000 CB 0000000000000000 CB C004000000000000"  # 0, 0, -2.5 N
        "A6 746F72717565 93"  # torque: array of 3
        "CB 0000000000000000 CB 0000000000000000 CB 0000000000000000"  # none
        "A5 61736B6564 91 82"  # asked: one share, map of 2
        "A3 776879 A5 64656C6179"  # why: delay
        "A5 666F726365 93"  # force: array of 3
        "CB 0000000000000000 CB 0000000000000000 CB C014000000000000"  # 0, 0, -5 N
        "A5 6C696D6974 A6 656E65726779"  # limit: energy
        "A6 706173736564 CB 3FE0000000000000"  # passed: 0.5
        "A6 705F73656E74 93"  # p_sent: array of 3
        "CB 3FF0000000000000 CB 0000000000000000 CB 0000000000000000"  # 1, 0, 0 m
        "AA 705F7265636569766564 93"  # p_received: array of 3
        "CB 3FE0000000000000 CB 0000000000000000 CB 0000000000000000"  # 0.5, 0, 0 m
        "A5 64656C6179 CB 401C000000000000"  # delay: 7 s
        "A4 6761696E CB 4044000000000000"  # gain: 40 N/m
        "AC 706173736976655F6761696E CB 400C000000000000"  # passive_gain: 3.5 N/m
        "AB 737461626C655F6761696E C0"  # stable_gain: nil
        "A6 656E65726779 CB 3FD0000000000000"  # energy: 0.25 J
        "A5 6D6F64656C 80"  # model: pulls nowhere
        "A7 6D697373696E67 90",  # missing: none
    ),
    (
        fixture.FixtureTouch(
            fixture_id="tube", is_begin=False, at=(1.0, 0.0, 0.0), depth=2.0**-10, force=2.5, lasted=0.5
        ),
        "87"  # map of 7
        "A2 6964 23"  # id: 35
        "AA 666978747572655F6964 A4 74756265"  # fixture_id: tube
        "A8 69735F626567696E C2"  # is_begin: false
        "A2 6174 93 CB 3FF0000000000000 CB 0000000000000000 CB 0000000000000000"  # at: 1, 0, 0 m
        "A5 6465707468 CB 3F50000000000000"  # depth: 1/1024 m
        "A5 666F726365 CB 4004000000000000"  # force: 2.5 N
        "A6 6C6173746564 CB 3FE0000000000000",  # lasted: 0.5 s
    ),
    (
        device.DeviceState(
            number=2, device_ns=5, heard=1, p_handle=(0.0, 0.0, -0.25), dead_man=True, left_button=True
        ),
        "DE 0010"  # map of 16
        "A2 6964 25"  # id: 37
        "A6 6E756D626572 02"  # number: 2
        "A9 6465766963655F6E73 05"  # device_ns: 5
        "A5 6865617264 01"  # heard: 1
        "A8 705F68616E646C65 93"  # p_handle: array of 3
        "CB 0000000000000000 CB 0000000000000000 CB BFD0000000000000"  # 0, 0, -0.25 m
        "AB 717561745F68616E646C65 94"  # quat_handle: array of 4
        "CB 3FF0000000000000 CB 0000000000000000 CB 0000000000000000 CB 0000000000000000"  # upright
        "A8 646561645F6D616E C3"  # dead_man: true
        "AB 6C6566745F627574746F6E C3"  # left_button: true
        "AC 72696768745F627574746F6E C2"  # right_button: false
        "A7 67726970706572 CB 0000000000000000"  # gripper: 0, open
        "A5 666F726365 C0 A6 746F72717565 C0"  # force, torque: nil
        "A5 6C696D6974 C0 A6 706173736564 C0 A6 656E65726779 C0"  # limit, passed, energy: nil
        "A5 68656C6C6F C0",  # hello: nil
    ),
    (
        health.RecorderHealth(
            healthy=True, durable=70000, reason="", lost=(health.Lost(role="gate", records=3),)
        ),
        "85"  # map of 5
        "A2 6964 29"  # id: 41
        "A7 6865616C746879 C3"  # healthy: true
        "A7 64757261626C65 CE 00011170"  # durable: 70000
        "A6 726561736F6E A0"  # reason: empty
        "A4 6C6F7374 91"  # lost: one role
        "82 A4 726F6C65 A4 67617465"  # role: gate
        "A7 7265636F726473 03",  # records: 3
    ),
    (
        health.LanLoss(role="gate", life=7, datagrams=3),
        "84"  # map of 4
        "A2 6964 2D"  # id: 45
        "A4 726F6C65 A4 67617465"  # role: gate
        "A4 6C696665 07"  # life: 7
        "A9 646174616772616D73 03",  # datagrams: 3
    ),
    (
        health.RoleLoad(role="gate", life=7, lived=2.0, processor=0.5, processors=2, ticks=8, late=1),
        "88"  # map of 8
        "A2 6964 30"  # id: 48
        "A4 726F6C65 A4 67617465"  # role: gate
        "A4 6C696665 07"  # life: 7
        "A5 6C69766564 CB 4000000000000000"  # lived: 2 s
        "A9 70726F636573736F72 CB 3FE0000000000000"  # processor: 0.5 s
        "AA 70726F636573736F7273 02"  # processors: 2
        "A5 7469636B73 08"  # ticks: 8
        "A4 6C617465 01",  # late: 1
    ),
    (
        health.RunEnd(
            verdict="NOMINAL",
            rule="",
            findings=(health.Finding(severity="note", at=0.5, text="t", reason="r", cure=""),),
            more=0,
            recording="f",
        ),
        "86"  # map of 6
        "A2 6964 2F"  # id: 47
        "A7 76657264696374 A7 4E4F4D494E414C"  # verdict: NOMINAL
        "A4 72756C65 A0"  # rule: empty
        "A8 66696E64696E6773 91 85"  # findings: one, map of 5
        "A8 7365766572697479 A4 6E6F7465"  # severity: note
        "A2 6174 CB 3FE0000000000000"  # at: 0.5 s
        "A4 74657874 A1 74"  # text: t
        "A6 726561736F6E A1 72"  # reason: r
        "A4 63757265 A0"  # cure: empty
        "A4 6D6F7265 00"  # more: 0
        "A9 7265636F7264696E67 A1 66",  # recording: f
    ),
    (
        plan.PlanRefused(plan_id="p1", reason="unreachable", detail=""),
        "86"  # map of 6
        "A2 6964 35"  # id: 53
        "A7 706C616E5F6964 A2 7031"  # plan_id: p1
        "A6 726561736F6E AB 756E726561636861626C65"  # reason: unreachable
        "A6 64657461696C A0"  # detail: empty
        "A8 73686F7274657374 C0"  # shortest: nil
        "A5 7065616B73 C0",  # peaks: nil
    ),
    (
        world.ConfirmWorld(digest=b"\xff", number=7),
        "83"  # map of 3
        "A2 6964 CC 87"  # id: 135
        "A6 646967657374 C4 01 FF"  # digest: 1 byte
        "A6 6E756D626572 07",  # number: 7
    ),
    (
        prediction.World(version=1, configuration=b"\xff"),
        "8A"  # map of 10
        "A2 6964 3C"  # id: 60
        "A7 76657273696F6E 01"  # version: 1
        "AD 636F6E66696775726174696F6E C4 01 FF"  # configuration: 1 byte
        "A6 726561736F6E A0"  # reason: empty
        "A6 64657461696C A0"  # detail: empty
        "A4 62617365 C0"  # base: nil
        "A6 6C6F636B6564 90"  # locked: none
        "A6 62726F6B656E 90"  # broken: none
        "A7 75706461746573 83"  # updates: map of 3
        "A5 636F756E74 00"  # count: 0
        "A6 626F64696573 90"  # bodies: none
        "A6 6C696D697473 90"  # limits: none
        "A8 72656A7564676564 92 00 00",  # rejudged: 0, 0
    ),
    (
        prediction.CollisionState(
            at_ns=5,
            world=1,
            level="warning",
            required=0.03125,
            scene=prediction.Nearest(distance=0.25, pair=("a", "b")),
            itself=None,
            uncertainty=0.0625,
            at_least=0.125,
            ahead=prediction.Ahead(
                nearest=prediction.Nearest(distance=-0.5, pair=("a", "c")), side="scene", time_to_contact=1.5
            ),
            skipped=0,
        ),
        "8B"  # map of 11
        "A2 6964 3E"  # id: 62
        "A5 61745F6E73 05"  # at_ns: 5
        "A5 776F726C64 01"  # world: 1
        "A5 6C6576656C A7 7761726E696E67"  # level: warning
        "A8 7265717569726564 CB 3FA0000000000000"  # required: 31.25 mm
        "A5 7363656E65 82"  # scene: map of 2
        "A8 64697374616E6365 CB 3FD0000000000000"  # distance: 0.25 m
        "A4 70616972 92 A1 61 A1 62"  # pair: a, b
        "A6 697473656C66 C0"  # itself: nil
        "AB 756E6365727461696E7479 CB 3FB0000000000000"  # uncertainty: 62.5 mm
        "A8 61745F6C65617374 CB 3FC0000000000000"  # at_least: 125 mm
        "A5 6168656164 83"  # ahead: map of 3
        "A7 6E656172657374 82"  # nearest: map of 2
        "A8 64697374616E6365 CB BFE0000000000000"  # distance: -0.5 m
        "A4 70616972 92 A1 61 A1 63"  # pair: a, c
        "A4 73696465 A5 7363656E65"  # side: scene
        "AF 74696D655F746F5F636F6E74616374 CB 3FF8000000000000"  # time_to_contact: 1.5 s
        "A7 736B6970706564 00",  # skipped: 0
    ),
    (
        queue.HoldNotice(epoch=2, reason="disarmed", detail="", rest_q=None),
        "85"  # map of 5
        "A2 6964 4B"  # id: 75
        "A5 65706F6368 02"  # epoch: 2
        "A6 726561736F6E A8 64697361726D6564"  # reason: disarmed
        "A6 64657461696C A0"  # detail: empty
        "A6 726573745F71 C0",  # rest_q: nil
    ),
    (
        spacecraft.Downlink(packet=b"\x08"),
        "82"  # map of 2
        "A2 6964 52"  # id: 82
        "A6 7061636B6574 C4 01 08",  # packet: 1 byte
    ),
    (
        spacecraft.PassStart(pass_id="p", nonce=bytes(16), trial=1),
        "84"  # map of 4
        "A2 6964 54"  # id: 84
        "A7 706173735F6964 A1 70"  # pass_id: p
        "A5 6E6F6E6365 C4 10 00000000 00000000 00000000 00000000"  # nonce: 16 bytes
        "A5 747269616C 01",  # trial: 1
    ),
    (
        data.DataChecks(
            checked=24,
            began=3,
            inhibits=True,
            standing=(
                data.DataViolation(
                    parameter="Telemetry.q[1]", rule="soft", value=2.0, limit=1.5, unit="rad", since_ns=4
                ),
            ),
        ),
        "85"  # map of 5
        "A2 6964 58"  # id: 88
        "A7 636865636B6564 18"  # checked: 24
        "A5 626567616E 03"  # began: 3
        "A8 696E686962697473 C3"  # inhibits: true
        "A8 7374616E64696E67 91"  # standing: one
        "86"  # map of 6
        "A9 706172616D65746572 AE 54656C656D657472792E715B315D"  # parameter: Telemetry.q[1]
        "A4 72756C65 A4 736F6674"  # rule: soft
        "A5 76616C7565 CB 4000000000000000"  # value: 2 rad
        "A5 6C696D6974 CB 3FF8000000000000"  # limit: 1.5 rad
        "A4 756E6974 A3 726164"  # unit: rad
        "A8 73696E63655F6E73 04",  # since_ns: 4
    ),
    (
        link.LinkStatus(
            state="quiet",
            up=link.LinkWay(state="quiet", reason="no_echo", age=2.0, rate=4.0, packets=3, lost=1),
            down=link.LinkWay(
                state="ok", reason="", age=0.0, rate=10.0, packets=9, lost=0, late=1, duplicated=2, delay=3.5
            ),
            round_trip=link.FollowedTime(
                value=7.0, uncertainty=0.5, drift=0.0, drift_uncertainty=0.25, age=1.0, step=1.5, stepped_ns=4
            ),
            clock=None,
        ),
        "86"  # map of 6
        "A2 6964 56"  # id: 86
        "A5 7374617465 A5 7175696574"  # state: quiet
        "A2 7570 86"  # up: map of 6, without what cannot be known
        "A5 7374617465 A5 7175696574"  # state: quiet
        "A6 726561736F6E A7 6E6F5F6563686F"  # reason: no_echo
        "A3 616765 CB 4000000000000000"  # age: 2 s
        "A4 72617465 CB 4010000000000000"  # rate: 4 each second
        "A7 7061636B657473 03"  # packets: 3
        "A4 6C6F7374 01"  # lost: 1
        "A4 646F776E 89"  # down: map of 9
        "A5 7374617465 A2 6F6B"  # state: ok
        "A6 726561736F6E A0"  # reason: empty
        "A3 616765 CB 0000000000000000"  # age: 0 s
        "A4 72617465 CB 4024000000000000"  # rate: 10 each second
        "A7 7061636B657473 09"  # packets: 9
        "A4 6C6F7374 00"  # lost: 0
        "A4 6C617465 01"  # late: 1
        "AA 6475706C696361746564 02"  # duplicated: 2
        "A5 64656C6179 CB 400C000000000000"  # delay: 3.5 s
        "AA 726F756E645F74726970 87"  # round_trip: map of 7
        "A5 76616C7565 CB 401C000000000000"  # value: 7 s
        "AB 756E6365727461696E7479 CB 3FE0000000000000"  # uncertainty: 0.5 s
        "A5 6472696674 CB 0000000000000000"  # drift: 0
        "B1 64726966745F756E6365727461696E7479 CB 3FD0000000000000"  # drift_uncertainty: 0.25 s/s
        "A3 616765 CB 3FF0000000000000"  # age: 1 s
        "A4 73746570 CB 3FF8000000000000"  # step: 1.5 s
        "AA 737465707065645F6E73 04"  # stepped_ns: 4
        "A5 636C6F636B C0",  # clock: nil
    ),
    (
        images.ImageShard(
            of=images.ShardOf(camera="global", number=1, sampled_ns=-1, width=320, height=240, index=60),
            data=b"\x00\xff",
        ),
        "83"  # map of 3
        "A2 6964 5D"  # id: 93
        "A2 6F66 96"  # of: array of 6
        "A6 676C6F62616C"  # camera: global
        "01"  # number: 1
        "FF"  # sampled_ns: -1
        "CD 0140"  # width: 320
        "CC F0"  # height: 240
        "3C"  # index: 60, the first that repairs
        "A4 64617461 C4 02 00FF",  # data: 2 bytes
    ),
    (
        replay.ReplayControl(action="seek", value=12.5),
        "83"  # map of 3
        "A2 6964 64"  # id: 100
        "A6 616374696F6E A4 7365656B"  # action: seek
        "A5 76616C7565 CB 4029000000000000",  # value: 12.5 s
    ),
    (
        replay.Replayed(
            jump=2, number=300, begins=True, is_whole=False, place_ns=5, told=((-1, b"\x81"), (5, b"\x82"))
        ),
        "87"  # map of 7
        "A2 6964 66"  # id: 102
        "A4 6A756D70 02"  # jump: 2
        "A6 6E756D626572 CD 012C"  # number: 300
        "A6 626567696E73 C3"  # begins: true
        "A8 69735F77686F6C65 C2"  # is_whole: false
        "A8 706C6163655F6E73 05"  # place_ns: 5
        "A4 746F6C64 92"  # told: two
        "92 FF C4 01 81"  # at -1 ns, a payload of 1 byte
        "92 05 C4 01 82",  # at 5 ns, the same
    ),
    (
        past.PastPart(life=2, part=1, parts=3, since_ns=-1, content=b"\x78"),
        "86"  # map of 6
        "A2 6964 79"  # id: 121
        "A4 6C696665 02"  # life: 2
        "A4 70617274 01"  # part: 1
        "A5 7061727473 03"  # parts: 3
        "A8 73696E63655F6E73 FF"  # since_ns: -1
        "A7 636F6E74656E74 C4 01 78",  # content: 1 byte
    ),
]


@pytest.mark.parametrize(("message", "golden"), GOLDEN, ids=lambda value: type(value).__name__)
def test_one_message_of_each_family_has_its_golden_bytes(message, golden):
    assert pack_message(message).hex() == bytes.fromhex(golden).hex()
    assert unpack_message(bytes.fromhex(golden)) == message


def test_another_msgpack_reads_the_golden_bytes():
    for message, golden in GOLDEN:
        fields = msgpack.unpackb(bytes.fromhex(golden))
        assert fields.pop("id") == type(message).__struct_config__.tag
        assert set(fields) == set(type(message).__struct_fields__)


def test_numbers_are_as_registered_and_every_family_has_golden_bytes():
    assert {kind.__struct_config__.tag: kind.__name__ for kind in ROUTES} == NUMBERS
    assert {type(message).__module__ for message, _ in GOLDEN} == {kind.__module__ for kind in ROUTES}
