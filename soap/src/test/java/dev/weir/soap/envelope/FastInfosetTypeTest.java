package dev.weir.soap.envelope;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who wants answers in Fast Infoset, by the Accept field. */
class FastInfosetTypeTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/fastinfoset | true",
                "text/xml, application/fastinfoset | true",
                "text/xml, multipart/related, Application/FastInfoset;q=1.0, */* | true",
                "application/fastinfoset, text/xml, *; q=.2, */*; q=.2 | true",
                "application/soap+fastinfoset;q=0.5, */* | false",
                "application/soap+fastinfoset;q=0.5, text/* | false",
                "application/soap+fastinfoset;q=0.5, application/*;q=0.6 | false",
                "application/fastinfoset;q=0.5, */*, text/*;q=0.1, application/*;q=0.1 | true",
                "application/fastinfoset;q=0.5, text/*, text/xml;q=0.1, application/*;q=0.1 | true",
                "application/fastinfoset;q=0.5, text/xml;q=0.4 | true",
                "application/fastinfoset;q=0.5, text/xml | false",
                "application/fastinfoset;q=0.5, application/soap+xml;q=0.6 | false",
                "application/fastinfoset;q=0, application/soap+fastinfoset | true",
                "application/fastinfoset;q=0.000 | false",
                "application/fastinfoset;q=high | true",
                "text/xml | false",
                "'' | false",
                "| false"
            })
    void acceptedIsWhatIsWantedAtLeastAsMuchAsText(String accept, boolean accepted) {
        assertEquals(accepted, FastInfosetType.isAccepted(accept));
    }
}
