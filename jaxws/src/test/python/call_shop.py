"""Calls the service Shop of the tests with zeep, from the WSDL that is generated from its interface.

Prints one line per check; the exit code is the number of checks that failed.

usage: call_shop.py SERVICE_URL
"""

import sys
import traceback
from decimal import Decimal

import zeep
from lxml import etree
from zeep.transports import Transport

failures = 0


def check(what, actual, expected):
    global failures
    if type(actual) is type(expected) and actual == expected:
        print(f"ok   {what}: {actual!r}")
    else:
        failures += 1
        print(f"FAIL {what}: {actual!r}, expected {expected!r}")


def fault_of(call):
    try:
        answer = call()
    except zeep.exceptions.Fault as fault:
        return fault
    raise AssertionError(f"no fault, but {answer!r}")


def typed_detail(client, fault):
    detail = next(child for child in fault.detail if isinstance(child.tag, str))
    return detail.tag, client.wsdl.types.deserialize(detail)


def values(client):
    shop = client.service
    lines = [
        {"article": "tea", "count": 2, "price": Decimal("1.50")},
        {"article": "<&é\U0001f375>", "count": 1, "price": Decimal("0.25")},
    ]
    check("total", shop.total(line=lines, factor=10), Decimal("32.50"))
    check("total of no lines", shop.total(line=[], factor=10), Decimal("0"))
    numbers = [1.5, -0.1, 1e300, 5e-324]
    check("doubles", shop.doubles(numbers), numbers)
    many = [i / 7 for i in range(50_000)]
    check("50,000 doubles are the same", shop.doubles(many) == many, True)
    check("bytes", shop.bytes(b"\x00\xff binary"), b"\x00\xff binary")
    check("nothing", shop.nothing(), None)
    check("placed", shop.order("tea"), "placed tea")


def holders_and_headers(client):
    shop = client.service
    swapped = shop.swap(a="one", b="three")
    check("a of swap", swapped.a, "three")
    check("b of swap", swapped.b, "one")
    check("length of swap", swapped.length, 8)
    answer = shop.headed(text="hello", _soapheaders={"token": "t-1"})
    check("the receipt in the header", answer.header.receipt, "receipt for t-1")
    check("the body beside it", answer.body["return"], "hello")


def faults(client):
    sold = fault_of(lambda: client.service.order("sold"))
    name, bean = typed_detail(client, sold)
    check("message of SoldOut", sold.message, "No more of it.")
    check("element of SoldOut", name, "{urn:test:shop}SoldOut")
    check("article of SoldOut", bean.article, "sold")
    check("left of SoldOut", bean.left, 3)
    refused = fault_of(lambda: client.service.order("refused"))
    name, bean = typed_detail(client, refused)
    check("element of Refused", name, "{urn:test:shop:types}refused")
    check("code of Refused", bean.code, 42)
    broken = fault_of(lambda: client.service.order("broken"))
    check("an exception's message stays inside", "secret" in str(broken.message), False)


def wrong_input(client, url):
    """Envelopes that zeep itself would not send."""
    body = "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' xmlns:t='urn:test:shop'><s:Body>%s</s:Body></s:Envelope>"
    cases = {
        "an unknown element": ("<t:total><line><colour>red</colour></line><factor>1</factor></t:total>", "colour"),
        "a wrong type": ("<t:total><factor>many</factor></t:total>", "factor"),
        "an unknown operation": ("<t:destroy/>", "destroy"),
    }
    for what, (content, named) in cases.items():
        answer = client.transport.post(url, (body % content).encode(), {"Content-Type": "text/xml; charset=utf-8"})
        fault = etree.fromstring(answer.content).find(".//faultstring")
        check(f"{what} is a fault", (answer.status_code, fault is not None), (500, True))
        check(f"{what} is the caller's", etree.fromstring(answer.content).findtext(".//faultcode").endswith(":Client"), True)
        if named not in fault.text:
            check(f"the fault for {what}", fault.text, f"one that names {named}")
    nil = "<factor xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:nil='true'/>"
    for what, content in (("missing", ""), ("nil", nil)):
        request = body % f"<t:total>{content}</t:total>"
        answer = client.transport.post(url, request.encode(), {"Content-Type": "text/xml; charset=utf-8"})
        check(f"a number that is {what} is 0", etree.fromstring(answer.content).findtext(".//total"), "0")
    hostile = "<!DOCTYPE s [<!ENTITY e 'x'>]>" + body % "<t:order><article>&e;</article></t:order>"
    answer = client.transport.post(url, hostile.encode(), {"Content-Type": "text/xml; charset=utf-8"})
    check("a DOCTYPE is refused", answer.status_code, 500)


def main(url):
    global failures
    client = zeep.Client(url + "?wsdl", transport=Transport(timeout=30, operation_timeout=30))
    steps = [
        lambda: values(client),
        lambda: holders_and_headers(client),
        lambda: faults(client),
        lambda: check("one-way", client.service.note("by zeep"), None),
        lambda: wrong_input(client, url),
    ]
    for step in steps:
        try:
            step()
        except Exception:
            failures += 1
            print(f"FAIL {traceback.format_exc()}")
    return min(failures, 100)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
