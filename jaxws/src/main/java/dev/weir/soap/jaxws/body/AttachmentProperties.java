package dev.weir.soap.jaxws.body;

import dev.weir.soap.jaxws.model.InterfaceException;
import dev.weir.soap.jaxws.model.MtomChoice;
import dev.weir.soap.mtom.AttachmentOptions;
import dev.weir.soap.mtom.AttachmentOptions.Use;
import dev.weir.soap.mtom.MimeLimits;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/** What properties by CXF's names say of attachments; used by both ends. */
public final class AttachmentProperties {
    public static final Set<String> NAMES =
            Set.of("attachment-max-size", "attachment-memory-threshold", "attachment-directory");

    private AttachmentProperties() {}

    /** @throws InterfaceException for a value that is none; names the property */
    public static AttachmentOptions read(Map<String, Object> properties, MtomChoice mtom) {
        AttachmentOptions options = AttachmentOptions.DEFAULT;
        MimeLimits limits = options.limits();
        Object most = properties.get("attachment-max-size");
        if (most != null) {
            limits = limits.withMaxMessageBytes(number("attachment-max-size", most));
        }
        Object memory = properties.get("attachment-memory-threshold");
        if (memory != null) {
            long bytes = number("attachment-memory-threshold", memory);
            limits = limits.withMemoryBytes((int) Math.min(bytes, Integer.MAX_VALUE - 16));
        }
        options = options.withLimits(limits);
        Object directory = properties.get("attachment-directory");
        if (directory != null) {
            try {
                options = options.withDirectory(Path.of(directory.toString()));
            } catch (InvalidPathException e) {
                throw new InterfaceException(
                        "the property attachment-directory must name a directory: " + directory, e);
            }
        }
        if (!mtom.said()) {
            return options;
        }
        return options.withThreshold(mtom.threshold()).withUse(mtom.enabled() ? Use.ALWAYS : Use.NEVER);
    }

    private static long number(String name, Object value) {
        try {
            long bytes = Long.parseLong(value.toString());
            if (bytes >= 0) {
                return bytes;
            }
        } catch (NumberFormatException e) {
            throw new InterfaceException("the property " + name + " must be a number of bytes: " + value, e);
        }
        throw new InterfaceException("the property " + name + " must be a number of bytes, not less than 0: " + value);
    }
}
