package dev.weir.bench.audit;

import dev.weir.bench.measure.MeasureException;
import dev.weir.composite.assembly.Archive;
import dev.weir.composite.assembly.Composite;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A service, a mediator behind it, and a process that asks three partners for a price and replies with the sum. */
final class QuotesComposite {
    static final String SERVICE = "/soa-infra/services/default/Quotes/Desk";
    static final String ACTION = "urn:quotes:quote";
    static final int PARTNERS = 3;

    private static final List<String> FILES = List.of(
            "composite.xml",
            "Quotes.wsdl",
            "Router.mplan",
            "Router.componentType",
            "Asking.bpel",
            "Asking.componentType");

    private QuotesComposite() {}

    /**
     * Writes and reads the composite.
     *
     * @param folder to write it to
     * @param partners the address of the partners; each one's number is the last step of its path
     */
    static Composite load(Path folder, String partners) throws IOException {
        for (String name : FILES) {
            try (InputStream in = QuotesComposite.class.getResourceAsStream(name)) {
                if (in == null) {
                    throw new MeasureException("the composite's file " + name + " is not beside the program");
                }
                String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                Files.writeString(folder.resolve(name), text.replace("PARTNER/", partners + "/"));
            }
        }
        return Composite.load(Archive.open(folder), Archive.NOWHERE, Map.of());
    }

    /** A request of about 1 KB. */
    static byte[] request(int number) {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 12; i++) {
            lines.append("<line><product>product ")
                    .append(i)
                    .append("</product><pieces>")
                    .append(number % 7 + i)
                    .append("</pieces></line>");
        }
        return envelope("<item xmlns=\"urn:quotes\"><number>" + number
                + "</number><customer>a customer of the bench</customer>" + lines + "</item>");
    }

    /** What a partner asks for an item. */
    static int price(int number, int partner) {
        return number % 1000 + partner;
    }

    /** What the process replies. */
    static int sum(int number) {
        int sum = 0;
        for (int partner = 1; partner <= PARTNERS; partner++) {
            sum += price(number, partner);
        }
        return sum;
    }

    /** A partner's answer. */
    static byte[] answer(int number, int amount) {
        return envelope(
                "<price xmlns=\"urn:quotes\"><number>" + number + "</number><amount>" + amount + "</amount></price>");
    }

    private static byte[] envelope(String body) {
        return ("<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>" + body
                        + "</s:Body></s:Envelope>")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** The number in the first element of a message that has this name, whatever its prefix. */
    static int number(byte[] message, String element) {
        String text = new String(message, StandardCharsets.UTF_8);
        int name = text.indexOf(element);
        int begin = text.indexOf('>', name) + 1;
        int end = text.indexOf('<', begin);
        if (name < 0 || begin == 0 || end < 0) {
            throw new MeasureException("there is no element " + element + " in " + text);
        }
        return Integer.parseInt(text.substring(begin, end));
    }
}
