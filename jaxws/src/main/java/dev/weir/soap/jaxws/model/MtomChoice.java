package dev.weir.soap.jaxws.model;

import jakarta.xml.ws.soap.MTOM;
import jakarta.xml.ws.soap.MTOMFeature;
import org.jspecify.annotations.Nullable;

/**
 * Whether messages are sent with binary values in parts, as a program says it.
 *
 * @param said false where nobody has said anything
 * @param threshold values of more bytes than this are parts
 */
public record MtomChoice(boolean said, boolean enabled, int threshold) {
    /** Nobody has said anything: an endpoint answers as it was asked, a client sends base64. */
    public static final MtomChoice UNSAID = new MtomChoice(false, false, 0);

    /** With the standard's threshold, 0. */
    public static final MtomChoice ENABLED = new MtomChoice(true, true, 0);

    /** @param otherwise where there is no annotation */
    public static MtomChoice of(@Nullable MTOM annotation, MtomChoice otherwise) {
        return annotation == null ? otherwise : new MtomChoice(true, annotation.enabled(), annotation.threshold());
    }

    /** What a feature says. */
    public static MtomChoice of(MTOMFeature feature) {
        return new MtomChoice(true, feature.isEnabled(), feature.getThreshold());
    }

    /** As a program says it to a binding, which has no threshold. */
    public MtomChoice enabled(boolean wanted) {
        return new MtomChoice(true, wanted, threshold);
    }
}
