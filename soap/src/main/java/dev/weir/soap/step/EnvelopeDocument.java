package dev.weir.soap.step;

import dev.weir.xml.encoding.InfosetEncoding;
import org.jspecify.annotations.Nullable;

/**
 * An envelope's bytes, and what HTTP or MIME say of them.
 *
 * @param mediaType of the envelope as text, also where it is not sent as that; empty where nothing says it
 * @param charset null where nothing says it
 * @param encoding null for text
 */
record EnvelopeDocument(
        byte[] bytes,
        String mediaType,
        @Nullable String charset,
        @Nullable InfosetEncoding encoding) {}
