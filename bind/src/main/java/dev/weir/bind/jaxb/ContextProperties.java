package dev.weir.bind.jaxb;

import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The supported properties of a JAXBContext, by the names of the reference implementation.
 *
 * @param defaultNamespace of types and global elements in packages that do not specify one
 */
record ContextProperties(String defaultNamespace) {
    static ContextProperties of(@Nullable Map<String, ?> properties) throws JAXBException {
        String defaultNamespace = "";
        if (properties != null) {
            for (Map.Entry<String, ?> property : properties.entrySet()) {
                switch (local(property.getKey())) {
                    case "defaultNamespaceRemap" -> defaultNamespace = string(property);
                    case "c14n",
                            "XOP",
                            "XmlAccessorFactory",
                            "improvedXsiTypeHandling",
                            "maxErrorsCount",
                            "retainReferenceToInfo",
                            "supressAccessorWarnings",
                            JAXBContext.JAXB_CONTEXT_FACTORY -> {
                        // Tunes the reference implementation only, or always applies here.
                    }
                    case "treatEverythingNillable", "disableXmlSecurity", "backupWithParentNamespace" -> {
                        if (!Boolean.FALSE.equals(property.getValue())) {
                            throw refused(property);
                        }
                    }
                    default -> throw refused(property);
                }
            }
        }
        return new ContextProperties(defaultNamespace);
    }

    private static String local(String name) {
        for (String prefix : WeirMarshaller.OWN) {
            if (name.startsWith(prefix)) {
                return name.substring(prefix.length());
            }
        }
        return name;
    }

    private static String string(Map.Entry<String, ?> property) throws JAXBException {
        if (property.getValue() instanceof String value) {
            return value;
        }
        throw refused(property);
    }

    private static JAXBException refused(Map.Entry<String, ?> property) {
        return new JAXBException(
                "the property " + property.getKey() + " of a context cannot be " + property.getValue());
    }
}
