package dev.weir.soap.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The list of services leads to them from wherever it is served. */
class ServiceIndexTest {
    @ParameterizedTest
    @CsvSource({
        "/, /adder, adder",
        "/, /texts/echo, texts/echo",
        "/soa-infra, /soa-infra/services/a, soa-infra/services/a",
        "/soa-infra/, /soa-infra/services/a, services/a",
        "/app/services/, /other, ../../other",
        "/app/, /app/, ./",
        "/app/, /, ../",
        "/app, /app, app",
        "/, /urn:a, ./urn:a"
    })
    void linksAreRelativeToThePage(String page, String service, String link) {
        assertEquals(link, ServiceIndex.relative(page, service));
        // The same link leads to the same service where a proxy has put both below another path.
        assertEquals(
                "http://localhost/x" + service,
                URI.create("http://localhost/x" + page).resolve(link).toString());
    }

    @Test
    void eachServiceHasItsPageAndItsWsdl() {
        String page = new String(
                ServiceIndex.page("/soa-infra/", List.of(new ServiceIndex.Entry("Orders", "/soa-infra/a&b")))
                        .body(),
                StandardCharsets.UTF_8);
        assertTrue(page.contains("<a href=\"a&amp;b\">Orders</a>"), page);
        assertTrue(page.contains("href=\"a&amp;b?wsdl\""), page);
    }
}
