"""What somebody needs who has never heard of Farhand: `pip install mcap`, and these lines."""

import base64
import json
import sys

from mcap.reader import make_reader

with open(sys.argv[1], "rb") as file:
    for _, channel, message in make_reader(file).iter_messages():
        told, at_s = json.loads(message.data), message.log_time / 1e9
        if channel.topic == "/joints/measured":
            print(f"{at_s:.3f}", *(f"{joint['name']}={joint['position']:.4f}" for joint in told["joints"]))
        elif channel.topic.startswith("/camera/"):
            with open(f"{told['frame_id'].replace('/', '-')}-{message.log_time}.png", "wb") as picture:
                picture.write(base64.b64decode(told["data"]))
        elif channel.topic == "/log":
            print(f"{at_s:.3f}", told["name"], told["message"])
