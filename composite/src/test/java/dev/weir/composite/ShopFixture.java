package dev.weir.composite;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.assembly.Archive;
import dev.weir.composite.assembly.Composite;
import dev.weir.xml.Problem;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * The files of a small composite, sound as they stand, for tests to change: a service, a mediator, a process, a reference
 * to a warehouse.
 */
public final class ShopFixture {
    public static final String COMPOSITE = """
            <?xml version="1.0" encoding="UTF-8"?>
            <composite name="Shop" revision="2.1" label="l1" mode="active" state="on"
                       xmlns="http://xmlns.oracle.com/sca/1.0" xmlns:ui="http://xmlns.oracle.com/soa/designer/"
                       xmlns:wsp="http://schemas.xmlsoap.org/ws/2004/09/policy"
                       xmlns:orawsp="http://schemas.oracle.com/ws/2006/01/policy">
              <import namespace="urn:shop" location="Shop.wsdl" importType="wsdl"/>
              <import namespace="urn:stock" location="Stock.wsdl" importType="wsdl"/>
              <service name="ShopService" ui:wsdlLocation="Shop.wsdl">
                <interface.wsdl interface="urn:shop#wsdl.interface(Shop)"/>
                <binding.ws port="urn:shop#wsdl.endpoint(Shop/ShopPort)" soapVersion="1.2"/>
              </service>
              <property name="auditLevel" many="false">Development</property>
              <component name="Router">
                <implementation.mediator src="Router.mplan"/>
              </component>
              <component name="Process" version="2.0">
                <implementation.bpel src="Process.bpel"/>
                <property name="bpel.config.transaction" many="false">required</property>
              </component>
              <reference name="Stock.ref" ui:wsdlLocation="Stock.wsdl">
                <interface.wsdl interface="urn:stock#wsdl.interface(Stock)"/>
                <binding.ws port="urn:stock#wsdl.endpoint(Stock/StockPort)" location="Stock.wsdl"/>
              </reference>
              <wire><source.uri>ShopService</source.uri><target.uri>Router/Router</target.uri></wire>
              <wire><source.uri>Router/Process.client</source.uri><target.uri>Process/client</target.uri></wire>
              <wire><source.uri>Router/Stock.ref</source.uri><target.uri>Stock.ref</target.uri></wire>
            </composite>
            """;

    public static final String PLAN = """
            <?xml version="1.0" encoding="UTF-8"?>
            <Mediator name="Router" wsdlTargetNamespace="urn:shop" xmlns="http://xmlns.oracle.com/sca/1.0/mediator"
                      xmlns:s="urn:shop">
              <operation name="buy" deliveryPolicy="AllOrNothing" priority="4" validateSchema="false">
                <switch>
                  <case executionType="direct" name="Large">
                    <condition language="xpath">
                      <expression>$in.payload/s:order/s:total &gt; 100</expression>
                    </condition>
                    <action>
                      <transform>
                        <part name="$out.body" function="xslt(xsl/Reserve.xsl, $in.payload)"/>
                      </transform>
                      <invoke reference="Stock.ref" operation="reserve">
                        <onReply>
                          <transform>
                            <part name="$out.payload" function="xslt(xsl/Bought.xsl, $in.body)"/>
                          </transform>
                          <reply/>
                        </onReply>
                        <onFault type="empty">
                          <assign>
                            <copy target="$out.fault" expression="$in.problem"/>
                          </assign>
                          <fault type="refused"/>
                        </onFault>
                      </invoke>
                    </action>
                  </case>
                  <case executionType="sequential" name="Small">
                    <condition language="xpath">
                      <expression>$in.payload/s:order/s:total &lt;= 100</expression>
                    </condition>
                    <action>
                      <invoke reference="Process.client" operation="buy">
                        <onReply><reply/></onReply>
                      </invoke>
                    </action>
                  </case>
                </switch>
              </operation>
              <operation name="tell">
                <switch>
                  <case executionType="direct" name="Tell">
                    <action>
                      <assign>
                        <copy target="$out.payload/s:note/@by" value="router"/>
                        <copy target="$out.property.tracking.id" expression="concat('id-', $in.property.tracking.id)"/>
                      </assign>
                      <invoke reference="Process.client" operation="tell"/>
                    </action>
                  </case>
                </switch>
              </operation>
            </Mediator>
            """;

    private final Map<String, String> files = new LinkedHashMap<>();

    public ShopFixture() {
        with("composite.xml", COMPOSITE);
        with("Router.mplan", PLAN);
        with("Process.bpel", "<process/>");
        with("Router.componentType", """
                <componentType xmlns="http://xmlns.oracle.com/sca/1.0" xmlns:ui="http://xmlns.oracle.com/soa/designer/">
                  <service name="Router" ui:wsdlLocation="Shop.wsdl">
                    <interface.wsdl interface="urn:shop#wsdl.interface(Shop)"/>
                  </service>
                  <reference name="Process.client" ui:wsdlLocation="Shop.wsdl">
                    <interface.wsdl interface="urn:shop#wsdl.interface(Shop)"/>
                  </reference>
                  <reference name="Stock.ref" ui:wsdlLocation="Stock.wsdl">
                    <interface.wsdl interface="urn:stock#wsdl.interface(Stock)"/>
                  </reference>
                </componentType>
                """);
        with("Process.componentType", """
                <componentType xmlns="http://xmlns.oracle.com/sca/1.0">
                  <service name="client">
                    <interface.wsdl interface="urn:shop#wsdl.interface(Shop)"/>
                  </service>
                </componentType>
                """);
        with("Shop.wsdl", """
                <definitions targetNamespace="urn:shop" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="urn:shop"
                             xmlns:xsd="http://www.w3.org/2001/XMLSchema">
                  <types>
                    <xsd:schema><xsd:import namespace="urn:shop" schemaLocation="xsd/Shop.xsd"/></xsd:schema>
                  </types>
                  <message name="order"><part name="payload" element="s:order"/></message>
                  <message name="bought"><part name="payload" element="s:bought"/></message>
                  <message name="note"><part name="payload" element="s:note"/></message>
                  <message name="refused"><part name="fault" element="s:refused"/></message>
                  <portType name="Shop">
                    <operation name="buy">
                      <input message="s:order"/>
                      <output message="s:bought"/>
                      <fault name="refused" message="s:refused"/>
                    </operation>
                    <operation name="tell"><input message="s:note"/></operation>
                  </portType>
                </definitions>
                """);
        with("xsd/Shop.xsd", """
                <xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:shop" xmlns="urn:shop"
                            elementFormDefault="qualified">
                  <xsd:include schemaLocation="Types.xsd"/>
                  <xsd:element name="order">
                    <xsd:complexType>
                      <xsd:sequence>
                        <xsd:element name="number" type="xsd:string"/>
                        <xsd:element name="total" type="amount"/>
                      </xsd:sequence>
                    </xsd:complexType>
                  </xsd:element>
                  <xsd:element name="bought" type="xsd:string"/>
                  <xsd:element name="refused" type="xsd:string"/>
                  <xsd:element name="note">
                    <xsd:complexType>
                      <xsd:simpleContent>
                        <xsd:extension base="xsd:string"><xsd:attribute name="by"/></xsd:extension>
                      </xsd:simpleContent>
                    </xsd:complexType>
                  </xsd:element>
                </xsd:schema>
                """);
        with("xsd/Types.xsd", """
                <xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:shop">
                  <xsd:simpleType name="amount">
                    <xsd:restriction base="xsd:decimal"><xsd:minInclusive value="0"/></xsd:restriction>
                  </xsd:simpleType>
                </xsd:schema>
                """);
        with("Stock.wsdl", """
                <definitions targetNamespace="urn:stock" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:stock"
                             xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
                             xmlns:xsd="http://www.w3.org/2001/XMLSchema">
                  <types>
                    <xsd:schema targetNamespace="urn:stock">
                      <xsd:element name="reserve" type="xsd:string"/>
                      <xsd:element name="reserved" type="xsd:string"/>
                      <xsd:element name="problem" type="xsd:string"/>
                    </xsd:schema>
                  </types>
                  <message name="reserve"><part name="body" element="t:reserve"/></message>
                  <message name="reserved"><part name="body" element="t:reserved"/></message>
                  <message name="empty"><part name="problem" element="t:problem"/></message>
                  <portType name="Stock">
                    <operation name="reserve">
                      <input message="t:reserve"/>
                      <output message="t:reserved"/>
                      <fault name="empty" message="t:empty"/>
                    </operation>
                  </portType>
                  <binding name="StockBinding" type="t:Stock">
                    <soap:binding transport="http://schemas.xmlsoap.org/soap/http" style="document"/>
                    <operation name="reserve">
                      <soap:operation soapAction="reserve"/>
                      <input><soap:body use="literal"/></input>
                      <output><soap:body use="literal"/></output>
                      <fault name="empty"><soap:fault name="empty" use="literal"/></fault>
                    </operation>
                  </binding>
                  <service name="Stock">
                    <port name="StockPort" binding="t:StockBinding"><soap:address location="http://stock/here"/></port>
                  </service>
                </definitions>
                """);
        with(
                "xsl/Reserve.xsl",
                stylesheet("<t:reserve xmlns:t='urn:stock'><xsl:value-of select='/s:order/s:number'/></t:reserve>"));
        with("xsl/Bought.xsl", stylesheet("<s:bought><xsl:value-of select='.'/></s:bought>"));
    }

    public static String stylesheet(String body) {
        return "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform' xmlns:s='urn:shop'>\n"
                + "<xsl:template match='/'>\n" + body + "\n</xsl:template></xsl:stylesheet>";
    }

    public ShopFixture with(String path, String text) {
        files.put(path, text);
        return this;
    }

    public ShopFixture without(String path) {
        files.remove(path);
        return this;
    }

    public ShopFixture move(String from, String to) {
        files.put(to, files.remove(from));
        return this;
    }

    public String text(String path) {
        return files.get(path);
    }

    /** Replaces a text that must be there. */
    public ShopFixture replace(String path, String from, String to) {
        String text = files.get(path);
        if (!text.contains(from)) {
            throw new IllegalArgumentException(path + " does not contain: " + from);
        }
        return with(path, text.replace(from, to));
    }

    /** The line of a text, as problems tell it. */
    public int line(String path, String text) {
        String file = files.get(path);
        int at = file.indexOf(text);
        if (at < 0) {
            throw new IllegalArgumentException(path + " does not contain: " + text);
        }
        return (int) file.substring(0, at).chars().filter(c -> c == '\n').count() + 1;
    }

    public Path folder(Path under) {
        try {
            Path folder = Files.createTempDirectory(under, "shop");
            for (Map.Entry<String, String> file : files.entrySet()) {
                Path path = folder.resolve(file.getKey());
                Files.createDirectories(path.getParent());
                Files.writeString(path, file.getValue());
            }
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Path sar(Path under) {
        Path sar = under.resolve("sca_Shop_rev2.1.jar");
        try (OutputStream out = Files.newOutputStream(sar);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, String> file : files.entrySet()) {
                zip.putNextEntry(new ZipEntry(file.getKey()));
                zip.write(file.getValue().getBytes(StandardCharsets.UTF_8));
            }
            return sar;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Composite load(Path under) {
        return Composite.load(Archive.open(folder(under)), Archive.NOWHERE, Map.of());
    }

    /** Problems as {@code file:line: what}; each must have a rule and a remedy. */
    public static List<String> lines(List<Problem> problems) {
        for (Problem problem : problems) {
            assertTrue(problem.rule().matches("[a-z]+(-[a-z]+)*"), problem::toString);
            assertFalse(problem.remedy().isEmpty(), problem::toString);
        }
        return problems.stream()
                .map(problem -> problem.file() + ":" + problem.line() + ": " + problem.what())
                .toList();
    }
}
