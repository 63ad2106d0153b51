package dev.weir.server.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A composite whose designer means harm: the {@link HostileTexts} are its label and properties, values of its schema, conditions and
 * faults of its process. The process says what it is sent once more, or fails by the fault that has the text in its name.
 */
final class HostileComposite {
    static final String NAME = "default/Sayings!1.0";

    private HostileComposite() {}

    /** Writes its files into a folder. */
    static Path write(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("composite.xml"), composite());
        Files.writeString(folder.resolve("Sayings.wsdl"), wsdl());
        Files.writeString(folder.resolve("SayProcess.bpel"), process());
        Files.writeString(folder.resolve("SayProcess.componentType"), """
                <componentType xmlns="http://xmlns.oracle.com/sca/1.0" xmlns:ui="http://xmlns.oracle.com/soa/designer/">
                  <service name="client" ui:wsdlLocation="Sayings.wsdl">
                    <interface.wsdl interface="http://say.example#wsdl.interface(Say)"/>
                  </service>
                </componentType>
                """);
        return folder;
    }

    /** One piece for each text, with its number. */
    private static String each(BiFunction<Integer, String, String> piece) {
        return IntStream.range(0, HostileTexts.ALL.size())
                .mapToObj(i -> piece.apply(i, HostileTexts.ALL.get(i)))
                .collect(Collectors.joining("\n"));
    }

    private static String attribute(String text) {
        return HostileTexts.escaped(text).replace("\"", "&quot;");
    }

    private static String composite() {
        return """
                <composite name="Sayings" revision="1.0" label="%s" mode="active" state="on"
                           xmlns="http://xmlns.oracle.com/sca/1.0" xmlns:ui="http://xmlns.oracle.com/soa/designer/">
                  <import namespace="http://say.example" location="Sayings.wsdl" importType="wsdl"/>
                  <service name="Say" ui:wsdlLocation="Sayings.wsdl">
                    <interface.wsdl interface="http://say.example#wsdl.interface(Say)"/>
                    <binding.ws port="http://say.example#wsdl.endpoint(Say/SayPort)"/>
                  </service>
                  <component name="SayProcess" version="2.0">
                    <implementation.bpel src="SayProcess.bpel"/>
                    %s
                  </component>
                  <wire><source.uri>Say</source.uri><target.uri>SayProcess/client</target.uri></wire>
                </composite>
                """.formatted(
                attribute(HostileTexts.ALL.get(0)),
                each((i, text) -> "<property name=\"p" + i + "\">" + HostileTexts.escaped(text) + "</property>"));
    }

    private static String wsdl() {
        return """
                <definitions name="Sayings" targetNamespace="http://say.example" xmlns="http://schemas.xmlsoap.org/wsdl/"
                             xmlns:tns="http://say.example" xmlns:xsd="http://www.w3.org/2001/XMLSchema"
                             xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
                             xmlns:plnk="http://docs.oasis-open.org/wsbpel/2.0/plnktype">
                  <plnk:partnerLinkType name="SayLink"><plnk:role name="Say" portType="tns:Say"/></plnk:partnerLinkType>
                  <types><xsd:schema targetNamespace="http://say.example" elementFormDefault="qualified">
                    <xsd:element name="say"><xsd:complexType><xsd:sequence>
                      <xsd:element name="text" type="xsd:string"/>
                      <xsd:element name="fails" type="xsd:boolean"/>
                      %s
                    </xsd:sequence></xsd:complexType></xsd:element>
                    <xsd:element name="said" type="xsd:string"/>
                  </xsd:schema></types>
                  <message name="sayMessage"><part name="say" element="tns:say"/></message>
                  <message name="saidMessage"><part name="said" element="tns:said"/></message>
                  <portType name="Say">
                    <operation name="say"><input message="tns:sayMessage"/><output message="tns:saidMessage"/></operation>
                  </portType>
                  <binding name="SayBinding" type="tns:Say">
                    <soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
                    <operation name="say">
                      <soap:operation soapAction="%s"/>
                      <input><soap:body use="literal"/></input><output><soap:body use="literal"/></output>
                    </operation>
                  </binding>
                  <service name="Say"><port name="SayPort" binding="tns:SayBinding">
                    <soap:address location="http://localhost/"/>
                  </port></service>
                </definitions>
                """.formatted(
                        each((i, text) -> "<xsd:element name=\"e" + i
                                + "\"><xsd:simpleType><xsd:restriction base=\"xsd:string\"><xsd:enumeration value=\""
                                + attribute(text) + "\"/></xsd:restriction></xsd:simpleType></xsd:element>"),
                        attribute(HostileTexts.ALL.get(0)));
    }

    private static String process() {
        return """
                <process name="SayProcess" targetNamespace="http://say.example/process"
                         xmlns="http://docs.oasis-open.org/wsbpel/2.0/process/executable"
                         xmlns:ora="http://schemas.oracle.com/xpath/extension" xmlns:s="http://say.example">
                  <import namespace="http://say.example" location="Sayings.wsdl" importType="http://schemas.xmlsoap.org/wsdl/"/>
                  <partnerLinks><partnerLink name="client" partnerLinkType="s:SayLink" myRole="Say"/></partnerLinks>
                  <variables>
                    <variable name="say" messageType="s:sayMessage"/>
                    <variable name="said" messageType="s:saidMessage"/>
                    <variable name="title" element="s:said"/>
                  </variables>
                  <sequence>
                    <receive name="hear" partnerLink="client" operation="say" variable="say" createInstance="yes"/>
                    <assign name="name">
                      <copy><from>ora:setCompositeInstanceTitle(string($say.say/s:text))</from><to>$title</to></copy>
                    </assign>
                    <if name="choose">
                      <condition>$say.say/s:fails = 'false'</condition>
                      <empty name="well"/>
                      %s
                    </if>
                    <assign name="repeat">
                      <copy><from><literal><said xmlns="http://say.example"/></literal></from><to>$said.said</to></copy>
                      <copy><from>string($say.say/s:text)</from><to>$said.said</to></copy>
                    </assign>
                    <reply name="answer" partnerLink="client" operation="say" variable="said"/>
                  </sequence>
                </process>
                """.formatted(each((i, text) -> {
            String quote = text.contains("'") ? "\"" : "'";
            return "<elseif><condition>$say.say/s:text = " + quote + HostileTexts.escaped(text) + quote
                    + "</condition><throw name=\"t" + i + "\" faultName=\"f" + i + ":fault\" xmlns:f" + i
                    + "=\"" + attribute(text) + "\"/></elseif>";
        }));
    }
}
