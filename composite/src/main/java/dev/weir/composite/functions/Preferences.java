package dev.weir.composite.functions;

import dev.weir.xml.XmlName;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathFunctions;
import dev.weir.xpath.functions.OracleFunctions;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code ora:getPreference}: what a component's properties {@code bpel.preference.NAME} say; empty for others. */
final class Preferences implements XPathFunctions {
    private static final XmlName GET_PREFERENCE = XmlName.of(OracleFunctions.XPATH, "getPreference");
    private static final String PREFIX = "bpel.preference.";

    private final Map<String, String> properties;

    Preferences(Map<String, String> properties) {
        this.properties = properties;
    }

    @Override
    public @Nullable XPathFunction function(XmlName name) {
        return name.equals(GET_PREFERENCE) ? (scope, arguments) -> preference(arguments) : null;
    }

    private String preference(List<Object> arguments) {
        if (arguments.size() != 1) {
            throw new XPathException("ora:getPreference() takes 1 argument, and is given " + arguments.size());
        }
        return properties.getOrDefault(PREFIX + arguments.get(0), "");
    }
}
