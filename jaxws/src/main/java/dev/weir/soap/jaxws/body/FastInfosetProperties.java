package dev.weir.soap.jaxws.body;

import dev.weir.soap.jaxws.model.InterfaceException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What properties say of Fast Infoset; used by both ends. */
public final class FastInfosetProperties {
    /** Of endpoints: whether they speak it, true if not said. Of request contexts: whether requests are sent in it. */
    public static final String ENABLED = "org.apache.cxf.fastinfoset.enabled";

    /** Whether messages may refer to a vocabulary that both ends derive from the WSDL; true if not said. */
    public static final String VOCABULARY = "dev.weir.jaxws.fast-infoset-vocabulary";

    private FastInfosetProperties() {}

    /**
     * True for an end that uses a vocabulary with those who have it, too.
     *
     * @throws InterfaceException for a value that is neither true nor false
     */
    public static boolean hasVocabulary(Map<String, Object> properties) {
        Boolean said = BooleanProperty.read(properties, VOCABULARY);
        return said == null || said;
    }

    /** True for an endpoint that takes Fast Infoset and answers in it. */
    public static boolean isSpoken(Map<String, Object> properties) {
        Boolean said = enabled(properties);
        return said == null || said;
    }

    /**
     * Null where nothing is said.
     *
     * @throws InterfaceException for a value that is neither true nor false
     */
    public static @Nullable Boolean enabled(Map<String, Object> properties) {
        return BooleanProperty.read(properties, ENABLED);
    }
}
