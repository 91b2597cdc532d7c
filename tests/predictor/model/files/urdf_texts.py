"""URDF of the tests: an arm that slides, turns without end and holds a gripper; and two arms on one base."""

INERTIAL = (
    '<inertial><origin xyz="0 0 0.1"/><mass value="2"/>'
    '<inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.05"/></inertial>'
)
BOX = '<collision><geometry><box size="0.1 0.2 0.3"/></geometry></collision>'


def link(name, inside=INERTIAL):
    """One link."""
    return f'<link name="{name}">{inside}</link>\n'


def joint(name, kind, parent, child, *, xyz="0 0 0", rpy="0 0 0", axis="0 0 1", more=""):
    """One joint, with limits where its kind needs them."""
    limit = "" if kind == "fixed" else '<limit lower="-1" upper="2" velocity="0.5" effort="10"/>'
    return (
        f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>'
        f'<origin xyz="{xyz}" rpy="{rpy}"/><axis xyz="{axis}"/>{limit}{more}</joint>\n'
    )


ARM = (
    '<?xml version="1.0"?>\n<robot name="lift">\n'
    + link("base", INERTIAL + BOX)
    + link("mast")
    + link("wheel")
    + link("plate", INERTIAL + BOX)
    + link("left")
    + link("right")
    + link("tip", "")
    + joint("lift", "prismatic", "base", "mast", xyz="0 0 0.5", axis="0 0 1")
    + joint("wheel", "continuous", "mast", "wheel", xyz="0.1 0 0", rpy="1.5 0.2 -0.3", axis="0 1 1")
    + joint("plate", "fixed", "wheel", "plate", xyz="0 0.1 0.2", rpy="0 0 1.0")
    + joint("left", "revolute", "plate", "left", xyz="0 0.2 0")
    + joint(
        "right",
        "revolute",
        "plate",
        "right",
        xyz="0 -0.2 0",
        more='<mimic joint="left" multiplier="-0.5" offset="0.25"/>',
    )
    + joint("tip", "fixed", "plate", "tip", xyz="0 0 0.3")
    + "</robot>\n"
)

TWO_ARMS = (
    '<robot name="pair">'
    + link("base")
    + "".join(
        link(f"{side}_{i}")
        + joint(
            f"{side}_joint_{i}",
            "revolute",
            "base" if i == 1 else f"{side}_{i - 1}",
            f"{side}_{i}",
            xyz=f"{y if i == 1 else 0} 0 0.4",
            axis="0 1 0" if i % 2 else "0 0 1",
        )
        for side, y, n in (("left", 0.3, 6), ("right", -0.3, 5))
        for i in range(1, n + 1)
    )
    + "</robot>"
)
