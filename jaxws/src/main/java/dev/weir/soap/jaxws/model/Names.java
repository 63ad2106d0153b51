package dev.weir.soap.jaxws.model;

import dev.weir.xml.lexical.Characters;

/** Names that annotations give to parts of a WSDL and to elements, which must be names of XML without a colon. */
public final class Names {
    private Names() {}

    /**
     * Gives a name back that may be one.
     *
     * @param where the class or method that is annotated
     * @param attribute what gives the name, such as {@code WebService.name}
     * @throws InterfaceException where it is no NCName
     */
    public static String require(String name, String where, String attribute) {
        if (!Characters.isNCName(name)) {
            throw new InterfaceException(
                    where + ": " + attribute + " must be a name of XML, of letters, digits, '.', '-' and"
                            + " '_' (an NCName), but is \"" + name + "\"");
        }
        return name;
    }
}
