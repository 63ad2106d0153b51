package dev.weir.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The orders example's messages, under order numbers of a test's own. */
final class OrderMessages {
    private static final Path PAYLOADS = RunningWeir.repository().resolve("examples/orders/payloads");

    private OrderMessages() {}

    /** A message of the example as it lies there. */
    static String payload(String file) {
        try {
            return Files.readString(PAYLOADS.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String payload(String file, String orderNumber) {
        return payload(file).replaceAll("<((?:\\w+:)?OrderNumber)>[^<]*</", "<$1>" + orderNumber + "</");
    }

    /** Answered as soon as credit is checked. */
    static String place(String orderNumber) {
        return payload("order-5k.xml", orderNumber);
    }

    /** Answered when its shipping is confirmed. */
    static String placeWhenShipped(String orderNumber) {
        return payload("order-when-shipped.xml", orderNumber);
    }

    /** One-way; goes to France, so the process pauses for review before it waits for the shipping. */
    static String submitForReview(String orderNumber) {
        return payload("submit-order.xml", orderNumber).replace("<cmn:CountryCode>NL<", "<cmn:CountryCode>FR<");
    }

    /** One-way; goes to the Netherlands, so the process waits for the shipping at once. */
    static String submitDomestic(String orderNumber) {
        return payload("submit-order.xml", orderNumber).replace("<cmn:CountryCode>FR<", "<cmn:CountryCode>NL<");
    }

    static String confirmSubmitted(String orderNumber) {
        return payload("confirm-submitted.xml", orderNumber);
    }

    static String confirmPlaced(String orderNumber) {
        return payload("confirm-placed.xml", orderNumber);
    }

    static String asSoap12(String soap11) {
        return soap11.replace("http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope");
    }
}
