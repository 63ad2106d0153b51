package dev.weir.soap.wsdl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.Wsdl.Binding;
import dev.weir.xml.XmlName;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A WSDL says in several ways that messages must have parts, or may. */
class MtomPolicyTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<wsp:Policy><m:OptimizedMimeSerialization/></wsp:Policy> | true | true",
                "<wsp:Policy><w3c:MTOM/></wsp:Policy> | true | true",
                "<wsp:Policy><m:OptimizedMimeSerialization wsp:Optional=\"true\"/></wsp:Policy> | false | true",
                "<wsp:Policy><w3c:MTOM wsp:Optional=\"1\"/></wsp:Policy> | false | true",
                "<old:Policy><old:ExactlyOne><old:All><m:OptimizedMimeSerialization old:Optional=\"true\"/></old:All>"
                        + "</old:ExactlyOne></old:Policy> | false | true",
                "<wsp:Policy><wsp:ExactlyOne><wsp:All><m:OptimizedMimeSerialization/></wsp:All></wsp:ExactlyOne></wsp:Policy>"
                        + " | true | true",
                "<wsp:Policy><wsp:ExactlyOne><wsp:All/><wsp:All><m:OptimizedMimeSerialization/></wsp:All></wsp:ExactlyOne>"
                        + "</wsp:Policy> | false | true",
                "<old:Policy><old:ExactlyOne><old:All><w3c:MTOM/></old:All><old:All/></old:ExactlyOne></old:Policy> | false | true",
                "<wsp:Policy><wsp:ExactlyOne><m:OptimizedMimeSerialization/><w3c:MTOM/></wsp:ExactlyOne></wsp:Policy> | true | true",
                "<wsp:Policy><wsp:ExactlyOne/></wsp:Policy> | false | false",
                "<wsp:PolicyReference URI=\"#metro\"/> | false | true",
                "<wsp:PolicyReference URI=\"#other\"/> | false | false",
                "<wsp:Policy/> | false | false"
            })
    void ofABinding(String extension, boolean required, boolean allowed) {
        check(wsdl("", extension, "", ""), required, allowed);
    }

    /** The policy is attached by an attribute where WSDL 1.1 has no room for elements (WS-PolicyAttachment, section 4.1). */
    @Test
    void ofWhateverBelongsToTheEndpoint() {
        String must = "<wsp:Policy><w3c:MTOM/></wsp:Policy>";
        check(wsdl("wsp:PolicyURIs='#must'", "", "", ""), true, true);
        check(wsdl("wsp:PolicyURIs='#metro'", "", "", ""), false, true);
        check(wsdl("", "", must, ""), true, true);
        check(wsdl("", "", "", must), true, true);
        check(wsdl("", "", "", ""), false, false);
    }

    private static void check(String wsdl, boolean required, boolean allowed) {
        Wsdl read = Wsdl.read(URI.create("http://h/a.wsdl"), uri -> wsdl.getBytes(StandardCharsets.UTF_8));
        Binding binding = read.binding(XmlName.of("urn:t", "B"));
        assertEquals(required, MtomPolicy.asksFor(read, binding), wsdl);
        assertEquals(allowed, MtomPolicy.allows(read, binding), wsdl);
    }

    private static String wsdl(String ofPortType, String ofBinding, String ofService, String ofPort) {
        return """
                <wsdl:definitions xmlns:wsdl='http://schemas.xmlsoap.org/wsdl/' xmlns:soap='http://schemas.xmlsoap.org/wsdl/soap/'
                    xmlns:wsp='http://www.w3.org/ns/ws-policy' xmlns:old='http://schemas.xmlsoap.org/ws/2004/09/policy'
                    xmlns:m='http://schemas.xmlsoap.org/ws/2004/09/policy/optimizedmimeserialization'
                    xmlns:w3c='http://www.w3.org/2007/08/soap12-mtom-policy'
                    xmlns:wsu='http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd'
                    xmlns:t='urn:t' targetNamespace='urn:t'>
                  <wsp:Policy wsu:Id='metro'><m:OptimizedMimeSerialization wsp:Optional='true'/></wsp:Policy>
                  <wsp:Policy wsu:Id='must'><w3c:MTOM/></wsp:Policy>
                  <wsp:Policy wsu:Id='other'/>
                  <wsdl:portType name='T' %s/>
                  <wsdl:portType name='Other' wsp:PolicyURIs='#must'/>
                  <wsdl:binding name='B' type='t:T'>%s<soap:binding transport='http://schemas.xmlsoap.org/soap/http'/></wsdl:binding>
                  <wsdl:service name='S'>%s<wsdl:port name='P' binding='t:B'>%s<soap:address location='http://h/'/></wsdl:port>
                  </wsdl:service>
                  <wsdl:service name='Empty'><wsp:Policy><w3c:MTOM/></wsp:Policy></wsdl:service>
                </wsdl:definitions>""".formatted(ofPortType, ofBinding, ofService, ofPort);
    }
}
