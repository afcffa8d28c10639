"""Sends two bodies, one after the other, on one connection of http.client, and prints what came of the second.

Reads {"host", "first": {"path", "body"}, "second": {…}} from standard input.
"""

import http.client
import json
import sys

asked = json.load(sys.stdin)
first, second = asked["first"], asked["second"]
connection = http.client.HTTPConnection(asked["host"], timeout=10)
connection.request("POST", first["path"], first["body"])
connection.getresponse().read()
try:
    connection.request("POST", second["path"], second["body"])
    print(json.dumps(f"status {connection.getresponse().status}"))
except Exception as error:
    print(json.dumps(type(error).__name__))
