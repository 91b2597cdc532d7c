"""What an act of authority is called, for people: in messages, logs, summaries and reports."""

from telemetry.messages import acts, operations, world
from telemetry.messages.base import wire_name

ACT_WORDS = {
    wire_name(kind): words
    for kind, words in {
        acts.LeaseRequest: "take lease",
        acts.ArmPlan: "arm plan",
        acts.ArmTeleop: "arm hand",
        acts.Disarm: "disarm",
        acts.ResumeAct: "resume",
        acts.Confirm: "confirm time step",
        acts.GoNoGo: "GO or NO-GO",
        operations.ArmCritical: "arm critical command",
        operations.FireCritical: "fire critical command",
        operations.Operate: "command",
        world.ProposeWorld: "propose world update",
        world.ConfirmWorld: "confirm world update",
    }.items()
}


def act_text(act: str) -> str:
    """Return an act in words, by its name on the wire; one of another version stands as it is."""
    return ACT_WORDS.get(act, act)


def asked_text(reply: acts.ActReply) -> str:
    """Return what was answered: which act, and of whom."""
    return f"{act_text(reply.act)} of {reply.to or 'somebody'}"
