package dev.weir.bind.jaxb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Schemas of one style each; the first document of each set is the one to compile. */
final class Schemas {
    static final Map<String, Map<String, String>> ALL = new LinkedHashMap<>();

    private Schemas() {}

    private static void one(String style, String attributes, String content) {
        ALL.put(style, Map.of("main.xsd", schema(attributes, content)));
    }

    private static String schema(String attributes, String content) {
        return "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" " + attributes + ">" + content
                + "</xs:schema>";
    }

    private static final String QUALIFIED =
            "targetNamespace=\"urn:t\" xmlns:t=\"urn:t\" xmlns=\"urn:t\" elementFormDefault=\"qualified\"";

    static {
        one("orders", QUALIFIED, """
                <xs:element name="purchaseOrder" type="PurchaseOrderType"/>
                <xs:element name="comment" type="xs:string"/>
                <xs:complexType name="PurchaseOrderType"><xs:sequence>
                  <xs:element name="shipTo" type="USAddress"/><xs:element name="billTo" type="USAddress"/>
                  <xs:element ref="comment" minOccurs="0"/><xs:element name="items" type="Items"/></xs:sequence>
                  <xs:attribute name="orderDate" type="xs:date"/></xs:complexType>
                <xs:complexType name="USAddress"><xs:sequence><xs:element name="name" type="xs:string"/>
                  <xs:element name="street" type="xs:string"/><xs:element name="zip" type="xs:decimal"/></xs:sequence>
                  <xs:attribute name="country" type="xs:NMTOKEN" fixed="US"/></xs:complexType>
                <xs:complexType name="Items"><xs:sequence><xs:element name="item" minOccurs="0" maxOccurs="unbounded">
                  <xs:complexType><xs:sequence><xs:element name="productName" type="xs:string"/>
                    <xs:element name="quantity"><xs:simpleType><xs:restriction base="xs:positiveInteger">
                      <xs:maxExclusive value="100"/></xs:restriction></xs:simpleType></xs:element>
                    <xs:element name="USPrice" type="xs:decimal"/><xs:element ref="comment" minOccurs="0"/>
                    <xs:element name="shipDate" type="xs:date" minOccurs="0"/></xs:sequence>
                    <xs:attribute name="partNum" type="SKU" use="required"/></xs:complexType></xs:element></xs:sequence>
                </xs:complexType>
                <xs:simpleType name="SKU"><xs:restriction base="xs:string"><xs:pattern value="\\d{3}-[A-Z]{2}"/>
                </xs:restriction></xs:simpleType>""");
        one("substitution groups", QUALIFIED, """
                <xs:element name="vehicle" type="Vehicle" abstract="true"/>
                <xs:element name="car" type="Car" substitutionGroup="vehicle"/>
                <xs:element name="sportsCar" type="Car" substitutionGroup="car"/>
                <xs:element name="bike" substitutionGroup="vehicle"><xs:complexType><xs:complexContent>
                  <xs:extension base="Vehicle"><xs:attribute name="gears" type="xs:int"/></xs:extension></xs:complexContent>
                  </xs:complexType></xs:element>
                <xs:element name="note" type="xs:string"/>
                <xs:element name="shortNote" type="xs:string" substitutionGroup="note"/>
                <xs:complexType name="Vehicle"><xs:sequence><xs:element name="wheels" type="xs:int"/></xs:sequence></xs:complexType>
                <xs:complexType name="Car"><xs:complexContent><xs:extension base="Vehicle"><xs:sequence>
                  <xs:element name="doors" type="xs:short" minOccurs="0"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
                <xs:element name="fleet"><xs:complexType><xs:sequence><xs:element ref="vehicle" maxOccurs="unbounded"/>
                  <xs:element ref="note" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>""");
        one("choice", QUALIFIED, """
                <xs:element name="log"><xs:complexType><xs:choice minOccurs="0" maxOccurs="unbounded">
                  <xs:element name="text" type="xs:string"/><xs:element name="number" type="xs:int"/>
                  <xs:element name="flag" type="xs:boolean"/><xs:element name="entry" type="Entry"/></xs:choice></xs:complexType></xs:element>
                <xs:complexType name="Entry"><xs:choice><xs:element name="a" type="xs:string"/>
                  <xs:sequence><xs:element name="b" type="xs:double"/><xs:element name="c" type="xs:float" minOccurs="0"/>
                  </xs:sequence></xs:choice></xs:complexType>""");
        one("mixed", QUALIFIED, """
                <xs:element name="page"><xs:complexType><xs:sequence><xs:element name="body" type="Text"/></xs:sequence>
                  </xs:complexType></xs:element>
                <xs:complexType name="Text" mixed="true"><xs:choice minOccurs="0" maxOccurs="unbounded">
                  <xs:element name="b" type="xs:string"/><xs:element name="i" type="Text"/><xs:element name="n" type="xs:int"/>
                </xs:choice><xs:attribute name="lang" type="xs:language"/></xs:complexType>""");
        one("any", QUALIFIED, """
                <xs:element name="envelope"><xs:complexType><xs:sequence><xs:element name="header" type="Open" minOccurs="0"/>
                  <xs:element name="body" type="Open"/></xs:sequence></xs:complexType></xs:element>
                <xs:element name="known" type="xs:int"/>
                <xs:complexType name="Open"><xs:sequence><xs:element name="id" type="xs:string"/>
                  <xs:any namespace="##any" processContents="lax" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
                  <xs:anyAttribute namespace="##other" processContents="lax"/></xs:complexType>""");
        Map<String, String> chameleon = new LinkedHashMap<>();
        chameleon.put("main.xsd", schema(QUALIFIED, """
                <xs:include schemaLocation="common.xsd"/>
                <xs:element name="customer"><xs:complexType><xs:sequence><xs:element name="home" type="Address"/>
                  <xs:element name="work" type="Address" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>"""));
        chameleon.put("common.xsd", schema("elementFormDefault=\"qualified\"", """
                <xs:complexType name="Address"><xs:sequence><xs:element name="city" type="xs:string"/>
                  <xs:element name="code" type="Code"/></xs:sequence></xs:complexType>
                <xs:simpleType name="Code"><xs:restriction base="xs:token"><xs:enumeration value="one two"/>
                  <xs:enumeration value="three"/></xs:restriction></xs:simpleType>"""));
        ALL.put("chameleon include", chameleon);
        one("nillable", QUALIFIED, """
                <xs:element name="form"><xs:complexType><xs:sequence>
                  <xs:element name="required" type="xs:string" nillable="true"/>
                  <xs:element name="optional" type="xs:int" nillable="true" minOccurs="0"/>
                  <xs:element name="many" type="xs:date" nillable="true" minOccurs="0" maxOccurs="unbounded"/>
                  <xs:element name="complex" type="Inner" nillable="true" minOccurs="0"/>
                  <xs:element name="preset" type="xs:int" default="5" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
                <xs:complexType name="Inner"><xs:sequence><xs:element name="v" type="xs:long" nillable="true"/></xs:sequence>
                  <xs:attribute name="k" type="xs:string"/></xs:complexType>""");
        one("extension chains", "targetNamespace=\"urn:t\" xmlns=\"urn:t\"", """
                <xs:element name="zoo"><xs:complexType><xs:sequence>
                  <xs:element name="animal" type="Animal" maxOccurs="unbounded"/><xs:element name="star" type="Bird" minOccurs="0"/>
                  </xs:sequence></xs:complexType></xs:element>
                <xs:complexType name="Animal" abstract="true"><xs:sequence><xs:element name="name" type="xs:string"/></xs:sequence>
                  <xs:attribute name="age" type="xs:int"/></xs:complexType>
                <xs:complexType name="Bird"><xs:complexContent><xs:extension base="Animal"><xs:sequence>
                  <xs:element name="wingspan" type="xs:double"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
                <xs:complexType name="Penguin"><xs:complexContent><xs:extension base="Bird"><xs:attribute name="swims" type="xs:boolean"/>
                  </xs:extension></xs:complexContent></xs:complexType>
                <xs:complexType name="Fish"><xs:complexContent><xs:extension base="Animal"><xs:sequence>
                  <xs:element name="depth" type="xs:unsignedInt" maxOccurs="3"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>""");
        one("lists and unions", QUALIFIED, """
                <xs:element name="palette"><xs:complexType><xs:sequence>
                  <xs:element name="sizes" type="Ints"/><xs:element name="shade" type="Shade" maxOccurs="unbounded"/>
                  <xs:element name="either" type="Either" minOccurs="0"/><xs:element name="price" type="Price" maxOccurs="2"/>
                  </xs:sequence><xs:attribute name="weights" type="Doubles"/><xs:attribute name="main" type="Shade"/></xs:complexType></xs:element>
                <xs:simpleType name="Ints"><xs:list itemType="xs:int"/></xs:simpleType>
                <xs:simpleType name="Doubles"><xs:list itemType="xs:double"/></xs:simpleType>
                <xs:simpleType name="Shade"><xs:restriction base="xs:string"><xs:enumeration value="light grey"/>
                  <xs:enumeration value="black"/><xs:enumeration value="2-tone"/></xs:restriction></xs:simpleType>
                <xs:simpleType name="Either"><xs:union memberTypes="xs:int Shade"/></xs:simpleType>
                <xs:complexType name="Price"><xs:simpleContent><xs:extension base="xs:decimal">
                  <xs:attribute name="currency" type="xs:string"/></xs:extension></xs:simpleContent></xs:complexType>""");
        one("references", QUALIFIED, """
                <xs:element name="company"><xs:complexType><xs:sequence>
                  <xs:element name="employee" type="Employee" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>
                <xs:complexType name="Employee"><xs:sequence><xs:element name="name" type="xs:string"/>
                  <xs:element name="boss" type="xs:IDREF" minOccurs="0"/></xs:sequence>
                  <xs:attribute name="id" type="xs:ID" use="required"/><xs:attribute name="peers" type="xs:IDREFS"/></xs:complexType>""");
        Map<String, String> imports = new LinkedHashMap<>();
        imports.put(
                "main.xsd",
                schema(
                        "targetNamespace=\"urn:t\" xmlns=\"urn:t\" xmlns:o=\"urn:o\" attributeFormDefault=\"qualified\"",
                        """
                <xs:import namespace="urn:o" schemaLocation="other.xsd"/>
                <xs:element name="doc"><xs:complexType><xs:sequence><xs:element name="local" type="xs:string"/>
                  <xs:element ref="o:part" maxOccurs="unbounded"/><xs:element name="typed" type="o:Part"/></xs:sequence>
                  <xs:attribute name="q" type="xs:int"/><xs:attribute ref="o:mark"/></xs:complexType></xs:element>"""));
        imports.put(
                "other.xsd", schema("targetNamespace=\"urn:o\" xmlns=\"urn:o\" elementFormDefault=\"qualified\"", """
                <xs:element name="part" type="Part"/><xs:attribute name="mark" type="xs:string"/>
                <xs:complexType name="Part"><xs:sequence><xs:element name="no" type="xs:long"/></xs:sequence></xs:complexType>"""));
        ALL.put("imports", imports);
        one("value types", QUALIFIED, """
                <xs:element name="all"><xs:complexType><xs:sequence>
                  <xs:element name="dateTime" type="xs:dateTime"/><xs:element name="time" type="xs:time"/>
                  <xs:element name="gYear" type="xs:gYear"/><xs:element name="duration" type="xs:duration"/>
                  <xs:element name="base64" type="xs:base64Binary"/><xs:element name="hex" type="xs:hexBinary"/>
                  <xs:element name="byte" type="xs:byte"/><xs:element name="ub" type="xs:unsignedByte"/>
                  <xs:element name="integer" type="xs:integer"/><xs:element name="ul" type="xs:unsignedLong"/>
                  <xs:element name="float" type="xs:float"/><xs:element name="uri" type="xs:anyURI"/>
                  <xs:element name="token" type="xs:token"/><xs:element name="norm" type="xs:normalizedString"/>
                  <xs:element name="qname" type="xs:QName"/><xs:element name="any" type="xs:anyType" minOccurs="0"/>
                  <xs:element name="simple" type="xs:anySimpleType" minOccurs="0"/></xs:sequence>
                  <xs:attribute name="at" type="xs:dateTime"/><xs:attribute name="raw" type="xs:hexBinary"/></xs:complexType></xs:element>""");
        one("recursion", QUALIFIED, """
                <xs:element name="tree" type="Tree"/>
                <xs:complexType name="Tree"><xs:sequence><xs:element name="leaf" type="xs:int" minOccurs="0" maxOccurs="unbounded"/>
                  <xs:element ref="tree" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>""");
    }

    /** Writes the schemas of a style into a folder of a directory; returns the one that includes or imports the others. */
    static Path unpack(String style, Path home) throws IOException {
        Path schemas = Files.createDirectories(home.resolve("schema"));
        for (Map.Entry<String, String> schema : ALL.get(style).entrySet()) {
            Files.writeString(schemas.resolve(schema.getKey()), schema.getValue());
        }
        return schemas.resolve("main.xsd");
    }
}
