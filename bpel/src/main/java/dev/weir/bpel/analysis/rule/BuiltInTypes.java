package dev.weir.bpel.analysis.rule;

import java.util.Set;

/** The types that every schema processor knows (XML Schema Part 2, section 3; anyType of Part 1). */
public final class BuiltInTypes {
    private static final Set<String> NAMES = Set.of(
            "anyType",
            "anySimpleType",
            "string",
            "boolean",
            "decimal",
            "float",
            "double",
            "duration",
            "dateTime",
            "time",
            "date",
            "gYearMonth",
            "gYear",
            "gMonthDay",
            "gDay",
            "gMonth",
            "hexBinary",
            "base64Binary",
            "anyURI",
            "QName",
            "NOTATION",
            "normalizedString",
            "token",
            "language",
            "NMTOKEN",
            "NMTOKENS",
            "Name",
            "NCName",
            "ID",
            "IDREF",
            "IDREFS",
            "ENTITY",
            "ENTITIES",
            "integer",
            "nonPositiveInteger",
            "negativeInteger",
            "long",
            "int",
            "short",
            "byte",
            "nonNegativeInteger",
            "unsignedLong",
            "unsignedInt",
            "unsignedShort",
            "unsignedByte",
            "positiveInteger");

    private BuiltInTypes() {}

    public static boolean has(String name) {
        return NAMES.contains(name);
    }
}
