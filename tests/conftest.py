"""How many flights the attack flies, from which seed, with which body: `pytest -m attack --flights 2000`."""


def pytest_addoption(parser):
    parser.addoption("--flights", type=int, default=60, help="flights of the attack (-m attack)")
    parser.addoption("--first-seed", type=int, default=1, help="seed of the attack's first flight")
    parser.addoption(
        "--plant",
        choices=("physics", "kinematic"),
        default="physics",
        help="the spacecraft's body in the attack",
    )
