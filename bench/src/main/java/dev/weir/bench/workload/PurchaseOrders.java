package dev.weir.bench.workload;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;

/** SOAP messages that carry a purchase order in two namespaces, indented, in the shape of the orders example. */
public final class PurchaseOrders {
    private static final String[] ITEMS = {
        "Ball valve, brass, %d mm, full bore",
        "Submersible pump, %d W, with float switch",
        "Copper pipe %d mm, annealed, coil",
        "Gasket set \"%d\", fibre-reinforced, < 16 bar",
        "Filter cartridge %d µm & housing",
        "Reinforced hose %d mm, −20 °C to +70 °C",
        "Pressure gauge 0–%d bar, glycerine filled"
    };

    private PurchaseOrders() {}

    /** An order with as many lines as make so many bytes; returns how many. */
    public static long write(OutputStream to, long bytes) throws IOException {
        DocumentWriter out = new DocumentWriter(to, 20261121);
        out.write("""
                <?xml version="1.0" encoding="UTF-8"?>
                <soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">
                  <soap:Body>
                    <PurchaseOrder xmlns="http://examples.weir.dev/orders/1.0" xmlns:cmn="http://examples.weir.dev/common/1.0">
                      <Header>
                        <OrderNumber>PO-2026-0005</OrderNumber>
                        <OrderDate>2026-11-16</OrderDate>
                        <CreatedAt>2026-11-16T09:20:36.250+01:00</CreatedAt>
                        <Currency>EUR</Currency>
                      </Header>
                      <Parties>
                """);
        party(out, "Buyer", "C-10014", "Vermeer &amp; Zonen B.V.", "Keizersgracht 214", "Amsterdam", "Marta Nowak");
        if (bytes > 2_000) {
            party(
                    out,
                    "Seller",
                    "S-20001",
                    "Waterkant Supplies N.V.",
                    "Wilhelminakade 88",
                    "Rotterdam",
                    "Søren Møller");
        }
        out.write("      </Parties>\n      <Lines>\n");
        long lines = 0;
        while (out.bytes() < bytes - 350) {
            line(out, ++lines);
        }
        out.write("""
                      </Lines>
                      <Totals>
                        <LinesAmount currency="EUR">812.15</LinesAmount>
                        <TaxAmount currency="EUR">170.56</TaxAmount>
                        <Total currency="EUR">982.71</Total>
                      </Totals>
                    </PurchaseOrder>
                  </soap:Body>
                </soap:Envelope>
                """);
        return lines;
    }

    private static void party(
            DocumentWriter out, String role, String id, String name, String street, String city, String person)
            throws IOException {
        out.write("        <" + role + ">\n          <cmn:PartyId>" + id + "</cmn:PartyId>\n          <cmn:Name>" + name
                + "</cmn:Name>\n          <cmn:Address>\n            <cmn:AddressLine>" + street
                + "</cmn:AddressLine>\n            <cmn:City>" + city
                + "</cmn:City>\n            <cmn:CountryCode>NL</cmn:CountryCode>\n          </cmn:Address>\n"
                + "          <cmn:Contact>\n            <cmn:Name>" + person
                + "</cmn:Name>\n          </cmn:Contact>\n        </" + role + ">\n");
    }

    private static void line(DocumentWriter out, long number) throws IOException {
        String description = DocumentWriter.escaped(String.format(Locale.ROOT, out.oneOf(ITEMS), 1 + out.number(150)));
        out.write(String.format(
                Locale.ROOT,
                """
                        <Line>
                          <LineNumber>%d</LineNumber>
                          <ItemId>%s-%d</ItemId>
                          <Description>%s</Description>
                          <Quantity unit="%s">%d</Quantity>
                          <UnitPrice currency="EUR">%d.%02d</UnitPrice>
                          <Amount currency="EUR">%d.%02d</Amount>
                          <RequestedDelivery>2026-12-%02d</RequestedDelivery>
                          <Tax category="STANDARD">
                            <Rate>21</Rate>
                            <Amount currency="EUR">%d.%02d</Amount>
                          </Tax>
                """,
                number,
                out.letters(3),
                1000 + out.number(9000),
                description,
                out.oneOf("EA", "MTR", "BX", "KGM"),
                1 + out.number(50),
                1 + out.number(100),
                out.number(100),
                10 + out.number(1000),
                out.number(100),
                1 + out.number(28),
                1 + out.number(200),
                out.number(100)));
        if (out.number(3) == 0) {
            out.write("          <Allowance>\n            <Reason>Volume discount 5 %</Reason>\n"
                    + "            <Amount currency=\"EUR\">" + out.number(20)
                    + ".94</Amount>\n          </Allowance>\n");
        }
        out.write("        </Line>\n");
    }
}
