package dev.weir.composite.runtime;

import dev.weir.composite.assembly.Composite;
import dev.weir.composite.audit.AuditConfig;
import dev.weir.composite.retention.RetentionConfig;
import dev.weir.store.ComponentId;
import dev.weir.store.CompositeRevision;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What operators should know of settings for one composite or component: a setting may come before the deployment that it is
 * for, and a name that is misspelled looks the same. Thread-safe.
 */
final class SettingNotes {
    private final Supplier<Deployed> deployed;

    SettingNotes(Supplier<Deployed> deployed) {
        this.deployed = deployed;
    }

    /**
     * That nothing deployed has the setting's name; null where something has.
     *
     * @param setting its name, which has been checked
     */
    @Nullable String of(String setting) {
        if (setting.startsWith(AuditConfig.OF)) {
            String part = setting.substring(AuditConfig.OF.length());
            return part.indexOf('/') == part.lastIndexOf('/')
                    ? ofComposite(CompositeRevision.parse(part), "the setting holds when it is")
                    : ofComponent(ComponentId.parse(part));
        }
        if (setting.startsWith(RetentionConfig.OF)) {
            return ofComposite(
                    CompositeRevision.parse(setting.substring(RetentionConfig.OF.length())),
                    "the setting holds when it is, and for the instances that it has left");
        }
        return null;
    }

    private @Nullable String ofComposite(CompositeRevision name, String then) {
        return deployed.get().landscape().find(name) == null ? "no composite " + name + " is deployed; " + then : null;
    }

    /** What composite.xml names has levels, its services and references too. */
    private @Nullable String ofComponent(ComponentId id) {
        Served served = deployed.get().served(id.composite());
        if (served == null) {
            return ofComposite(id.composite(), "the setting holds when it is");
        }
        Composite composite = served.version().compiled().composite();
        boolean known = composite.components().containsKey(id.name())
                || composite.services().containsKey(id.name())
                || composite.references().containsKey(id.name())
                || composite.unavailable().stream().anyMatch(part -> part.name().equals(id.name()));
        return known
                ? null
                : "composite " + id.composite() + " has no component " + id.name()
                        + "; the setting holds when it has one";
    }
}
