package dev.weir.soap;

import dev.weir.soap.SoapService.SoapReply;
import dev.weir.soap.wsdl.ServiceDescription;
import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.Resources;
import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.Wsdl.SoapVersion;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** A small shop: definitions in several documents, and a service that does as the order's text says. */
public final class ShopService {
    public static final String DATA = "urn:shop:data";
    public static final XmlName SERVICE = XmlName.of("urn:shop", "ShopService");
    public static final XmlName ORDER = XmlName.of(DATA, "order");
    public static final XmlName RECEIPT = XmlName.of(DATA, "receipt");

    private static final String ABSTRACT = """
            <wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:shop" xmlns:d="urn:shop:data"
                xmlns:xsd="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:shop">
              <wsdl:types>
                <xsd:schema>
                  <xsd:import namespace="urn:shop:data" schemaLocation="../xsd/shop%20data.xsd"/>
                </xsd:schema>
              </wsdl:types>
              <wsdl:message name="Order"><wsdl:part name="body" element="d:order"/></wsdl:message>
              <wsdl:message name="Receipt"><wsdl:part name="body" element="d:receipt"/></wsdl:message>
              <wsdl:message name="Refused"><wsdl:part name="fault" element="d:refused"/></wsdl:message>
              <wsdl:message name="Cancel"><wsdl:part name="body" element="d:cancel"/></wsdl:message>
              <wsdl:message name="Decision"><wsdl:part name="body" element="d:decision"/></wsdl:message>
              <wsdl:message name="Nothing"/>
              <wsdl:portType name="Shop">
                <wsdl:operation name="order">
                  <wsdl:input message="t:Order"/>
                  <wsdl:output message="t:Receipt"/>
                  <wsdl:fault name="refused" message="t:Refused"/>
                </wsdl:operation>
                <wsdl:operation name="cancel"><wsdl:input message="t:Cancel"/></wsdl:operation>
                <wsdl:operation name="approve">
                  <wsdl:input message="t:Decision"/><wsdl:output message="t:Receipt"/>
                </wsdl:operation>
                <wsdl:operation name="reject">
                  <wsdl:input message="t:Decision"/><wsdl:output message="t:Receipt"/>
                </wsdl:operation>
                <wsdl:operation name="ping">
                  <wsdl:input message="t:Nothing"/><wsdl:output message="t:Nothing"/>
                </wsdl:operation>
              </wsdl:portType>
            </wsdl:definitions>
            """;

    private static final Map<String, String> DOCUMENTS = Map.of(
            "mem:/shop/wsdl/shop.wsdl", ABSTRACT,
            "mem:/shop/wsdl/wrapper.wsdl", """
                    <definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:shop">
                      <import namespace="urn:shop" location="shop.wsdl"/>
                    </definitions>
                    """,
            "mem:/shop/xsd/shop%20data.xsd", """
                    <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:shop:data"
                        xmlns:c="urn:shop:common" xmlns="urn:shop:data" elementFormDefault="qualified">
                      <xs:include schemaLocation="more/shop%20data.xsd"/>
                      <xs:import namespace="urn:shop:common" schemaLocation="common.xsd"/>
                      <xs:element name="order" type="xs:string"/>
                      <xs:element name="receipt">
                        <xs:complexType>
                          <xs:sequence>
                            <xs:element name="number" type="c:number"/>
                            <xs:element name="text" type="xs:string"/>
                          </xs:sequence>
                        </xs:complexType>
                      </xs:element>
                      <xs:element name="cancel" type="xs:string"/>
                      <xs:element name="decision" type="xs:string"/>
                    </xs:schema>
                    """,
            "mem:/shop/xsd/more/shop%20data.xsd", """
                    <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:c="urn:shop:common">
                      <xs:import namespace="urn:shop:common" schemaLocation="../common.xsd"/>
                      <xs:element name="refused" type="c:number"/>
                    </xs:schema>
                    """,
            "mem:/shop/xsd/common.xsd", """
                    <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:shop:common">
                      <xs:simpleType name="number"><xs:restriction base="xs:int"/></xs:simpleType>
                    </xs:schema>
                    """,
            "mem:/shop/wsdl/rpc.wsdl", """
                    <definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:rpc" targetNamespace="urn:rpc"
                        xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
                      <message name="AddRequest">
                        <part name="a" type="xsd:int"/><part name="b" type="xsd:int"/>
                      </message>
                      <message name="AddResponse"><part name="sum" type="xsd:int"/></message>
                      <portType name="Calculator">
                        <operation name="add">
                          <input message="t:AddRequest"/><output message="t:AddResponse"/>
                        </operation>
                      </portType>
                      <binding name="CalculatorBinding" type="t:Calculator">
                        <soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
                        <operation name="add">
                          <soap:operation soapAction="urn:rpc#add"/>
                          <input><soap:body use="literal" namespace="urn:rpc:in"/></input>
                          <output><soap:body use="literal" namespace="urn:rpc:out"/></output>
                        </operation>
                      </binding>
                      <service name="CalculatorService">
                        <port name="CalculatorPort" binding="t:CalculatorBinding">
                          <soap:address location="http://old.example.org/calculator"/>
                        </port>
                      </service>
                    </definitions>
                    """);

    public static final Resources RESOURCES = uri -> {
        String document = DOCUMENTS.get(uri.toString());
        if (document == null) {
            throw new WsdlException("there is no document " + uri);
        }
        return document.getBytes(StandardCharsets.UTF_8);
    };

    private ShopService() {}

    public static Wsdl wsdl() {
        return Wsdl.read(URI.create("mem:/shop/wsdl/wrapper.wsdl"), RESOURCES);
    }

    public static Wsdl rpcWsdl() {
        return Wsdl.read(URI.create("mem:/shop/wsdl/rpc.wsdl"), RESOURCES);
    }

    /** A description with a port for each of the versions. */
    public static ServiceDescription description(SoapVersion... versions) {
        Map<SoapVersion, String> ports = new EnumMap<>(SoapVersion.class);
        for (SoapVersion version : versions) {
            ports.put(version, version == SoapVersion.SOAP_11 ? "ShopPort" : "ShopPort12");
        }
        Wsdl wsdl = wsdl();
        return ServiceDescription.of(wsdl, wsdl.portType(XmlName.of("urn:shop", "Shop")), SERVICE, ports);
    }

    public static ServiceDescription rpcDescription() {
        Wsdl wsdl = rpcWsdl();
        return ServiceDescription.of(
                wsdl,
                wsdl.portType(XmlName.of("urn:rpc", "Calculator")),
                XmlName.of("urn:rpc", "CalculatorService"),
                Map.of());
    }

    public static XmlElement element(XmlName name, String text) {
        XmlElement element = new XmlElement(name.namespace().isEmpty() ? "" : "d", name);
        element.setText(text);
        return element;
    }

    public static MessageValue order(String text) {
        return MessageValue.of("body", element(ORDER, text));
    }

    private static SoapReply receipt(String text) {
        XmlElement receipt = new XmlElement("d", RECEIPT);
        receipt.append(element(XmlName.of(DATA, "number"), "42"));
        receipt.append(element(XmlName.of(DATA, "text"), text));
        return new SoapReply.Output(MessageValue.of("body", receipt));
    }

    /** The service. Texts with a meaning: refuse, throw, fail, late, wrong, odd. */
    public static CompletionStage<SoapReply> serve(SoapService.SoapRequest request) {
        String operation = request.operation().name();
        MessageValue input = request.input();
        if (operation.equals("ping")) {
            return CompletableFuture.completedFuture(new SoapReply.Output(new MessageValue()));
        }
        if (operation.equals("cancel")) {
            if (input.part("body").stringValue().equals("refuse")) {
                throw new SoapFaultException(SoapFault.sender("It cannot be cancelled."));
            }
            return CompletableFuture.completedFuture(new SoapReply.Accepted());
        }
        if (operation.equals("add")) {
            int sum = Integer.parseInt(input.part("a").stringValue().strip())
                    + Integer.parseInt(input.part("b").stringValue().strip());
            return CompletableFuture.completedFuture(
                    new SoapReply.Output(MessageValue.of("sum", element(XmlName.of("sum"), Integer.toString(sum)))));
        }
        String text = input.part("body").stringValue();
        return switch (text) {
            case "refuse" ->
                CompletableFuture.completedFuture(new SoapReply.Faulted(new SoapFault(
                        SoapFault.Code.RECEIVER,
                        XmlName.of("urn:shop:process", "orderRefused"),
                        "No such goods.",
                        List.of(element(XmlName.of(DATA, "refused"), "7")))));
            case "throw" -> throw new IllegalStateException("secret");
            case "fail" -> CompletableFuture.failedFuture(new IllegalStateException("secret"));
            case "late" ->
                CompletableFuture.supplyAsync(
                        () -> receipt("late"), CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS));
            case "wrong" -> CompletableFuture.completedFuture(new SoapReply.Output(new MessageValue()));
            case "unwritable" ->
                CompletableFuture.completedFuture(
                        new SoapReply.Output(MessageValue.of("body", new XmlElement("d", XmlName.of("receipt")))));
            case "odd" ->
                CompletableFuture.completedFuture(
                        new SoapReply.Faulted(SoapFault.receiver("odd \u0000\uD800 characters <&>")));
            default -> CompletableFuture.completedFuture(receipt(operation + ":" + text));
        };
    }
}
