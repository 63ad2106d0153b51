package dev.weir.composite.assembly;

import dev.weir.wsdl.Resources;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlAttribute;
import dev.weir.xml.tree.XmlElement;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds documents of the composites of this server behind the addresses that composites write: {@code
 * http://HOST/soa-infra/services/PARTITION/NAME[!REVISION]/SERVICE?wsdl} is the WSDL of that service's interface,
 * {@code .../NAME[!REVISION]/PATH} a file of that composite. The host is not looked at. What is not such an address is
 * asked of the resources behind it. Thread-safe if the lookup is.
 *
 * <p>Relative imports in a WSDL found by its service's name are made absolute, for they are meant relative to the file.
 */
public final class LocalComposites implements Resources {
    private static final Pattern ADDRESS =
            Pattern.compile("/soa-infra/services/([^/]+)/([^/!]+)(?:!([^/*]+)(?:\\*[^/]*)?)?/(.+)");
    private static final Set<String> REFERRING = Set.of("import", "include", "redefine");

    private final Lookup lookup;
    private final Resources others;

    /** Finds a composite of this server, deployed or about to be. */
    @FunctionalInterface
    public interface Lookup {
        /** @param revision null for the default revision */
        @Nullable Archive find(String partition, String composite, @Nullable String revision);
    }

    public LocalComposites(Lookup lookup, Resources others) {
        this.lookup = lookup;
        this.others = others;
    }

    /**
     * What an address names.
     *
     * @param revision null for the default revision
     * @param path the service, or a file
     */
    public record Address(
            String partition, String composite, @Nullable String revision, String path) {
        /** Null for what is not the address of a composite. */
        public static @Nullable Address parse(URI uri) {
            String scheme = uri.getScheme();
            String path = uri.getPath();
            if (path == null || !"http".equals(scheme) && !"https".equals(scheme)) {
                return null;
            }
            Matcher matcher = ADDRESS.matcher(path);
            return matcher.matches()
                    ? new Address(matcher.group(1), matcher.group(2), matcher.group(3), matcher.group(4))
                    : null;
        }
    }

    @Override
    public byte[] read(URI uri) {
        Address address = Address.parse(uri);
        if (address == null) {
            return others.read(uri);
        }
        Archive archive = lookup.find(address.partition(), address.composite(), address.revision());
        if (archive == null) {
            return others.read(uri);
        }
        URI file = Archive.resolve(archive.compositeXml(), address.path());
        if (file == null) {
            throw new WsdlException(uri + " does not name a file of the composite " + address.composite());
        }
        if (uri.getQuery() == null && archive.has(file)) {
            return archive.read(file);
        }
        return serviceWsdl(uri, address, archive);
    }

    private static byte[] serviceWsdl(URI uri, Address address, Archive archive) {
        try {
            XmlElement composite = XmlElement.parse(archive.read(archive.compositeXml()));
            for (XmlElement service : composite.elements(XmlName.of(ElementReader.SCA, "service"))) {
                if (address.path().equals(service.attributeValue("name"))) {
                    URI wsdl = wsdlOf(service, composite, archive);
                    if (wsdl != null) {
                        return absolute(archive.read(wsdl), wsdl, uri, address);
                    }
                }
            }
        } catch (XmlException e) {
            throw new WsdlException("composite.xml of " + address.composite() + ": " + e.getMessage(), e);
        }
        throw new WsdlException(uri + ": the composite " + address.composite() + " has no service '" + address.path()
                + "' with a WSDL of its own, and no such file");
    }

    private static @Nullable URI wsdlOf(XmlElement service, XmlElement composite, Archive archive) {
        XmlAttribute hint = service.attribute(ElementReader.WSDL_LOCATION);
        if (hint != null) {
            URI uri = Archive.resolve(archive.compositeXml(), hint.value());
            return uri != null && archive.has(uri) ? uri : null;
        }
        XmlElement contract = service.element(XmlName.of(ElementReader.SCA, "interface.wsdl"));
        String name = contract == null ? null : contract.attributeValue("interface");
        if (name == null) {
            return null;
        }
        for (XmlElement imported : composite.elements(XmlName.of(ElementReader.SCA, "import"))) {
            String location = imported.attributeValue("location");
            if (location != null && name.startsWith(imported.attributeValue("namespace") + "#")) {
                URI uri = Archive.resolve(archive.compositeXml(), location);
                if (uri != null && archive.has(uri)) {
                    return uri;
                }
            }
        }
        return null;
    }

    /** The document with its relative references made absolute: files of the composite under its own address. */
    private static byte[] absolute(byte[] document, URI file, URI uri, Address address) {
        XmlElement root = XmlElement.parse(document);
        String home = uri.getScheme() + "://" + uri.getRawAuthority() + "/soa-infra/services/" + address.partition()
                + "/" + address.composite() + (address.revision() == null ? "" : "!" + address.revision()) + "/";
        Deque<XmlElement> open = new ArrayDeque<>();
        open.add(root);
        while (!open.isEmpty()) {
            XmlElement element = open.remove();
            if (REFERRING.contains(element.name().local())) {
                for (String attribute : new String[] {"location", "schemaLocation"}) {
                    String location = element.attributeValue(attribute);
                    URI target = location == null ? null : Archive.resolve(file, location);
                    if (target != null && Archive.owns(target)) {
                        element.attribute(XmlName.of(attribute), home + Archive.shown(target));
                    }
                }
            }
            open.addAll(element.elements());
        }
        return root.toBytes();
    }
}
