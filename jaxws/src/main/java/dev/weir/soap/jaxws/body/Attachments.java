package dev.weir.soap.jaxws.body;

import dev.weir.bind.value.ContentDataSource;
import dev.weir.bind.value.HandlerContent;
import dev.weir.soap.mtom.XopPackage;
import dev.weir.soap.mtom.XopReader;
import dev.weir.xml.BinaryContent;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import jakarta.activation.DataHandler;
import jakarta.xml.bind.attachment.AttachmentMarshaller;
import jakarta.xml.bind.attachment.AttachmentUnmarshaller;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Values of type swaRef and the parts of a message that they name. Those of an xop:Include need nothing of this: readers and
 * writers have the parts in the place of base64.
 */
public final class Attachments {
    private Attachments() {}

    /** Null for a message without parts. */
    public static @Nullable AttachmentUnmarshaller of(XmlReader reader) {
        return reader instanceof XopReader known ? new Received(known) : null;
    }

    /** Null where the message can have no parts: values are base64 then. */
    static @Nullable AttachmentMarshaller of(XmlWriter writer) {
        XopPackage parts = XopPackage.of(writer);
        return parts == null ? null : new Sent(parts, false);
    }

    /** For a marshaller that writes references itself, as those of any implementation of Jakarta XML Binding do. */
    public static AttachmentMarshaller of(XopPackage parts) {
        return new Sent(parts, parts.isXop());
    }

    private static final class Received extends AttachmentUnmarshaller {
        private final XopReader reader;

        Received(XopReader reader) {
            this.reader = reader;
        }

        @Override
        public DataHandler getAttachmentAsDataHandler(String reference) {
            return new DataHandler(new ContentDataSource(reader.attachment(reference)));
        }

        @Override
        public byte[] getAttachmentAsByteArray(String reference) {
            return reader.attachmentBytes(reference);
        }
    }

    private static final class Sent extends AttachmentMarshaller {
        private final XopPackage parts;
        private final boolean xop;

        Sent(XopPackage parts, boolean xop) {
            this.parts = parts;
            this.xop = xop;
        }

        @Override
        public boolean isXOPPackage() {
            return xop;
        }

        @Override
        public @Nullable String addMtomAttachment(DataHandler data, String namespace, String local) {
            return added(HandlerContent.of(data));
        }

        /** Null for content that stays in the envelope. */
        private @Nullable String added(BinaryContent content) {
            return parts.takes(content) ? parts.add(content) : null;
        }

        @Override
        public @Nullable String addMtomAttachment(
                byte[] data, int offset, int length, @Nullable String mimeType, String namespace, String local) {
            byte[] part = new byte[length];
            System.arraycopy(data, offset, part, 0, length);
            return added(BinaryContent.of(part, Objects.requireNonNullElse(mimeType, BinaryContent.ANY_TYPE)));
        }

        @Override
        public String addSwaRefAttachment(DataHandler data) {
            return parts.add(HandlerContent.of(data));
        }
    }
}
