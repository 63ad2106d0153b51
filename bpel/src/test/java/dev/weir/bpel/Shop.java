package dev.weir.bpel;

import dev.weir.bpel.dialect.Dialect;
import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.Resources;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xpath.XPathFunctions;
import dev.weir.xpath.functions.OracleFunctions;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/** Processes for tests: a shop that takes orders on the link {@code shop} and calls on {@code bank} and {@code courier}. */
final class Shop {
    static final String NS = "urn:shop";

    static final String WSDL = """
            <definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:shop" xmlns:t="urn:shop"
                xmlns:xsd="http://www.w3.org/2001/XMLSchema"
                xmlns:plnk="http://docs.oasis-open.org/wsbpel/2.0/plnktype"
                xmlns:vprop="http://docs.oasis-open.org/wsbpel/2.0/varprop">
              <vprop:property name="number" type="xsd:string"/>
              <vprop:propertyAlias propertyName="t:number" messageType="t:orderMessage" part="order">
                <vprop:query>t:number</vprop:query>
              </vprop:propertyAlias>
              <vprop:propertyAlias propertyName="t:number" messageType="t:numberMessage" part="number"/>
              <vprop:propertyAlias propertyName="t:number" element="t:order">
                <vprop:query>/t:order/t:number</vprop:query>
              </vprop:propertyAlias>
              <plnk:partnerLinkType name="shopLink"><plnk:role name="shop" portType="t:shop"/></plnk:partnerLinkType>
              <plnk:partnerLinkType name="bankLink"><plnk:role name="bank" portType="t:bank"/></plnk:partnerLinkType>
              <plnk:partnerLinkType name="courierLink">
                <plnk:role name="courier" portType="t:courier"/>
                <plnk:role name="sender" portType="t:courierCallback"/>
              </plnk:partnerLinkType>
              <types>
                <xsd:schema targetNamespace="urn:shop" elementFormDefault="qualified" xmlns:t="urn:shop">
                  <xsd:element name="order"><xsd:complexType><xsd:sequence>
                    <xsd:element name="number" type="xsd:string"/>
                    <xsd:element name="total" type="xsd:decimal"/>
                    <xsd:element name="line" type="xsd:string" minOccurs="0" maxOccurs="unbounded"/>
                  </xsd:sequence><xsd:attribute name="state" type="xsd:string"/></xsd:complexType></xsd:element>
                  <xsd:element name="receipt" type="xsd:string"/>
                  <xsd:element name="refusal" type="xsd:string"/>
                  <xsd:simpleType name="age"><xsd:restriction base="xsd:int"/></xsd:simpleType>
                  <xsd:complexType name="price"><xsd:simpleContent><xsd:extension base="xsd:decimal">
                    <xsd:attribute name="currency" type="xsd:string"/>
                  </xsd:extension></xsd:simpleContent></xsd:complexType>
                </xsd:schema>
              </types>
              <message name="orderMessage"><part name="order" element="t:order"/></message>
              <message name="numberMessage"><part name="number" type="xsd:string"/></message>
              <message name="receiptMessage"><part name="receipt" element="t:receipt"/></message>
              <message name="refusalMessage"><part name="refusal" element="t:refusal"/></message>
              <message name="creditMessage">
                <part name="granted" type="xsd:boolean"/><part name="limit" type="xsd:decimal"/>
              </message>
              <portType name="shop">
                <operation name="buy"><input message="t:orderMessage"/><output message="t:receiptMessage"/>
                  <fault name="refused" message="t:refusalMessage"/></operation>
                <operation name="submit"><input message="t:orderMessage"/></operation>
                <operation name="cancel"><input message="t:numberMessage"/></operation>
                <operation name="status"><input message="t:numberMessage"/><output message="t:receiptMessage"/></operation>
              </portType>
              <portType name="bank">
                <operation name="check"><input message="t:numberMessage"/><output message="t:creditMessage"/>
                  <fault name="broke" message="t:refusalMessage"/></operation>
                <operation name="book"><input message="t:orderMessage"/></operation>
              </portType>
              <portType name="courier"><operation name="ship"><input message="t:numberMessage"/></operation></portType>
              <portType name="courierCallback">
                <operation name="shipped"><input message="t:numberMessage"/></operation>
              </portType>
            </definitions>
            """;

    /** The declarations that most tests need. */
    static final String DECLARATIONS = """
            <partnerLinks>
              <partnerLink name="shop" partnerLinkType="t:shopLink" myRole="shop"/>
              <partnerLink name="bank" partnerLinkType="t:bankLink" partnerRole="bank"/>
              <partnerLink name="courier" partnerLinkType="t:courierLink" partnerRole="courier" myRole="sender"/>
            </partnerLinks>
            <variables>
              <variable name="in" messageType="t:orderMessage"/>
              <variable name="out" messageType="t:receiptMessage"/>
              <variable name="number" messageType="t:numberMessage"/>
              <variable name="credit" messageType="t:creditMessage"/>
              <variable name="order" element="t:order"/>
              <variable name="count" type="xsd:int"/>
              <variable name="text" type="xsd:string"/>
              <variable name="flag" type="xsd:boolean"/>
            </variables>
            <correlationSets><correlationSet name="byNumber" properties="t:number"/></correlationSets>
            """;

    static final String BUY =
            "<receive name='buy' partnerLink='shop' operation='buy' variable='in' createInstance='yes'/>";

    static final String REPLY = "<reply name='answer' partnerLink='shop' operation='buy' variable='out'/>";

    private Shop() {}

    /** A process around an activity, with {@link #DECLARATIONS}. */
    static ProcessDefinition process(String activity) {
        return compile(text(DECLARATIONS + activity));
    }

    /** A process that takes an order by the two-way operation buy, does something, and replies with {@code out}. */
    static ProcessDefinition buying(String... activities) {
        return process("<sequence>" + BUY + String.join("", activities) + REPLY + "</sequence>");
    }

    static String text(String content) {
        return """
                <process name="Order" targetNamespace="urn:order" xmlns:t="urn:shop"
                    xmlns="http://docs.oasis-open.org/wsbpel/2.0/process/executable"
                    xmlns:bpel="http://docs.oasis-open.org/wsbpel/2.0/process/executable"
                    xmlns:bpelx="http://schemas.oracle.com/bpel/extension"
                    xmlns:xsd="http://www.w3.org/2001/XMLSchema">
                <import namespace="urn:shop" location="shop.wsdl" importType="http://schemas.xmlsoap.org/wsdl/"/>
                """ + content + "</process>";
    }

    static ProcessDefinition compile(String process, String... furtherFiles) {
        Map<String, String> files = new HashMap<>(Map.of("order.bpel", process, "shop.wsdl", WSDL));
        for (int i = 0; i < furtherFiles.length; i += 2) {
            files.put(furtherFiles[i], furtherFiles[i + 1]);
        }
        return ProcessDefinition.compile(URI.create("file:/shop/order.bpel"), in(files));
    }

    static ProcessDefinition compile(String process, XPathFunctions functions) {
        return ProcessDefinition.compile(
                URI.create("file:/shop/order.bpel"), in(Map.of("order.bpel", process, "shop.wsdl", WSDL)), functions);
    }

    /** @param wsdls files that the process sees without importing them */
    static ProcessDefinition compile(Map<String, String> files, Dialect dialect, String... wsdls) {
        return ProcessDefinition.compile(
                URI.create("file:/shop/order.bpel"),
                in(files),
                OracleFunctions.SYSTEM,
                Stream.of(wsdls).map(wsdl -> URI.create("file:/shop/" + wsdl)).toList(),
                Map.of(),
                dialect);
    }

    static Resources in(Map<String, String> files) {
        return uri -> {
            String name = uri.getPath().substring(uri.getPath().lastIndexOf('/') + 1);
            String text = files.get(name);
            if (text == null) {
                throw new WsdlException("no document " + uri);
            }
            return text.getBytes(StandardCharsets.UTF_8);
        };
    }

    static String copy(String from, String to) {
        return "<assign name='copy'><copy><from>" + from + "</from><to>" + to + "</to></copy></assign>";
    }

    static String answer(String expression) {
        return copy(expression, "$out.receipt");
    }

    static MessageValue order(String number, String total) {
        return MessageValue.of(
                "order",
                XmlElement.parse(("<order xmlns='urn:shop' state='new'><number>" + number + "</number><total>" + total
                                + "</total><line>a</line><line>b</line></order>")
                        .getBytes(StandardCharsets.UTF_8)));
    }

    static MessageValue number(String number) {
        return MessageValue.of("number", element("number", number));
    }

    static MessageValue credit(boolean granted, String limit) {
        MessageValue value = MessageValue.of("granted", element("granted", String.valueOf(granted)));
        value.set("limit", element("limit", limit));
        return value;
    }

    static MessageValue refusal(String why) {
        return MessageValue.of(
                "refusal",
                XmlElement.parse(("<refusal xmlns='urn:shop'>" + why + "</refusal>").getBytes(StandardCharsets.UTF_8)));
    }

    private static XmlElement element(String name, String text) {
        return XmlElement.parse(("<" + name + ">" + text + "</" + name + ">").getBytes(StandardCharsets.UTF_8));
    }

    /** The text of a receipt that came as a reply. */
    static String receipt(dev.weir.store.ExchangeReply reply) {
        if (reply.fault() != null) {
            throw new AssertionError("a fault: " + reply.fault());
        }
        return MessageValue.fromBytes(reply.payload()).part("receipt").stringValue();
    }
}
