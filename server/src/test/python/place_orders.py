"""Places the example's orders with zeep, from the WSDL that the server serves, by SOAP 1.1 and by SOAP 1.2.

Every order is read into Python values by the served schema, sent, and the typed answer is compared with what the
order's own values say. Prints one line per check; the exit code is the number of checks that failed.

usage: place_orders.py SERVICE_URL PAYLOADS_FOLDER
"""

import datetime
import sys
import threading
import traceback
from decimal import Decimal
from pathlib import Path

import zeep
from lxml import etree
from zeep.transports import Transport
from zeep.wsdl.bindings.soap import Soap11Binding, Soap12Binding

ORDERS = "http://examples.weir.dev/orders/1.0"
failures = 0


def check(what, actual, expected):
    global failures
    if type(actual) is type(expected) and actual == expected:
        print(f"ok   {what}: {actual!r}")
    else:
        failures += 1
        print(f"FAIL {what}: {actual!r}, expected {expected!r}")


class Service:
    """The service seen through one of its bindings."""

    def __init__(self, client, binding_class):
        self.client = client
        for name, service in client.wsdl.services.items():
            for port_name, port in service.ports.items():
                if isinstance(port.binding, binding_class) and "placeOrder" in port.binding._operations:
                    self.operations = client.bind(name, port_name)
                    return
        raise LookupError(f"the WSDL has no port with a {binding_class.__name__}")

    def read(self, payloads, name):
        """A payload's body, as a value of the served schema's type."""
        envelope = etree.parse(str(payloads / name)).getroot()
        body = envelope.find("{http://schemas.xmlsoap.org/soap/envelope/}Body")[0]
        schema = self.client.wsdl.types
        return schema.get_element(etree.QName(body)).parse(body, schema)

    def call(self, operation, value):
        arguments = {name: value[name] for name in value}
        return getattr(self.operations, operation)(**arguments)


def expected_route(order):
    return order.Parties.ShipTo.Address.CountryCode == "NL" and order.Totals.Total._value_1 < 10000


def places(service, payloads, label, name, lines):
    order = service.read(payloads, name)
    check(f"{label} {name} lines sent", len(order.Lines.Line), lines)
    answer = service.call("placeOrder", order)
    what = f"{label} {name}"
    check(f"{what} OrderNumber", answer.OrderNumber, order.Header.OrderNumber)
    check(f"{what} Status", answer.Status, "ACCEPTED")
    check(f"{what} OrderDate", answer.OrderDate, order.Header.OrderDate)
    check(f"{what} OrderDate is a date", type(answer.OrderDate), datetime.date)
    check(f"{what} ApprovedAmount", answer.ApprovedAmount._value_1, order.Totals.Total._value_1)
    check(f"{what} ApprovedAmount is a Decimal", type(answer.ApprovedAmount._value_1), Decimal)
    check(f"{what} currency", answer.ApprovedAmount.currency, "EUR")
    check(f"{what} CreditReference", answer.CreditReference, "CR-" + order.Header.OrderNumber)
    check(f"{what} LineCount", answer.LineCount, lines)
    check(f"{what} ExpectedDelivery", answer.ExpectedDelivery, max(line.RequestedDelivery for line in order.Lines.Line))
    check(f"{what} Shipping", answer.Shipping, None)
    country = order.Parties.ShipTo.Address.CountryCode
    if expected_route(order):
        check(f"{what} Message", answer.Message, "Credit approved.")
        check(f"{what} BackOrdered", answer.BackOrdered, None)
    else:
        late = [line.Amount._value_1 for line in order.Lines.Line if line.backOrdered]
        check(f"{what} Message", answer.Message, f"Credit approved; reviewed for {country}.")
        check(f"{what} BackOrdered", answer.BackOrdered._value_1, sum(late))
        check(f"{what} BackOrdered lines", answer.BackOrdered.lines, len(late))


def sees_the_typed_fault(service, payloads, label):
    order = service.read(payloads, "order-refused.xml")
    try:
        answer = service.call("placeOrder", order)
    except zeep.exceptions.Fault as fault:
        detail = next((child for child in fault.detail if isinstance(child.tag, str)), None)
        rejected = service.client.wsdl.types.deserialize(detail)
        what = f"{label} fault"
        check(f"{what} element", detail.tag, "{%s}OrderRejected" % ORDERS)
        check(f"{what} OrderNumber", rejected.OrderNumber, order.Header.OrderNumber)
        check(f"{what} ReasonCode", rejected.ReasonCode, "CREDIT_REFUSED")
        check(f"{what} Message", rejected.Message, "The amount is above the credit limit of 1000000 EUR.")
        check(f"{what} RequestedAmount", rejected.RequestedAmount._value_1, order.Totals.Total._value_1)
        check(f"{what} currency", rejected.RequestedAmount.currency, "EUR")
    else:
        check(f"{label} an order above the credit limit", answer, "the fault OrderRejected")


def is_answered_when_shipped(service, payloads, label, number):
    order = service.read(payloads, "order-when-shipped.xml")
    order.Header.OrderNumber = number
    confirmation = service.read(payloads, "confirm-placed.xml")
    confirmation.OrderNumber = number
    answers = []
    placing = threading.Thread(target=lambda: answers.append(service.call("placeOrder", order)), daemon=True)
    placing.start()
    placing.join(0.3)
    check(f"{label} shipped order waits", answers, [])
    check(f"{label} confirmShipping is one-way", service.call("confirmShipping", confirmation), None)
    placing.join(20)
    check(f"{label} shipped order is answered", len(answers), 1)
    for answer in answers:
        check(f"{label} shipped Status", answer.Status, "SHIPPED")
        check(f"{label} shipped TrackingNumber", answer.Shipping.TrackingNumber, confirmation.TrackingNumber)
        check(f"{label} shipped ShippedOn", answer.Shipping.ShippedOn, datetime.date(2026, 11, 20))


def submits_one_way(service, payloads, label, number):
    order = service.read(payloads, "submit-order.xml")
    order.Header.OrderNumber = number
    check(f"{label} submitOrder is one-way", service.call("submitOrder", order), None)
    confirmation = service.read(payloads, "confirm-submitted.xml")
    confirmation.OrderNumber = number
    check(f"{label} its confirmShipping too", service.call("confirmShipping", confirmation), None)


def main(url, payloads):
    global failures
    client = zeep.Client(url + "?wsdl", transport=Transport(timeout=30, operation_timeout=30))
    for label, binding in (("SOAP 1.1", Soap11Binding), ("SOAP 1.2", Soap12Binding)):
        version = label[-3:].replace(".", "")
        service = Service(client, binding)
        steps = [
            lambda: places(service, payloads, label, "order-5k.xml", 4),
            lambda: places(service, payloads, label, "order-50k.xml", 83),
            lambda: places(service, payloads, label, "order-500k.xml", 852),
            lambda: sees_the_typed_fault(service, payloads, label),
            lambda: is_answered_when_shipped(service, payloads, label, "PO-ZEEP-" + version),
            lambda: submits_one_way(service, payloads, label, "SO-ZEEP-" + version),
        ]
        for step in steps:
            try:
                step()
            except Exception:
                failures += 1
                print(f"FAIL {label}: {traceback.format_exc()}")
    return min(failures, 100)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], Path(sys.argv[2])))
