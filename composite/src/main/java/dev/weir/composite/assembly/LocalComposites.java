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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds documents of the composites of this server behind the addresses that composites write: {@code
 * http://HOST/soa-infra/services/PARTITION/NAME[!REVISION]/SERVICE?wsdl} is the WSDL of that service's interface,
 * {@code .../NAME[!REVISION]/PATH} a file of that composite; a file that is not at its path is the one of its name in
 * another folder, for 12c moved what 11g kept beside composite.xml. The host is not looked at. {@code
 * oramds:/deployed-composites/PARTITION/NAME_revREVISION/PATH} is such a file, too. What is not such an address is asked of
 * the resources behind it. Thread-safe if the lookup is.
 *
 * <p>Relative imports in a WSDL found by its service's name are made absolute, for they are meant relative to the file.
 */
public final class LocalComposites implements Resources {
    private static final Pattern ADDRESS =
            Pattern.compile("/soa-infra/services/([^/]+)/([^/!]+)(?:!([^/*]+)(?:\\*[^/]*)?)?/(.+)");
    private static final Pattern DEPLOYED =
            Pattern.compile("/+deployed-composites/([^/]+)/([^/]+)_rev([^/]+)/(?:soa_[^/]+/)?(.+)");
    private static final String METADATA = "oramds";
    private static final Set<String> REFERRING = Set.of("import", "include", "redefine");

    private final Lookup lookup;
    private final Resources others;
    /** Where documents were found by their names only. */
    private final Map<URI, String> remarks = new ConcurrentHashMap<>();

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
            boolean deployed = METADATA.equals(scheme);
            if (path == null || !deployed && !"http".equals(scheme) && !"https".equals(scheme)) {
                return null;
            }
            Matcher matcher = (deployed ? DEPLOYED : ADDRESS).matcher(path);
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

    @Override
    public @Nullable String remark(URI uri) {
        String remark = remarks.get(uri);
        return remark == null ? others.remark(uri) : remark;
    }

    private byte[] serviceWsdl(URI uri, Address address, Archive archive) {
        try {
            XmlElement composite = XmlElement.parse(archive.read(archive.compositeXml()));
            for (XmlElement service : composite.elements(XmlName.of(ElementReader.SCA, "service"))) {
                if (address.path().equals(service.attributeValue("name"))) {
                    URI wsdl = wsdlOf(service, composite, archive);
                    if (wsdl != null) {
                        return absolute(
                                Archive.owns(wsdl) ? archive.read(wsdl) : others.read(wsdl), wsdl, uri, address);
                    }
                }
            }
        } catch (XmlException e) {
            throw new WsdlException("composite.xml of " + address.composite() + ": " + e.getMessage(), e);
        }
        URI moved = uri.getQuery() == null ? moved(address, archive) : null;
        if (moved != null) {
            remarks.put(
                    uri,
                    uri + " is not in the composite " + address.composite() + " as " + address.path()
                            + ": the one file of that name, " + Archive.shown(moved)
                            + ", is taken, which Oracle's server does not do");
            return Archive.shown(moved).endsWith(".wsdl")
                            || Archive.shown(moved).endsWith(".xsd")
                    ? absolute(archive.read(moved), moved, uri, address)
                    : archive.read(moved);
        }
        throw new WsdlException(uri + ": the composite " + address.composite() + " has no service '" + address.path()
                + "' with a WSDL of its own, and no such file");
    }

    /** The one file of that name, wherever it lies; null where there is none, or several. */
    private static @Nullable URI moved(Address address, Archive archive) {
        String name = address.path().substring(address.path().lastIndexOf('/') + 1);
        if (name.indexOf('.') < 0) {
            return null;
        }
        List<String> found = archive.paths().stream()
                .filter(path -> path.endsWith("/" + name) || path.equals(name))
                .limit(2)
                .toList();
        return found.size() == 1 ? Archive.resolve(archive.compositeXml(), found.get(0)) : null;
    }

    /** A file of the composite, or one of the metadata; what another composite has is asked of that one. */
    private static @Nullable URI known(@Nullable URI uri, Archive archive) {
        return uri != null && (archive.has(uri) || METADATA.equals(uri.getScheme()) && Address.parse(uri) == null)
                ? uri
                : null;
    }

    private static @Nullable URI wsdlOf(XmlElement service, XmlElement composite, Archive archive) {
        XmlAttribute hint = service.attribute(ElementReader.WSDL_LOCATION);
        if (hint != null) {
            return known(Archive.resolve(archive.compositeXml(), hint.value()), archive);
        }
        XmlElement contract = service.element(XmlName.of(ElementReader.SCA, "interface.wsdl"));
        String name = contract == null ? null : contract.attributeValue("interface");
        if (name == null) {
            return null;
        }
        for (XmlElement imported : composite.elements(XmlName.of(ElementReader.SCA, "import"))) {
            String location = imported.attributeValue("location");
            if (location != null && name.startsWith(imported.attributeValue("namespace") + "#")) {
                URI uri = known(Archive.resolve(archive.compositeXml(), location), archive);
                if (uri != null) {
                    return uri;
                }
            }
        }
        return null;
    }

    /** The document with its relative references made absolute: files of the composite under its own address. */
    private static byte[] absolute(byte[] document, URI file, URI uri, Address address) {
        XmlElement root = XmlElement.parse(document);
        String home = METADATA.equals(uri.getScheme())
                ? METADATA + ":/deployed-composites/" + address.partition() + "/" + address.composite() + "_rev"
                        + address.revision() + "/"
                : uri.getScheme() + "://" + uri.getRawAuthority() + "/soa-infra/services/" + address.partition() + "/"
                        + address.composite() + (address.revision() == null ? "" : "!" + address.revision()) + "/";
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
                    } else if (target != null && !Archive.owns(file)) {
                        element.attribute(XmlName.of(attribute), target.toString());
                    }
                }
            }
            open.addAll(element.elements());
        }
        return root.toBytes();
    }
}
