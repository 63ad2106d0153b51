package dev.weir.soap.envelope;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContentTypeTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "text/xml | text/xml | ~~ | ~~",
                "Text/XML ; Charset=UTF-8 | text/xml | charset | UTF-8",
                "text/xml;charset=\"utf-8\" | text/xml | charset | utf-8",
                "application/soap+xml; action=\"urn:a;b=\\\"c\\\"\"; charset=x | application/soap+xml | action | urn:a;b=\"c\"",
                "application/soap+xml; action=\"urn:a;b\"; charset=x | application/soap+xml | charset | x",
                "a/b;;c=d | a/b | ;c | d",
                "a/b; c=\"unclosed | a/b | c | unclosed",
                "; | ~~ | ~~ | ~~",
            })
    void mediaTypeAndParametersAreTakenApart(String field, String mediaType, String name, String value) {
        ContentType type = ContentType.parse(field);
        assertEquals(mediaType == null ? "" : mediaType, type.mediaType());
        if (name != null && !name.isEmpty()) {
            assertEquals(value, type.parameter(name));
        } else {
            assertEquals(Map.of(), type.parameters());
        }
    }

    @Test
    void noFieldIsNoType() {
        assertEquals("", ContentType.parse(null).mediaType());
    }
}
