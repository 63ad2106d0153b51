package dev.weir.bind.jaxb;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bind.value.BytesDataSource;
import dev.weir.testing.TestSeed;
import jakarta.activation.DataHandler;
import jakarta.activation.DataSource;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttachmentRef;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlInlineBinaryData;
import jakarta.xml.bind.annotation.XmlMimeType;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.attachment.AttachmentMarshaller;
import jakarta.xml.bind.attachment.AttachmentUnmarshaller;
import java.awt.Image;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.xml.stream.XMLInputFactory;
import javax.xml.transform.Source;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMResult;
import javax.xml.transform.stax.StAXSource;
import javax.xml.transform.stream.StreamSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;

/** Bytes inside the document and beside it (XOP, swaRef), with the reference at the other end. */
class AttachmentsTest {
    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Parcel {
        byte[] plain;

        @XmlMimeType("image/gif")
        byte[] picture;

        @XmlInlineBinaryData
        byte[] inline;

        DataHandler handler;

        @XmlMimeType("text/plain")
        DataHandler typed;

        @XmlAttachmentRef
        DataHandler referred;

        @XmlAttachmentRef
        @XmlAttribute
        DataHandler label;

        List<byte[]> several = new ArrayList<>();
    }

    /** What went beside the document: content type, and bytes, in order. */
    private static class Attachments extends AttachmentMarshaller {
        private final Map<String, byte[]> parts = new LinkedHashMap<>();
        private final List<String> types = new ArrayList<>();
        private final boolean xop;

        Attachments(boolean xop) {
            this.xop = xop;
        }

        private String add(byte[] bytes, String type) {
            String id = "part" + parts.size() + "@weir";
            parts.put("cid:" + id, bytes);
            types.add(type);
            return "cid:" + id;
        }

        @Override
        public String addMtomAttachment(DataHandler data, String namespace, String local) {
            return add(bytes(data), local + " " + data.getContentType());
        }

        @Override
        public String addMtomAttachment(
                byte[] data, int from, int length, String type, String namespace, String local) {
            return length < 4 ? null : add(Arrays.copyOfRange(data, from, from + length), local + " " + type);
        }

        @Override
        public boolean isXOPPackage() {
            return xop;
        }

        @Override
        public String addSwaRefAttachment(DataHandler data) {
            return add(bytes(data), "swa " + data.getContentType());
        }

        AttachmentUnmarshaller back() {
            return new AttachmentUnmarshaller() {
                @Override
                public boolean isXOPPackage() {
                    return xop;
                }

                @Override
                public DataHandler getAttachmentAsDataHandler(String id) {
                    return new DataHandler(source(getAttachmentAsByteArray(id)));
                }

                @Override
                public byte[] getAttachmentAsByteArray(String id) {
                    byte[] bytes = parts.get(id);
                    if (bytes == null) {
                        throw new IllegalArgumentException("there is no part " + id);
                    }
                    return bytes;
                }
            };
        }
    }

    private static DataSource source(byte[] bytes) {
        return new BytesDataSource(bytes, "application/x-thing");
    }

    private static byte[] bytes(DataHandler data) {
        try {
            return data.getInputStream().readAllBytes();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "true,weir,weir",
        "true,weir,reference",
        "true,reference,weir",
        "false,weir,weir",
        "false,weir,reference",
        "false,reference,weir"
    })
    void whatOneWritesTheOtherReads(boolean xop, String from, String to) throws Exception {
        long seed = TestSeed.of(AttachmentsTest.class);
        Random random = new Random(seed);
        ReferenceComparison beside = new ReferenceComparison(Parcel.class);
        JAXBContext writing = from.equals("weir") ? beside.weir : beside.reference;
        JAXBContext reading = to.equals("weir") ? beside.weir : beside.reference;
        for (int i = 0; i < 20; i++) {
            Parcel sent = parcel(random);
            Attachments attachments = new Attachments(xop);
            Marshaller marshaller = writing.createMarshaller();
            marshaller.setAttachmentMarshaller(attachments);
            StringWriter out = new StringWriter();
            marshaller.marshal(sent, out);
            String xml = out.toString();
            Unmarshaller unmarshaller = reading.createUnmarshaller();
            unmarshaller.setAttachmentUnmarshaller(attachments.back());
            Parcel back = (Parcel) unmarshaller.unmarshal(new StringReader(xml));
            String where = "-Dweir.seed=" + seed + " " + xml;
            assertArrayEquals(sent.plain, back.plain, where);
            assertArrayEquals(sent.picture, back.picture, where);
            assertArrayEquals(sent.inline, back.inline, where);
            assertArrayEquals(bytes(sent.handler), bytes(back.handler), where);
            assertArrayEquals(bytes(sent.typed), bytes(back.typed), where);
            assertArrayEquals(bytes(sent.referred), bytes(back.referred), where);
            assertArrayEquals(bytes(sent.label), bytes(back.label), where);
            assertEquals(sent.several.size(), back.several.size(), where);
            for (int k = 0; k < sent.several.size(); k++) {
                assertArrayEquals(sent.several.get(k), back.several.get(k), where);
            }
            Attachments other = new Attachments(xop);
            Marshaller beside2 = beside.reference.createMarshaller();
            beside2.setAttachmentMarshaller(other);
            beside2.marshal(sent, new StringWriter());
            assertEquals(other.types, attachments.types, "parts and their types: " + where);
            assertTrue(attachments.parts.size() >= 2, where);
        }
    }

    private static Parcel parcel(Random random) {
        Parcel parcel = new Parcel();
        parcel.plain = some(random);
        parcel.picture = some(random);
        parcel.inline = some(random);
        parcel.handler = new DataHandler(source(some(random)));
        parcel.typed = new DataHandler(source(some(random)));
        parcel.referred = new DataHandler(source(some(random)));
        parcel.label = new DataHandler(source(some(random)));
        for (int i = random.nextInt(3); i > 0; i--) {
            parcel.several.add(some(random));
        }
        return parcel;
    }

    private static byte[] some(Random random) {
        byte[] bytes = new byte[random.nextInt(40)];
        random.nextBytes(bytes);
        return bytes;
    }

    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Album {
        Image cover;

        @XmlMimeType("image/jpeg")
        Image photo;

        @XmlAttribute
        Image icon;

        List<Image> page = new ArrayList<>();

        @XmlMimeType("text/xml; charset=UTF-16")
        Source index;

        Source note;
    }

    @ParameterizedTest
    @CsvSource({
        "true,weir,weir",
        "true,weir,reference",
        "true,reference,weir",
        "false,weir,weir",
        "false,weir,reference",
        "false,reference,weir"
    })
    void imagesAndDocumentsAreBytesToo(boolean xop, String from, String to) throws Exception {
        ReferenceComparison beside = new ReferenceComparison(Album.class);
        Attachments attachments = new Attachments(xop);
        Marshaller marshaller = (from.equals("weir") ? beside.weir : beside.reference).createMarshaller();
        marshaller.setAttachmentMarshaller(attachments);
        StringWriter out = new StringWriter();
        marshaller.marshal(album(), out);
        Unmarshaller unmarshaller = (to.equals("weir") ? beside.weir : beside.reference).createUnmarshaller();
        unmarshaller.setAttachmentUnmarshaller(attachments.back());
        Album back = (Album) unmarshaller.unmarshal(new StringReader(out.toString()));
        assertEquals(0xFF336699, ((BufferedImage) back.cover).getRGB(2, 3), out::toString);
        assertEquals(4, back.photo.getWidth(null));
        assertEquals(0xFF000000, ((BufferedImage) back.icon).getRGB(0, 0));
        assertEquals(2, back.page.size());
        assertEquals("index", root(back.index));
        assertEquals("note", root(back.note));
        if (xop) {
            assertTrue(attachments.types.contains("cover image/png"), attachments.types::toString);
            assertTrue(attachments.types.contains("photo image/jpeg"), attachments.types::toString);
        }
    }

    @Test
    void aDocumentThatCanBeReadOnceIsWrittenAlsoWhereAPartForItIsRefused() throws Exception {
        Album album = new Album();
        album.note = new StreamSource(new StringReader("<note/>"));
        Marshaller marshaller = new ReferenceComparison(Album.class).weir.createMarshaller();
        marshaller.setAttachmentMarshaller(new Attachments(true) {
            @Override
            public String addMtomAttachment(
                    byte[] data, int from, int length, String type, String namespace, String local) {
                return null;
            }
        });
        StringWriter out = new StringWriter();
        marshaller.marshal(album, out);
        Album back = (Album) new ReferenceComparison(Album.class)
                .reference
                .createUnmarshaller()
                .unmarshal(new StringReader(out.toString()));
        assertEquals("note", root(back.note));
    }

    private static Album album() {
        Album album = new Album();
        album.cover = image(BufferedImage.TYPE_INT_ARGB, 0xFF336699);
        album.photo = image(BufferedImage.TYPE_INT_RGB, 0xFFFFFF);
        album.icon = image(BufferedImage.TYPE_INT_RGB, 0);
        album.page.add(album.cover);
        album.page.add(album.photo);
        album.index = new StreamSource(new StringReader("<index>\u00e9</index>"));
        album.note = new StreamSource(new StringReader("<note/>"));
        return album;
    }

    /** Woodstox and Weir report CDATA sections as what they are; the JDK's Transformer would lose them. */
    @Test
    void aDocumentByStaxKeepsItsCdataSections() throws Exception {
        Album album = new Album();
        album.note = new StAXSource(
                XMLInputFactory.newFactory().createXMLStreamReader(new StringReader("<note>a<![CDATA[<b>]]>c</note>")));
        StringWriter out = new StringWriter();
        ReferenceComparison beside = new ReferenceComparison(Album.class);
        beside.weir.createMarshaller().marshal(album, out);
        Album back = (Album) beside.reference.createUnmarshaller().unmarshal(new StringReader(out.toString()));
        assertEquals("a<b>c", document(back.note).getDocumentElement().getTextContent());
    }

    private static Image image(int type, int colour) {
        BufferedImage image = new BufferedImage(4, 4, type);
        for (int i = 0; i < 16; i++) {
            image.setRGB(i % 4, i / 4, colour);
        }
        return image;
    }

    private static String root(Source source) throws Exception {
        return document(source).getDocumentElement().getLocalName();
    }

    private static Document document(Source source) throws Exception {
        DOMResult result = new DOMResult();
        TransformerFactory.newDefaultInstance().newTransformer().transform(source, result);
        return (Document) result.getNode();
    }

    @Test
    void bytesThatAreNoImageAreToldAndPassedOver() throws Exception {
        List<String> told = new ArrayList<>();
        Unmarshaller unmarshaller = new ReferenceComparison(Album.class).weir.createUnmarshaller();
        unmarshaller.setEventHandler(event -> told.add(event.getMessage()));
        Album album = (Album)
                unmarshaller.unmarshal(new StringReader("<album><cover>d2Vpcg==</cover><note>PGEvPg==</note></album>"));
        assertNull(album.cover);
        assertEquals("a", root(album.note));
        assertTrue(told.size() == 1 && told.get(0).contains("not an image"), told::toString);
    }
}
