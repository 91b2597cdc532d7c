"""An outside reader (space_packet_parser) reads real packets by the XTCE that is written."""

import space_packet_parser
from test_codec import KEEP, KEEP_PACKET, NOW_NS

from telemetry.life.boot import FIRST_BOOT
from telemetry.messages.images import ImageShard, ShardOf
from telemetry.wire.codec import Wire
from telemetry.wire.kinds import pack_message
from telemetry.wire.xtce import packet_kinds, xtce

SHARD = ImageShard(
    of=ShardOf(camera="global", number=1, sampled_ns=0, width=50, height=40, index=0), data=bytes(2000)
)


def definition(tmp_path):
    file = tmp_path / "farhand.xml"
    file.write_text(xtce())
    return space_packet_parser.load_xtce(file)


def test_every_field_of_a_telecommand_is_read_as_it_was_written(tmp_path):
    read = definition(tmp_path).parse_bytes(KEEP_PACKET)
    assert (read["TYPE"], read["PKT_APID"], read["SEQ_FLGS"]) == ("TC", 277, "WHOLE")
    assert (read["TIME_COARSE"], read["TIME_FINE"]) == (1, 1 << 23)
    assert (read["MODE"], read["KEY_ID"], read["SENDER"]) == ("rehearsal", 0, 5)
    assert (read["BOOT_EPOCH"], read["SENDER_SEQUENCE"]) == (7, 1)
    assert read["RUN"] == 0xE3B0C44298FC1C14
    assert (read["PAYLOAD"], read["TAG"]) == (pack_message(KEEP), bytes(16))


def test_the_pieces_of_a_payload_join_to_its_msgpack(tmp_path):
    described = definition(tmp_path)
    wire = Wire("spacecraft", boot=FIRST_BOOT)
    read = [described.parse_bytes(packet) for packet in wire.packets(SHARD, NOW_NS)]
    assert [each["SEQ_FLGS"] for each in read] == ["FIRST", "LAST"]
    assert b"".join(each["PAYLOAD"] for each in read) == pack_message(SHARD)


def test_each_message_that_travels_as_a_packet_has_its_container(tmp_path):
    containers = definition(tmp_path).containers
    assert {kind.message.__name__ for kind in packet_kinds()} == set(containers) - {"CCSDSPacket"}
    assert {"Motion", "HoldCommand", "Telemetry", "ImageShard"} <= set(containers)
