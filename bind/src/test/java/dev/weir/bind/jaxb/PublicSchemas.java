package dev.weir.bind.jaxb;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Schema sets that others have published, out of the archives which the build has put into target/schema-sets. They are not
 * kept here.
 *
 * @param folder in the archive; a file of this folder is named by its last step alone
 * @param renamed attributes whose properties want names of their own, beside elements of the same name
 * @param main the schemas to compile
 */
record PublicSchemas(String name, String archive, String folder, List<String> renamed, List<String> main) {
    private static final Path ARCHIVES = Path.of("target", "schema-sets");
    private static final String XML_TOOLING = "xmltooling.jar";

    /** Each is of another style. */
    static final List<PublicSchemas> ALL = List.of(
            // includes and imports, simple content by extension at every leaf, IDs everywhere
            set("Jakarta EE 11 web-app", "jakarta.servlet-api.jar", "jakarta/servlet/resources/", "web-app_6_1.xsd"),
            set("J2EE 1.4 web services", "jakarta.servlet-api.jar", "jakarta/servlet/resources/", "web-app_2_4.xsd"),
            // mixed documentation, groups, attribute groups, choice of references, xs:any
            set("Spring beans", "spring-beans.jar", "org/springframework/beans/factory/xml/", "spring-beans.xsd")
                    .renaming("ref", "value", "key"),
            // elements that are substituted, abstract heads, xs:any of other namespaces
            set("Ehcache", "ehcache-jakarta.jar", "", "ehcache-core.xsd"),
            // mixed content with elements
            set("Bean Validation", "hibernate-validator.jar", "META-INF/", "validation-mapping-3.1.xsd")
                    .renaming("class"),
            // substitution groups over chains of extension, IDREFs, chameleons of several namespaces
            set("BPMN 2.0", "camunda-bpmn-model.jar", "org/camunda/bpm/model/bpmn/schema/", "BPMN20.xsd"),
            set("DMN 1.5", "camunda-dmn-model.jar", "org/camunda/bpm/model/dmn/schema/", "DMN15.xsd"),
            // large choices, attribute groups, any attribute
            set("Liquibase", "liquibase-core.jar", "www.liquibase.org/xml/ns/dbchangelog/", "dbchangelog-4.32.xsd"),
            // xs:all throughout
            set("jOOQ", "jooq-meta.jar", "org/jooq/meta/xsd/", "jooq-codegen-3.20.1.xsd"),
            // choice, xs:any, lists, unions, anyType with xsi:type
            set("SAML 2.0", "opensaml.jar", "schema/", "saml-schema-protocol-2.0.xsd", "saml-schema-metadata-2.0.xsd"),
            set("SAML 2.0 authentication", "opensaml.jar", "schema/", "saml-schema-authn-context-2.0.xsd"),
            set("XML Signature and Encryption", XML_TOOLING, "schema/", "xenc-schema.xsd", "xmldsig11-schema.xsd"),
            // recursion, derivation by restriction, attribute groups, mixed and lax
            set("XML Schema", XML_TOOLING, "schema/", "XMLSchema.xsd"),
            set("Hibernate mapping", "hibernate-core.jar", "org/hibernate/xsd/mapping/", "mapping-7.0.xsd")
                    .renaming("value"));

    private static PublicSchemas set(String name, String archive, String folder, String... main) {
        return new PublicSchemas(name, archive, folder, List.of(), List.of(main));
    }

    private PublicSchemas renaming(String... attributes) {
        return new PublicSchemas(name, archive, folder, List.of(attributes), main);
    }

    @Override
    public String toString() {
        return name;
    }

    /**
     * Unpacks the schemas; returns the main ones. Imports from the Web become those of the same file in the set, or else in
     * the archive of W3C's schemas.
     */
    List<Path> unpack(Path target) throws IOException {
        Files.createDirectories(target);
        unpack(XML_TOOLING, "schema/", target);
        unpack(archive, folder, target);
        Files.writeString(target.resolve("bindings.xjb"), bindings());
        return main.stream().map(target::resolve).toList();
    }

    private String bindings() {
        StringBuilder bindings =
                new StringBuilder("<b:bindings version=\"3.0\" xmlns:b=\"https://jakarta.ee/xml/ns/jaxb\""
                        + " xmlns:xs=\"http://www.w3.org/2001/XMLSchema\">");
        for (String attribute : renamed) {
            bindings.append("<b:bindings schemaLocation=\"" + main.get(0)
                    + "\" multiple=\"true\" node=\"//xs:attribute[@name='" + attribute + "']\"><b:property name=\""
                    + attribute.replace("-", "") + "OfAttribute\"/></b:bindings>");
        }
        return bindings.append("</b:bindings>").toString();
    }

    private static final Pattern LOCATION = Pattern.compile("schemaLocation\\s*=\\s*\"([^\"]*/)([^\"/]+)\"");
    private static final Pattern NO_LOCATION = Pattern.compile("<(\\w+:)?import namespace=\"([^\"]+)\"\\s*/>");

    private static void unpack(String archive, String folder, Path target) throws IOException {
        try (JarFile jar = new JarFile(ARCHIVES.resolve(archive).toFile())) {
            for (Enumeration<JarEntry> all = jar.entries(); all.hasMoreElements(); ) {
                JarEntry entry = all.nextElement();
                String name = entry.getName();
                if (name.endsWith(".xsd") && name.startsWith(folder) && name.indexOf('/', folder.length()) < 0) {
                    try (InputStream in = jar.getInputStream(entry)) {
                        String schema = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                        Files.writeString(target.resolve(name.substring(folder.length())), local(schema));
                    }
                }
            }
        }
    }

    private static String local(String schema) {
        String near = LOCATION.matcher(schema)
                .replaceAll(found -> Matcher.quoteReplacement("schemaLocation=\"" + found.group(2) + "\""));
        // A DOCTYPE of schemas is for DTD-minded editors; some of its entities stand for nothing more than prefixes.
        return NO_LOCATION
                .matcher(near)
                .replaceAll(found -> Matcher.quoteReplacement(
                        found.group(2).equals("http://www.w3.org/XML/1998/namespace")
                                ? found.group().replace("/>", " schemaLocation=\"xml.xsd\"/>")
                                : found.group()));
    }
}
