package dev.weir.bind.context;

import dev.weir.xml.XmlLocation;
import jakarta.xml.bind.ValidationEvent;
import jakarta.xml.bind.helpers.ValidationEventImpl;
import jakarta.xml.bind.helpers.ValidationEventLocatorImpl;
import org.jspecify.annotations.Nullable;

/** Creates the validation events that JAXB's handlers receive. */
public final class ValidationEvents {
    private ValidationEvents() {}

    /** Creates an event at a location; unknown parts of the location are -1 in the event's locator. */
    public static ValidationEvent event(int severity, String message, XmlLocation location, @Nullable Throwable cause) {
        ValidationEventLocatorImpl locator = new ValidationEventLocatorImpl();
        locator.setLineNumber(location.line() == 0 ? -1 : (int) Math.min(location.line(), Integer.MAX_VALUE));
        locator.setColumnNumber(location.column() == 0 ? -1 : (int) Math.min(location.column(), Integer.MAX_VALUE));
        if (location.byteOffset() >= 0) {
            locator.setOffset((int) Math.min(location.byteOffset(), Integer.MAX_VALUE));
        }
        return new ValidationEventImpl(severity, message, locator, cause);
    }
}
