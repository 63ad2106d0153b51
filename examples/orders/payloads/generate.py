#!/usr/bin/env python3
"""Writes the example's messages beside itself: the same bytes every time. Needs nothing but Python 3."""

import random
from decimal import ROUND_HALF_UP, Decimal
from datetime import date, timedelta
from pathlib import Path
from textwrap import indent
from xml.sax.saxutils import escape

HERE = Path(__file__).resolve().parent
SEED = 20261121
CENT = Decimal("0.01")

ENVELOPE = """<?xml version="1.0" encoding="UTF-8"?>
<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">
{header}  <soap:Body>
{body}  </soap:Body>
</soap:Envelope>
"""

CALLBACK_HEADER = """  <soap:Header xmlns:wsa="http://www.w3.org/2005/08/addressing">
    <wsa:MessageID>urn:uuid:6f1d3c7e-58a2-4b0e-9c55-0d7a4f2b9e11</wsa:MessageID>
    <wsa:ReplyTo>
      <wsa:Address>http://localhost:9090/order-completed</wsa:Address>
    </wsa:ReplyTo>
  </soap:Header>
"""

BUYERS = [
    ("C-10014", "Vermeer & Zonen B.V.", "NL001234567B01", "Keizersgracht 214", "Amsterdam", "1016 DZ", "NL"),
    ("C-10388", "Bäckerei-Technik Köhler GmbH", "DE811234567", "Industriestraße 9", "Köln", "50735", "DE"),
    ("C-10512", "Société Générale d’Équipement Hôtelier", "FR40303265045", "12 rue de l’Église", "Lyon", "69002", "FR"),
]
SELLER = ("S-20001", "Waterkant Supplies N.V.", "NL009876543B02", "Wilhelminakade 88", "Rotterdam", "3072 AP", "NL")
PEOPLE = ["Anna de Wit", "Jürgen Köhler", "Chloé Lefèvre", "Søren Møller", "Marta Nowak", "Pedro Gonçalves"]
ITEMS = [
    ("VLV", "Ball valve, brass, {n} mm, full bore", "EA", 4, 90, ""),
    ("PMP", "Submersible pump, {n} W, with float switch", "EA", 80, 640, ""),
    ("PIP", "Copper pipe {n} mm, annealed, coil", "MTR", 3, 25, ""),
    ("GSK", "Gasket set \"{n}\", fibre-reinforced, < 16 bar", "BX", 2, 40, ""),
    ("SEA", "Sealing compound no. {n}, food grade", "KGM", 9, 60, "REDUCED"),
    ("FLT", "Filter cartridge {n} µm & housing", "EA", 12, 110, ""),
    ("CLN", "Descaler, concentrate {n}:1", "LTR", 5, 30, "REDUCED"),
    ("BOK", "Installation handbook, volume {n}", "EA", 15, 45, "EXEMPT"),
    ("GAU", "Pressure gauge 0–{n} bar, glycerine filled", "EA", 18, 75, ""),
    ("HOS", "Reinforced hose {n} mm, −20 °C to +70 °C", "MTR", 2, 14, ""),
]
RATES = {"STANDARD": Decimal("21"), "REDUCED": Decimal("9"), "EXEMPT": Decimal("0")}
NOTES = [
    "Deliver to the goods entrance at the back, weekdays between 7:30 and 16:00.",
    "Call the contact an hour ahead.",
    "Pallets are exchanged at delivery.",
    "State our order number on every label and on the packing list.",
    "No part deliveries without our consent.",
    "The lift carries 800 kg at most.",
]


class Order:
    """An order that grows line by line."""

    def __init__(self, rng, root, number, buyer, currency="EUR", priority=None, reply_when=None, callback=False):
        self.rng = rng
        self.root = root
        self.number = number
        self.buyer = buyer
        self.currency = currency
        self.priority = priority
        self.reply_when = reply_when
        self.callback = callback
        self.day = date(2026, 11, 2) + timedelta(days=int(rng.random() * 15))
        self.time = "%02d:%02d:%02d" % (8 + int(rng.random() * 9), int(rng.random() * 60), int(rng.random() * 60))
        self.notes = []
        self.lines = []
        self.net = Decimal(0)
        self.tax = Decimal(0)

    def pick(self, choices):
        return choices[int(self.rng.random() * len(choices))]

    def amount(self, value):
        return value.quantize(CENT, ROUND_HALF_UP)

    def line(self, back_ordered=False, price=None, quantity=None):
        """A further line, not yet added: its text, net and tax."""
        number = len(self.lines) + 1
        prefix, description, unit, low, high, category = self.pick(ITEMS)
        category = category or "STANDARD"
        size = self.pick([8, 10, 12, 15, 22, 28, 35, 54, 110, 250])
        quantity = quantity or Decimal(1 + int(self.rng.random() * 24))
        if unit in ("KGM", "MTR", "LTR"):
            quantity += self.pick([Decimal("0"), Decimal("0.5"), Decimal("0.25")])
        price = price or self.amount(Decimal(low) + Decimal(str(round(self.rng.random(), 4))) * (high - low))
        net = self.amount(quantity * price)
        extras = ""
        if self.rng.random() < 0.2:
            off = self.amount(net / 20)
            net -= off
            extras += (
                "        <Allowance>\n          <Reason>Volume discount 5 %</Reason>\n"
                f'          <Amount currency="{self.currency}">{off}</Amount>\n        </Allowance>\n'
            )
        if prefix == "PMP" and self.rng.random() < 0.7:
            for part in range(1, 1 + int(self.rng.random() * 3) + 1):
                extras += (
                    f"        <SubLine>\n          <ItemId>{prefix}-{size}-P{part}</ItemId>\n"
                    f"          <SerialNumber>SN{int(self.rng.random() * 10**9):09d}</SerialNumber>\n"
                    f'          <Quantity unit="EA">1</Quantity>\n        </SubLine>\n'
                )
        if self.rng.random() < 0.15:
            extras += f'        <Note language="en">{escape(self.pick(NOTES))}</Note>\n'
        rate = RATES[category]
        tax = self.amount(net * rate / 100)
        wanted = self.day + timedelta(days=7 + int(self.rng.random() * 60))
        flag = ' backOrdered="true"' if back_ordered else ""
        text = (
            f"      <Line{flag}>\n"
            f"        <LineNumber>{number}</LineNumber>\n"
            f"        <ItemId>{prefix}-{size}-{int(self.rng.random() * 9000) + 1000}</ItemId>\n"
            f"        <Description>{escape(description.format(n=size))}</Description>\n"
            f'        <Quantity unit="{unit}">{quantity}</Quantity>\n'
            f'        <UnitPrice currency="{self.currency}">{price}</UnitPrice>\n'
            f'        <Amount currency="{self.currency}">{net}</Amount>\n'
            f"        <RequestedDelivery>{wanted}</RequestedDelivery>\n"
            f'        <Tax category="{category}">\n'
            f"          <Rate>{rate}</Rate>\n"
            f'          <Amount currency="{self.currency}">{tax}</Amount>\n'
            f"        </Tax>\n{extras}      </Line>\n"
        )
        return text, net, tax

    def add(self, line):
        text, net, tax = line
        self.lines.append(text)
        self.net += net
        self.tax += tax

    def party(self, tag, party, contacts):
        code, name, tax_number, street, city, postal, country = party
        people = ""
        for index in range(contacts):
            person = PEOPLE[(len(code + city) + index) % len(PEOPLE)]
            mail = "".join(c for c in person.lower().replace(" ", ".") if c.isascii())
            people += (
                f"        <cmn:Contact>\n          <cmn:Name>{person}</cmn:Name>\n"
                f"          <cmn:Telephone>+31 20 555 01{index + len(city):02d}</cmn:Telephone>\n"
                f"          <cmn:Email>{mail}@example.com</cmn:Email>\n        </cmn:Contact>\n"
            )
        return (
            f"      <{tag}>\n"
            f"        <cmn:PartyId>{code}</cmn:PartyId>\n"
            f"        <cmn:Name>{escape(name)}</cmn:Name>\n"
            f"        <cmn:TaxNumber>{tax_number}</cmn:TaxNumber>\n"
            f"        <cmn:Address>\n"
            f"          <cmn:AddressLine>{escape(street)}</cmn:AddressLine>\n"
            f"          <cmn:City>{escape(city)}</cmn:City>\n"
            f"          <cmn:PostalCode>{postal}</cmn:PostalCode>\n"
            f"          <cmn:CountryCode>{country}</cmn:CountryCode>\n"
            f"        </cmn:Address>\n{people}      </{tag}>\n"
        )

    def envelope(self):
        optional = ""
        if self.priority:
            optional += f"      <Priority>{self.priority}</Priority>\n"
        if self.reply_when:
            optional += f"      <ReplyWhen>{self.reply_when}</ReplyWhen>\n"
        if self.callback:
            optional += "      <ReplyRequested>true</ReplyRequested>\n"
        for note in self.notes:
            optional += f'      <Note language="en">{escape(note)}</Note>\n'
        content = (
            f"    <Header>\n"
            f"      <OrderNumber>{self.number}</OrderNumber>\n"
            f"      <OrderDate>{self.day}</OrderDate>\n"
            f"      <CreatedAt>{self.day}T{self.time}.250+01:00</CreatedAt>\n"
            f"      <Currency>{self.currency}</Currency>\n{optional}"
            f"    </Header>\n    <Parties>\n"
            + self.party("Buyer", self.buyer, 1)
            + self.party("Seller", SELLER, 0)
            + self.party("ShipTo", self.buyer, 1)
            + "    </Parties>\n    <Lines>\n"
            + "".join(self.lines)
            + "    </Lines>\n    <Totals>\n"
            f'      <LinesAmount currency="{self.currency}">{self.net}</LinesAmount>\n'
            f'      <TaxAmount currency="{self.currency}">{self.tax}</TaxAmount>\n'
            f'      <Total currency="{self.currency}">{self.net + self.tax}</Total>\n'
            f"    </Totals>\n"
        )
        body = (
            f'    <{self.root} xmlns="http://examples.weir.dev/orders/1.0"'
            f' xmlns:cmn="http://examples.weir.dev/common/1.0">\n'
            + indent(content, "  ")
            + f"    </{self.root}>\n"
        )
        return ENVELOPE.format(header=CALLBACK_HEADER if self.callback else "", body=body).encode("utf-8")

    def grow_to(self, size_bytes, back_orders=()):
        """Adds lines, then notes, as many as fit into a size."""
        room = size_bytes - len(self.envelope())
        while True:
            line = self.line(back_ordered=len(self.lines) + 1 in back_orders)
            room -= len(indent(line[0], "  ").encode("utf-8"))
            if room < 0:
                break
            self.add(line)
        for note in NOTES * 8:
            self.notes.append(note)
            if len(self.envelope()) > size_bytes:
                self.notes.pop()
                break

    @property
    def total(self):
        return self.net + self.tax


def write(name, content):
    (HERE / name).write_bytes(content)
    print(f"{name:28} {len(content):>8,} bytes")


def confirmation(number, channel, tracking):
    return ENVELOPE.format(
        header="",
        body=(
            '    <ShippingConfirmation xmlns="http://examples.weir.dev/orders/1.0">\n'
            f"      <OrderNumber>{number}</OrderNumber>\n      <Channel>{channel}</Channel>\n"
            f"      <Carrier>Noordzee Express</Carrier>\n      <TrackingNumber>{tracking}</TrackingNumber>\n"
            "      <ShippedOn>2026-11-20</ShippedOn>\n    </ShippingConfirmation>\n"
        ),
    ).encode("utf-8")


def main():
    rng = random.Random(SEED)

    small = Order(rng, "PurchaseOrder", "PO-2026-0005", BUYERS[0])
    small.grow_to(5_150)
    assert small.total < 10_000
    write("order-5k.xml", small.envelope())

    medium = Order(rng, "PurchaseOrder", "PO-2026-0050", BUYERS[1], priority="NORMAL")
    medium.grow_to(50_700, back_orders=(3, 17, 41))
    assert 10_000 < medium.total < 1_000_000
    write("order-50k.xml", medium.envelope())

    large = Order(rng, "PurchaseOrder", "PO-2026-0500", BUYERS[2], priority="HIGH")
    large.grow_to(507_000, back_orders=(5, 60, 118, 240, 333, 471, 590))
    assert 10_000 < large.total < 1_000_000
    write("order-500k.xml", large.envelope())

    refused = Order(rng, "PurchaseOrder", "PO-2026-0666", BUYERS[0])
    refused.add(refused.line(price=Decimal("125000.00"), quantity=Decimal(9)))
    assert refused.total > 1_000_000
    write("order-refused.xml", refused.envelope())

    shipped = Order(rng, "PurchaseOrder", "PO-2026-0700", BUYERS[1], reply_when="SHIPPED")
    for index in range(3):
        shipped.add(shipped.line(back_ordered=index == 1))
    write("order-when-shipped.xml", shipped.envelope())
    write("confirm-placed.xml", confirmation(shipped.number, "PLACED", "NE-7000-4411"))

    submitted = Order(rng, "OrderSubmission", "SO-2026-0001", BUYERS[2])
    for _ in range(2):
        submitted.add(submitted.line())
    write("submit-order.xml", submitted.envelope())
    write("confirm-submitted.xml", confirmation(submitted.number, "SUBMITTED", "NE-8000-1207"))

    called_back = Order(rng, "OrderSubmission", "SO-2026-0002", BUYERS[0], callback=True)
    for _ in range(2):
        called_back.add(called_back.line())
    write("submit-order-callback.xml", called_back.envelope())
    write("confirm-callback.xml", confirmation(called_back.number, "SUBMITTED", "NE-8000-1208"))


if __name__ == "__main__":
    main()
