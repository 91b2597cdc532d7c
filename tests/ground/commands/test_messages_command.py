"""`farhand messages` prints the dictionary, or writes it for other programs."""

import json
from xml.etree import ElementTree

from ground.cli import main
from ground.command_list import BAD_FILE, DONE


def test_it_is_read_in_a_terminal_of_any_width(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    assert main(["messages"]) == DONE
    lines = capsys.readouterr().out.splitlines()
    assert any("Telemetry" in line and "APID 336" in line for line in lines)
    assert max(map(len, lines)) <= 80  # names of fields are never broken


def test_it_is_written_as_json(capsys):
    assert main(["messages", "--json"]) == DONE
    told = json.loads(capsys.readouterr().out)
    assert told["families"]["spacecraft"][0]["fields"][2]["unit"] == "rad"
    assert told["schema"]["Telemetry"]["type"] == "object"


def test_it_is_written_as_xtce(capsys, tmp_path):
    assert main(["messages", "--xtce", str(tmp_path / "farhand.xml")]) == DONE
    assert ElementTree.parse(tmp_path / "farhand.xml").getroot().get("name") == "Farhand"
    assert main(["messages", "--xtce", str(tmp_path / "nowhere/farhand.xml")]) == BAD_FILE
    assert "cannot be written" in capsys.readouterr().err


def test_the_handles_protocol_is_a_page_of_its_own(capsys):
    assert main(["messages", "handle"]) == DONE
    said = capsys.readouterr().out
    assert all(word in said for word in ("handle.json", "big-endian", "dead_man", "p_anchor", "VIRTUOSE"))
    assert main(["messages", "handle", "--json"]) == DONE
    told = json.loads(capsys.readouterr().out)
    assert {"DeviceState", "DeviceForce", "LocalModel"} <= told["schema"].keys()
    assert [row["name"] for row in told["sections"][6]["rows"]][:3] == ["id", "number", "device_ns"]
