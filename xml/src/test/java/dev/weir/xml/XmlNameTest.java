package dev.weir.xml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Names as text. */
class XmlNameTest {
    @Test
    void aNameIsReadAsItIsWrittenWhateverItsNamespace() {
        for (String namespace : List.of("", "urn:a", "${a}", "{{a}}", "}", "a}b{c")) {
            XmlName name = XmlName.of(namespace, "local");
            assertEquals(name, XmlName.parse(name.toString()));
        }
        assertEquals(XmlName.of("", "local"), XmlName.parse("{}local"));
        assertThrows(IllegalArgumentException.class, () -> XmlName.parse("{urn:a"));
    }
}
