package dev.weir.bind.jaxb;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The source of classes as people write them: fields or accessors, few annotations, any names, values of all kinds in all
 * kinds of collections, one class extending another.
 */
final class RandomClasses {
    private static final List<String> PRIMITIVES = List.of("int", "boolean", "double", "long", "short", "float");
    private static final List<String> SIMPLE = List.of(
            "Integer",
            "String",
            "Boolean",
            "Double",
            "Long",
            "java.math.BigDecimal",
            "java.math.BigInteger",
            "javax.xml.datatype.XMLGregorianCalendar",
            "javax.xml.datatype.Duration",
            "byte[]",
            "Shade");
    private static final List<String> NAMES = List.of("name", "URL", "aB", "XY", "zed", "isOk", "first_name", "getIt");

    private final Random random;
    private final int count;
    private final StringBuilder source = new StringBuilder();

    private RandomClasses(Random random, int count) {
        this.random = random;
        this.count = count;
    }

    /** A class All with an enum Shade and classes C0 and on, the last of them a root element. */
    static String source(Random random, int count) {
        RandomClasses classes = new RandomClasses(random, count);
        classes.source.append("""
                package made;
                import jakarta.xml.bind.annotation.*;
                import java.util.*;
                public class All {
                public enum Shade { LIGHT, @XmlEnumValue("half") HALF, DARK }
                """);
        for (int i = 0; i < count; i++) {
            classes.add(i);
        }
        return classes.source.append("}\n").toString();
    }

    /** In front of a package whose elements are qualified, and whose attributes may be. */
    static String packageInfo(Random random) {
        return "@jakarta.xml.bind.annotation.XmlSchema(namespace = \"urn:made\", elementFormDefault ="
                + " jakarta.xml.bind.annotation.XmlNsForm.QUALIFIED"
                + (random.nextBoolean()
                        ? ", attributeFormDefault = jakarta.xml.bind.annotation.XmlNsForm.QUALIFIED"
                        : "")
                + ") package made;";
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    @SafeVarargs
    private <T> T one(T... of) {
        return of[random.nextInt(of.length)];
    }

    private String one(List<String> of) {
        return of.get(random.nextInt(of.size()));
    }

    private String simple() {
        return chance(40) ? one(PRIMITIVES) : one(SIMPLE);
    }

    private String bean() {
        return "C" + random.nextInt(count);
    }

    private void add(int index) {
        String access = one("FIELD", "FIELD", "PROPERTY", "PUBLIC_MEMBER", "NONE");
        if (index == count - 1 || chance(50)) {
            source.append("@XmlRootElement ");
        }
        if (chance(20)) {
            source.append("@XmlType(name = \"t").append(index).append("\", namespace = \"urn:types\") ");
        }
        if (chance(10)) {
            source.append("@XmlAccessorOrder(XmlAccessOrder.ALPHABETICAL) ");
        }
        source.append("@XmlAccessorType(XmlAccessType.")
                .append(access)
                .append(") public static class C")
                .append(index);
        boolean derived = index > 0 && chance(30);
        if (derived) {
            source.append(" extends C").append(random.nextInt(index));
        }
        source.append(" {\n");
        boolean accessors = access.equals("PROPERTY") || access.equals("PUBLIC_MEMBER") && chance(50);
        for (int i = 0, properties = 1 + random.nextInt(6); i < properties; i++) {
            property(one(NAMES) + index + i, accessors, access.equals("NONE"));
        }
        if (!derived && !accessors && chance(20)) {
            source.append("@XmlAnyAttribute public Map<javax.xml.namespace.QName, String> others = new HashMap<>();\n");
        }
        source.append("}\n");
    }

    private void property(String name, boolean accessors, boolean mustBeMarked) {
        String marks = chance(40) || mustBeMarked ? element(name) : "";
        String type;
        switch (random.nextInt(8)) {
            case 0, 1 -> type = simple();
            case 2 -> {
                type = simple();
                marks = "@XmlAttribute" + one("", "(name = \"" + name + "x\")", "(namespace = \"urn:attributes\")");
            }
            case 3 -> {
                type = many(simple());
                marks += one(
                        "",
                        "",
                        " @XmlElementWrapper",
                        " @XmlElementWrapper(name = \"w" + name + "\", nillable = true)");
            }
            case 4 -> type = bean();
            case 5 -> {
                type = many(bean());
                marks += one("", "", " @XmlElementWrapper(namespace = \"urn:around\")");
            }
            case 6 -> type = one("Map<String, ", "TreeMap<Integer, ") + (chance(50) ? bean() : "String") + ">";
            default -> type = "Object";
        }
        source.append(accessors ? "" : marks)
                .append(accessors ? " private " : one(" public ", " public ", " "))
                .append(type)
                .append(accessors ? " _" : " ")
                .append(name)
                .append(";\n");
        if (accessors) {
            String capital = Character.toUpperCase(name.charAt(0)) + name.substring(1);
            source.append(marks + " public " + type + (type.equals("boolean") ? " is" : " get") + capital
                    + "() { return _" + name + "; }\n");
            source.append("public void set" + capital + "(" + type + " value) { _" + name + " = value; }\n");
        }
    }

    private String many(String item) {
        if (PRIMITIVES.contains(item)) {
            return item + "[]";
        }
        return one("List<", "Collection<", "ArrayList<") + item + ">";
    }

    private String element(String name) {
        List<String> said = new ArrayList<>();
        if (chance(50)) {
            said.add("name = \"" + name + "e\"");
        }
        if (chance(20)) {
            said.add("namespace = \"" + one("urn:elements", "", "urn:types") + "\"");
        }
        if (chance(40)) {
            said.add("nillable = " + chance(80));
        }
        if (chance(20)) {
            said.add("required = true");
        }
        return "@XmlElement(" + String.join(", ", said) + ")";
    }
}
