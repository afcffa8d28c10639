"""Posts a body to addresses and prints as JSON what came of each, as http.client sees it.

Reads {"body": …, "calls": [{"name", "host", "path", "timeout"}]} from standard input.
"""

import base64
import concurrent.futures
import gzip
import http.client
import json
import sys


def read_json(response, content):
    """Reads a body by what its headers say of it."""
    if response.headers.get("Content-Encoding") == "gzip":
        content = gzip.decompress(content)
    json.loads(content.decode(response.headers.get_content_charset("utf-8")))


def look(call, body):
    connection = http.client.HTTPConnection(call["host"], timeout=call["timeout"])
    seen = {"bytes": ""}
    content = b""
    try:
        connection.request("POST", call["path"], body)
        response = connection.getresponse()
        seen.update(
            status=response.status,
            type=response.headers.get("Content-Type"),
            retryAfter=response.headers.get("Retry-After"),
        )
        # In pieces: what came before an error is seen, too.
        while piece := response.read1(65536):
            content += piece
        read_json(response, content)
        seen["end"] = "read"
    except Exception as error:
        seen["end"] = type(error).__name__
    finally:
        connection.close()
    seen["bytes"] = base64.b64encode(content).decode()
    return call["name"], seen


asked = json.load(sys.stdin)
with concurrent.futures.ThreadPoolExecutor(len(asked["calls"])) as pool:
    print(json.dumps(dict(pool.map(lambda call: look(call, asked["body"]), asked["calls"]))))
