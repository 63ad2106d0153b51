package dev.weir.server.admin;

import dev.weir.composite.assembly.Component;
import dev.weir.composite.assembly.Composite;
import dev.weir.composite.assembly.CompositeReference;
import dev.weir.composite.assembly.CompositeService;
import dev.weir.composite.assembly.Contract;
import dev.weir.composite.assembly.WsBinding;
import dev.weir.server.admin.AdminRecords.ComponentPart;
import dev.weir.server.admin.AdminRecords.CompositeParts;
import dev.weir.server.admin.AdminRecords.CompositeView;
import dev.weir.server.admin.AdminRecords.ReferencePart;
import dev.weir.server.admin.AdminRecords.ServicePart;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A composite as people look at it. */
final class PartsView {
    private static final String HIDDEN = "(not shown)";

    private PartsView() {}

    /** @param offered the names of the services that take messages by SOAP */
    static CompositeParts of(CompositeView view, Composite composite, Set<String> offered) {
        return new CompositeParts(
                view,
                composite.label(),
                shown(composite.properties(), List.of()),
                composite.services().values().stream()
                        .map(service -> of(service, offered.contains(service.name())))
                        .toList(),
                composite.components().values().stream()
                        .map(component -> of(component, composite.location()))
                        .toList(),
                composite.references().values().stream().map(PartsView::of).toList());
    }

    private static ServicePart of(CompositeService service, boolean offered) {
        return new ServicePart(
                service.name(), portType(service.contract()), offered, shown(service.properties(), service.bindings()));
    }

    private static ComponentPart of(Component component, URI composite) {
        String folder = composite.resolve(".").toString();
        String file = component.source().toString();
        return new ComponentPart(
                component.name(),
                component.kind().title(),
                file.startsWith(folder) ? file.substring(folder.length()) : file,
                shown(component.properties(), List.of()));
    }

    private static ReferencePart of(CompositeReference reference) {
        return new ReferencePart(
                reference.name(),
                portType(reference.contract()),
                reference.bindings().stream()
                        .map(WsBinding::address)
                        .filter(address -> !address.isEmpty())
                        .toList(),
                shown(reference.properties(), reference.bindings()));
    }

    private static String portType(Contract contract) {
        return contract.portType().name().toString();
    }

    /** Those of a part and of its bindings; of one that several bindings have, the first. */
    private static Map<String, String> shown(Map<String, String> properties, List<WsBinding> bindings) {
        Map<String, String> all = new TreeMap<>(properties);
        bindings.forEach(binding -> binding.properties().forEach(all::putIfAbsent));
        all.replaceAll((name, value) -> isSecret(name) ? HIDDEN : value);
        return all;
    }

    private static boolean isSecret(String property) {
        String name = property.toLowerCase(Locale.ROOT);
        return name.contains("password") || name.contains("secret") || name.contains("csf");
    }
}
