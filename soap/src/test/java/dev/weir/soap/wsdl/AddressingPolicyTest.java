package dev.weir.soap.wsdl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.Wsdl.Binding;
import dev.weir.xml.XmlName;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A WSDL says in several ways that requests must have WS-Addressing. */
class AddressingPolicyTest {
    private static final String METADATA = "xmlns:wsam='http://www.w3.org/2007/05/addressing/metadata'";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<wsp:Policy><wsam:Addressing/></wsp:Policy> | true",
                "<wsp:Policy><wsp:ExactlyOne><wsp:All><wsam:Addressing><wsp:Policy/></wsam:Addressing></wsp:All>"
                        + "</wsp:ExactlyOne></wsp:Policy> | true",
                "<wsp:Policy><wsam:Addressing wsp:Optional=\"true\"/></wsp:Policy> | false",
                "<wsp:PolicyReference URI=\"#strict\"/> | true",
                "<wsp:PolicyReference URI=\"#other\"/> | false",
                "<wsaw:UsingAddressing wsdl:required=\"true\"/> | true",
                "<wsaw:UsingAddressing wsdl:required=\"1\"/> | true",
                "<wsaw:UsingAddressing/> | false",
                "<wsp:Policy><wsaw:UsingAddressing/></wsp:Policy> | true"
            })
    void ofABinding(String extension, boolean required) {
        String wsdl = """
                <wsdl:definitions xmlns:wsdl='http://schemas.xmlsoap.org/wsdl/' xmlns:soap='http://schemas.xmlsoap.org/wsdl/soap/'
                    xmlns:wsp='http://www.w3.org/ns/ws-policy' xmlns:wsaw='http://www.w3.org/2006/05/addressing/wsdl'
                    %s xmlns:t='urn:t' targetNamespace='urn:t'>
                  <wsp:Policy xml:id='strict'><wsam:Addressing/></wsp:Policy>
                  <wsp:Policy xml:id='other'/>
                  <wsdl:portType name='T'/>
                  <wsdl:binding name='B' type='t:T'>%s<soap:binding transport='http://schemas.xmlsoap.org/soap/http'/></wsdl:binding>
                  <wsdl:service name='S'><wsdl:port name='P' binding='t:B'><soap:address location='http://h/'/></wsdl:port>
                  </wsdl:service>
                </wsdl:definitions>""".formatted(METADATA, extension);
        Wsdl read = Wsdl.read(URI.create("http://h/a.wsdl"), uri -> wsdl.getBytes(StandardCharsets.UTF_8));
        Binding binding = read.binding(XmlName.of("urn:t", "B"));
        assertEquals(required, AddressingPolicy.requires(read, binding));
    }
}
