package dev.weir.wsdl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageValueTest {
    private static XmlElement element(String xml) {
        return XmlElement.parse(xml.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void partsComeBackInOrderWithTheirContent() {
        MessageValue message = MessageValue.of("z", element("<o:a xmlns:o='urn:o' id='1'>t<b xmlns=''/>&amp;</o:a>"));
        message.set("a", element("<a>42</a>"));
        message.set("empty", element("<d xmlns='urn:d'/>"));
        MessageValue back = MessageValue.fromBytes(message.toBytes());
        assertEquals(List.of("z", "a", "empty"), new ArrayList<>(back.parts().keySet()));
        assertEquals("t&", back.part("z").stringValue());
        assertEquals("1", back.part("z").attributeValue("id"));
        assertEquals(XmlName.of("b"), back.part("z").elements().get(0).name());
        assertEquals(XmlName.of("urn:d", "d"), back.part("empty").name());
    }

    @Test
    void aQNameInContentStillResolvesAfterStorage() {
        XmlElement inner =
                element("<a xmlns:p='urn:p'><b type='p:t'/></a>").elements().get(0);
        XmlElement back =
                MessageValue.fromBytes(MessageValue.of("b", inner).toBytes()).part("b");
        assertEquals(XmlName.of("urn:p", "t"), back.resolveQName("p:t"));
    }

    @Test
    void aMessageWithoutPartsComesBackWithoutParts() {
        assertEquals(
                0, MessageValue.fromBytes(new MessageValue().toBytes()).parts().size());
    }

    @Test
    void headersAndPropertiesAreKeptBesideTheParts() {
        MessageValue message = MessageValue.of("p", element("<p>one</p>"));
        message.addHeader(element("<h xmlns='urn:h' n='1'>first</h>"));
        message.addHeader(element("<h xmlns='urn:h'>second</h>"));
        message.setProperty("jca.file.FileName", "a < b");
        message.setProperty("empty", "");

        for (MessageValue kept : List.of(message.copy(), MessageValue.fromBytes(message.toBytes()))) {
            assertEquals(List.of("p"), new ArrayList<>(kept.parts().keySet()));
            assertEquals(
                    List.of("first", "second"),
                    kept.headers().stream().map(XmlElement::stringValue).toList());
            assertEquals("1", kept.headers().get(0).attributeValue("n"));
            assertEquals(Map.of("jca.file.FileName", "a < b", "empty", ""), kept.properties());
        }
    }

    @Test
    void aCopyIsOfItsOwn() {
        MessageValue message = MessageValue.of("p", element("<p>one</p>"));
        MessageValue copy = message.copy();
        message.part("p").setText("two");
        assertEquals("one", copy.part("p").stringValue());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<other/>",
                "<message><part><a/></part></message>",
                "<message><part name='a'/></message>",
                "<message><part name='a'><a/><b/></part></message>",
                "<message>text</message>",
                "<message>",
            })
    void whatIsNotAStoredMessageIsRefused(String document) {
        byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
        assertThrows(XmlException.class, () -> MessageValue.fromBytes(bytes));
    }
}
