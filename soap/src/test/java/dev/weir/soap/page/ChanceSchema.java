package dev.weir.soap.page;

import java.math.BigDecimal;
import java.util.Random;

/** A schema drawn by chance, for the namespace {@code urn:a} with the prefix {@code a}, whose element {@code ask} is a request. */
final class ChanceSchema {
    private static final int TYPES = 5;
    private static final String[] SIMPLE = {
        "xs:string", "xs:int", "xs:decimal", "xs:boolean", "xs:date", "xs:dateTime", "xs:base64Binary", "xs:hexBinary",
        "xs:anyURI", "xs:token", "xs:ID", "xs:unsignedByte", "xs:double", "xs:duration", "xs:QName", "xs:language"
    };

    private final Random random;
    private final StringBuilder out = new StringBuilder();
    private int names;

    ChanceSchema(Random random) {
        this.random = random;
    }

    String content() {
        for (int i = 0; i < TYPES; i++) {
            simpleType(" name='S" + i + "'");
            out.append("<xs:element name='e")
                    .append(i)
                    .append("'")
                    .append(type())
                    .append("/>");
            out.append("<xs:attribute name='t")
                    .append(i)
                    .append("' type='")
                    .append(simple(false))
                    .append("'/>");
            out.append("<xs:group name='G").append(i).append("'><xs:sequence>");
            element("element", 0);
            out.append("</xs:sequence></xs:group>");
            out.append("<xs:attributeGroup name='M").append(i).append("'>");
            attributes();
            out.append("</xs:attributeGroup>");
            complexType(i);
        }
        out.append("<xs:element name='ask' type='a:C")
                .append(random.nextInt(TYPES))
                .append("'/>");
        return out.toString();
    }

    private String name(String kind) {
        return kind + "-" + ++names;
    }

    private boolean chance(int oneIn) {
        return random.nextInt(oneIn) == 0;
    }

    /** @param unique IDs too */
    private String simple(boolean unique) {
        String type = chance(3) ? "a:S" + random.nextInt(TYPES) : SIMPLE[random.nextInt(SIMPLE.length)];
        return type.equals("xs:ID") && !unique ? "xs:string" : type;
    }

    private String type() {
        return " type='" + (chance(3) ? "a:C" + random.nextInt(TYPES) : simple(true)) + "'";
    }

    private void simpleType(String name) {
        out.append("<xs:simpleType").append(name).append(">");
        switch (random.nextInt(17)) {
            case 0 -> restriction("xs:string", "length", random.nextInt(20));
            case 1 -> restriction("xs:token", "maxLength", random.nextInt(5));
            case 2 -> restriction("xs:int", "minInclusive", random.nextInt(1000));
            case 3 -> restriction("xs:decimal", "maxExclusive", random.nextInt(1000) - 500);
            case 4 -> restriction("xs:hexBinary", "minLength", random.nextInt(10));
            case 5 ->
                out.append("<xs:restriction base='xs:string'><xs:enumeration value='one'/><xs:enumeration value='two'/>"
                        + "</xs:restriction>");
            case 6 -> out.append("<xs:list itemType='xs:int'/>");
            case 7 -> restriction("xs:NMTOKENS", "length", 1 + random.nextInt(6));
            case 8 -> restrictions("xs:string", "pattern", "[a-z]{1,20}", "minLength", random.nextInt(20));
            case 9 -> restrictions("xs:int", "pattern", "[1-9][0-9]*", "minInclusive", random.nextInt(2000));
            case 10 -> restriction("xs:date", "pattern", (1900 + random.nextInt(200)) + "-[0-9]{2}-[0-9]{2}Z?");
            case 11 -> {
                BigDecimal least = BigDecimal.valueOf(random.nextInt(2_000) - 1_000, 3);
                BigDecimal most = least.add(BigDecimal.valueOf(1 + random.nextInt(300), 4));
                restrictions("xs:decimal", "minExclusive", least, "maxExclusive", most);
            }
            case 12 -> restrictions("xs:decimal", "totalDigits", 3, "minExclusive", random.nextInt(990) / 10.0);
            case 13 -> {
                out.append("<xs:restriction><xs:simpleType>");
                restrictions("xs:string", "pattern", "[A-F]{3}[0-9]*", "maxLength", 3 + random.nextInt(5));
                out.append("</xs:simpleType><xs:pattern value='.*[A-C].*'/></xs:restriction>");
            }
            case 14 ->
                out.append("<xs:restriction><xs:simpleType><xs:list itemType='xs:int'/></xs:simpleType>"
                                + "<xs:pattern value='[0-9]( [0-9]){")
                        .append(random.nextInt(4))
                        .append("}'/></xs:restriction>");
            case 15 ->
                out.append(
                                "<xs:restriction><xs:simpleType><xs:union memberTypes='xs:boolean xs:gYear xs:int'/></xs:simpleType>"
                                        + "<xs:pattern value='[0-9]{")
                        .append(1 + random.nextInt(6))
                        .append("}'/></xs:restriction>");
            default -> restriction("xs:string", "pattern", "[A-Z]{2}[0-9]{" + (1 + random.nextInt(5)) + "}");
        }
        out.append("</xs:simpleType>");
    }

    private void restriction(String base, String facet, Object value) {
        out.append("<xs:restriction base='")
                .append(base)
                .append("'><xs:")
                .append(facet)
                .append(" value='");
        out.append(value).append("'/></xs:restriction>");
    }

    private void restrictions(String base, String facet, Object value, String other, Object itsValue) {
        out.append("<xs:restriction base='").append(base).append("'>");
        out.append("<xs:").append(facet).append(" value='").append(value).append("'/>");
        out.append("<xs:").append(other).append(" value='").append(itsValue).append("'/></xs:restriction>");
    }

    /** Extends only types before it, so that there is no circle; elements may be of any type. */
    private void complexType(int number) {
        out.append("<xs:complexType name='C").append(number).append("'>");
        if (number > 0 && chance(3)) {
            out.append("<xs:complexContent><xs:extension base='a:C")
                    .append(random.nextInt(number))
                    .append("'>");
            particle("sequence", 0);
            out.append("</xs:extension></xs:complexContent>");
        } else {
            particle(chance(4) ? "choice" : "sequence", 0);
            attributes();
            if (chance(3)) {
                out.append("<xs:attribute ref='a:t")
                        .append(random.nextInt(TYPES))
                        .append("'/>");
            }
        }
        out.append("</xs:complexType>");
    }

    private void attributes() {
        for (int i = random.nextInt(3); i > 0; i--) {
            out.append("<xs:attribute name='").append(name("attribute")).append("' type='");
            out.append(simple(false)).append(chance(2) ? "' use='required'/>" : "'/>");
        }
    }

    private void particle(String kind, int level) {
        out.append("<xs:").append(kind).append(level == 0 ? "" : occurs()).append(">");
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            if (level < 3 && chance(4)) {
                particle(chance(2) ? "choice" : "sequence", level + 1);
            } else {
                element("element", level);
            }
        }
        out.append("</xs:").append(kind).append(">");
    }

    private String occurs() {
        return switch (random.nextInt(5)) {
            case 0 -> " minOccurs='0'";
            case 1 -> " maxOccurs='3'";
            case 2 -> " minOccurs='2' maxOccurs='unbounded'";
            default -> "";
        };
    }

    /** Those of types that may lead back to themselves are optional: what is required without end has no valid document. */
    private void element(String kind, int level) {
        String name = "<xs:element name='" + name(kind) + "'";
        if (chance(5)) {
            out.append(name).append(">");
            simpleType("");
            out.append("</xs:element>");
        } else if (chance(4)) {
            out.append(name)
                    .append(" minOccurs='0' maxOccurs='")
                    .append(1 + random.nextInt(2))
                    .append("' type='a:C");
            out.append(random.nextInt(TYPES)).append("'/>");
        } else {
            out.append(name).append(level == 0 ? occurs() : "").append(chance(6) ? " nillable='true'" : "");
            out.append(" type='").append(simple(true)).append("'/>");
        }
    }
}
