"""Calls the courier's operation bytes, which turns bytes round, with zeep: it sends base64 and takes MTOM.

Prints one line per check; the exit code is the number of checks that failed.

usage: call_attachments.py SERVICE_URL
"""

import sys

import zeep
from zeep.transports import Transport


class Types(Transport):
    """Keeps the type of the last answer."""

    last = None

    def post(self, address, message, headers):
        answer = super().post(address, message, headers)
        self.last = answer.headers["Content-Type"]
        return answer


def main(url):
    failures = 0
    transport = Types(timeout=30, operation_timeout=60)
    client = zeep.Client(url + "?wsdl", transport=transport)
    for length in (0, 1, 100, 5_000, 1_000_000):
        sent = bytes((i * 31 + (i >> 8)) & 255 for i in range(length))
        answer = client.service.bytes(sent)
        right = (answer or b"") == sent[::-1] and transport.last.startswith("multipart/related")
        print(f"{'ok  ' if right else 'FAIL'} {length} bytes, {transport.last}")
        failures += not right
    try:
        client.service.send("nowhere")
        print("FAIL no fault")
        failures += 1
    except zeep.exceptions.Fault as fault:
        print(f"ok   a fault: {fault.message}")
    return failures


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
