package dev.weir.bind.value;

import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.function.LongConsumer;
import javax.xml.transform.Source;
import org.jspecify.annotations.Nullable;

/**
 * A Java class whose objects are bytes in a document, in base64 or as an attachment: an image, or a separate document.
 */
public abstract class EncodedType extends SimpleType {
    EncodedType(Class<?> type) {
        super(type, "base64Binary");
    }

    /** That of an object, by its class; null for other classes. */
    static @Nullable EncodedType of(Object value) {
        if (value instanceof Source) {
            return Sources.make();
        }
        for (Class<?> type = value.getClass(); type != null; type = type.getSuperclass()) {
            if (type.getName().equals(Images.CLASS_NAME)) { // the module of the class itself may be missing
                return Images.make();
            }
        }
        return null;
    }

    /**
     * What texts of a media type are in: UTF-8 where it does not say.
     *
     * @throws IllegalArgumentException for a name that stands for none
     */
    static Charset charset(String mimeType) {
        int parameter = mimeType.indexOf("charset=");
        return parameter < 0
                ? StandardCharsets.UTF_8
                : Charset.forName(mimeType.substring(parameter + 8)
                        .replace("\"", "")
                        .split(";", 2)[0]
                        .trim());
    }

    /** The media type if none is specified. */
    public abstract String usualMimeType();

    /** @param mimeType the media type to encode as */
    public abstract byte[] encode(Object value, String mimeType);

    /**
     * The object that bytes are.
     *
     * @param mimeType the declared media type of the bytes
     * @param memory receives what the object takes of the heap beside the bytes, before it is made; what it throws is thrown
     */
    public abstract Object decode(byte[] bytes, String mimeType, LongConsumer memory);

    @Override
    public final boolean isBinary() {
        return true;
    }

    @Override
    public final Object parse(String text, @Nullable XmlReader scope) {
        return decode(Lexical.toBase64(text), usualMimeType(), bytes -> {});
    }

    @Override
    public final String print(Object value, XmlWriter scope) {
        return Base64.getEncoder().encodeToString(encode(value, usualMimeType()));
    }
}
