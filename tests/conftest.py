"""How many flights the attack flies, and from which seed: `pytest -m attack --flights 2000`."""


def pytest_addoption(parser):
    parser.addoption("--flights", type=int, default=60, help="flights of the attack (-m attack)")
    parser.addoption("--first-seed", type=int, default=1, help="seed of the attack's first flight")
