"""Foxglove's own classes, made of JSON: they refuse a key that is not theirs, and a value of another type."""

import base64

from foxglove import messages

KEYS = {  # of whatever class, what stands behind a key
    "timestamp": "Timestamp", "lifetime": "Duration", "joints": "JointState", "transforms": "FrameTransform",
    "translation": "Vector3", "rotation": "Quaternion", "entities": "SceneEntity", "cubes": "CubePrimitive",
    "spheres": "SpherePrimitive", "cylinders": "CylinderPrimitive", "pose": "Pose", "position": "Vector3",
    "orientation": "Quaternion", "size": "Vector3", "color": "Color",
}  # fmt: skip


def encoded(schema_name, told):
    """Return a message as Foxglove's library encodes it; TypeError, ValueError: it is none of its."""
    return _made(schema_name.removeprefix("foxglove."), told).encode()


def _made(name, told):
    kind = getattr(messages, name)
    return kind(**{key: _value(key, value) for key, value in told.items()})


def _value(key, value):
    if isinstance(value, dict):
        return _made(KEYS[key], value)
    if isinstance(value, list) and key in KEYS:
        return [_made(KEYS[key], item) for item in value]
    if key == "data":
        return base64.b64decode(value, validate=True)
    levels = {level.value: level for level in (getattr(messages.LogLevel, name) for name in LEVELS)}
    return levels[value] if key == "level" else value


LEVELS = ("Unknown", "Debug", "Info", "Warning", "Error", "Fatal")
