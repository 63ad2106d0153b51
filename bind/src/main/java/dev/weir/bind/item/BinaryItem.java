package dev.weir.bind.item;

import dev.weir.bind.codec.ItemCodec;
import dev.weir.bind.context.MarshalContext;
import dev.weir.bind.context.UnmarshalContext;
import dev.weir.bind.value.BytesDataSource;
import dev.weir.bind.value.ContentDataSource;
import dev.weir.bind.value.EncodedType;
import dev.weir.bind.value.HandlerContent;
import dev.weir.bind.value.Lexical;
import dev.weir.bind.value.SimpleType;
import dev.weir.xml.BinaryContent;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import jakarta.activation.DataHandler;
import jakarta.xml.bind.attachment.AttachmentMarshaller;
import jakarta.xml.bind.attachment.AttachmentUnmarshaller;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Binary data, or a value encoded as such: in base64, or as an attachment by XOP or by swaRef (SOAP with Attachments).
 */
final class BinaryItem extends ItemCodec {
    private static final String XOP = "http://www.w3.org/2004/08/xop/include";
    private static final XmlName INCLUDE = XmlName.of(XOP, "Include");
    private static final XmlName HREF = XmlName.of("href");

    private final SimpleType type;
    private final String mimeType;
    private final boolean inline;
    private final boolean reference;
    private final boolean isHandler;
    private final @Nullable EncodedType encoded;

    BinaryItem(SimpleType type, @Nullable String mimeType, boolean inline, boolean reference) {
        this.type = type;
        this.encoded = type instanceof EncodedType one ? one : null;
        this.mimeType =
                mimeType != null ? mimeType : encoded != null ? encoded.usualMimeType() : BinaryContent.ANY_TYPE;
        this.inline = inline;
        this.reference = reference;
        this.isHandler = type.type() == DataHandler.class;
    }

    @Override
    public @Nullable Object read(XmlReader reader, UnmarshalContext in, @Nullable Object parent) {
        AttachmentUnmarshaller attachments = in.attachments();
        if (attachments != null && reference) {
            return attached(attachments, Lexical.trim(reader.elementText()), in);
        }
        if (attachments == null || !attachments.isXOPPackage()) {
            if (isHandler) {
                return new DataHandler(new ContentDataSource(reader.elementBinary()));
            }
            return encoded == null
                    ? type.readElement(reader)
                    : encoded.decode(reader.elementBase64(), mimeType, in.memory());
        }
        return packed(reader, attachments, in);
    }

    /** Reads either base64 text or one xop:Include. */
    private @Nullable Object packed(XmlReader reader, AttachmentUnmarshaller attachments, UnmarshalContext in) {
        StringBuilder text = new StringBuilder();
        Object found = null;
        for (XmlEvent event = reader.next(); event != XmlEvent.END_ELEMENT; event = reader.next()) {
            if (event == XmlEvent.TEXT) {
                reader.appendText(text);
            } else if (event == XmlEvent.START_ELEMENT) {
                String id = reader.name().equals(INCLUDE) ? reader.attributeValue(HREF) : null;
                if (id == null) {
                    throw new IllegalArgumentException(
                            "binary data must be base64 or an xop:Include with an href, not " + reader.name());
                }
                found = attached(attachments, id, in);
                reader.skipElement();
            }
        }
        return found != null ? found : parsed(text.toString(), reader, in);
    }

    private Object attached(AttachmentUnmarshaller attachments, String id, UnmarshalContext in) {
        Object found =
                isHandler ? attachments.getAttachmentAsDataHandler(id) : attachments.getAttachmentAsByteArray(id);
        if (found == null) {
            throw new IllegalArgumentException("there is no attachment " + id);
        }
        return encoded == null ? found : encoded.decode((byte[]) found, mimeType, in.memory());
    }

    @Override
    public @Nullable Object parse(String text, XmlReader scope, UnmarshalContext in) {
        AttachmentUnmarshaller attachments = in.attachments();
        return reference && attachments != null
                ? attached(attachments, Lexical.trim(text), in)
                : parsed(text, scope, in);
    }

    private @Nullable Object parsed(String text, XmlReader scope, UnmarshalContext in) {
        return encoded == null
                ? type.parse(text, scope)
                : encoded.decode(Lexical.toBase64(text), encoded.usualMimeType(), in.memory());
    }

    @Override
    public void write(Object value, XmlWriter writer, MarshalContext out) {
        AttachmentMarshaller attachments = out.attachments();
        if (attachments != null && reference) {
            writer.text(attachments.addSwaRefAttachment(handler(value)));
            return;
        }
        // Once: what a Source is made of may be there for one reader only.
        byte[] bytes = isHandler && !inline ? null : bytes(value);
        if (attachments != null && !inline && attachments.isXOPPackage()) {
            XmlName around = out.current();
            String id = bytes == null
                    ? attachments.addMtomAttachment((DataHandler) value, around.namespace(), around.local())
                    : attachments.addMtomAttachment(
                            bytes, 0, bytes.length, mimeType, around.namespace(), around.local());
            if (id != null) {
                writer.startElement("xop", INCLUDE);
                writer.attribute(HREF, id);
                writer.endElement();
                return;
            }
        }
        if (bytes != null && inline) {
            writer.base64(bytes, 0, bytes.length);
        } else {
            // The writer may have a better place for it than the document.
            writer.binary(bytes == null ? HandlerContent.of((DataHandler) value) : BinaryContent.of(bytes, mimeType));
        }
    }

    private byte[] bytes(Object value) {
        if (isHandler) {
            return BytesDataSource.bytes((DataHandler) value);
        }
        return encoded == null ? (byte[]) value : encoded.encode(value, mimeType);
    }

    private DataHandler handler(Object value) {
        return isHandler ? (DataHandler) value : new DataHandler(new BytesDataSource(bytes(value), mimeType));
    }

    @Override
    public String print(Object value, XmlWriter scope, MarshalContext out) {
        AttachmentMarshaller attachments = out.attachments();
        return reference && attachments != null
                ? attachments.addSwaRefAttachment(handler(value))
                : encoded != null ? Base64.getEncoder().encodeToString(bytes(value)) : type.print(value, scope);
    }
}
