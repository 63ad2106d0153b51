package dev.weir.composite.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutwardReasonTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "no answer of http://10.0.0.7:8080/a?b=c, HTTP 500 | no answer of its address, HTTP 500",
                "no connection to https://inside:8443: refused | no connection to its address: refused",
                "to https://a: its certificate is for b.example, not for a | to its address: its certificate is refused",
                "no connection: inside/10.0.0.7:8080 | no connection: its address",
                "no connection: localhost/[0:0:0:0:0:0:0:1]:80 | no connection: its address",
                "xsl/a.xsl:39:127: no such file | a file of the composite: no such file",
                "file:/etc/passwd is not XML | its address is not XML",
                "the element {http://shop/1.0}order is missing | the element {http://shop/1.0}order is missing",
                "One of '{\"http://shop/1.0\":a, \"http://shop/1.0\":b}' is expected | One of '{\"http://shop/1.0\":a, \"http://shop/1.0\":b}' is expected",
                "\"http://inside/a\": no answer | \"its address\": no answer",
                "$order/t:a[1] selects 0 nodes | $order/t:a[1] selects 0 nodes",
                "10/4 is no xs:unsignedInt | 10/4 is no xs:unsignedInt",
            })
    void addressesOfPartnersAndPlacesInFilesAreLeftOut(String reason, String outside) {
        assertEquals(outside, OutwardReason.of(reason));
    }

    @Test
    void itIsOneLineOfBoundedLength() {
        assertEquals("a b c", OutwardReason.of(" a\r\n\tb   c "));
        String outside = OutwardReason.of("x".repeat(10_000_000));
        assertTrue(outside.length() <= OutwardReason.LONGEST + 1, () -> "length " + outside.length());
    }
}
