package dev.weir.soap.jaxws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.soap.SOAPConstants;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPFactory;
import jakarta.xml.soap.SOAPFault;
import jakarta.xml.ws.BindingType;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebFault;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPBinding;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** WebFault with all that it says, and exceptions in each style: in the WSDL, over the wire, and in three stacks' clients. */
class DeclaredFaultsTest {
    private static final String NAMESPACE = "urn:test:faults";
    private static final Pattern FAULTSTRING = Pattern.compile("<faultstring>(.*)</faultstring>");
    private static final QName SERVICE = new QName(NAMESPACE, "BankService");

    @WebService(name = "Bank", targetNamespace = NAMESPACE)
    public interface Bank {
        void pay(@WebParam(name = "how") String how) throws Generated, Named, Beaned, Plain, Derived;
    }

    /** As wsimport makes it. */
    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(name = "limit", namespace = NAMESPACE)
    public static class Limit {
        @XmlElement(required = true)
        protected String currency;

        protected int most;

        public String getCurrency() {
            return currency;
        }

        public int getMost() {
            return most;
        }
    }

    /** As wsimport makes it, with two constructors. */
    @WebFault(name = "overLimit", targetNamespace = "urn:test:faults:types")
    public static class Generated extends Exception {
        private static final long serialVersionUID = 1;
        private final transient Limit faultInfo;

        public Generated(String message, Limit faultInfo) {
            super(message);
            this.faultInfo = faultInfo;
        }

        public Generated(String message, Limit faultInfo, Throwable cause) {
            super(message, cause);
            this.faultInfo = faultInfo;
        }

        public Limit getFaultInfo() {
            return faultInfo;
        }
    }

    /** Whose fault info is a simple value, and whose message has a name of its own. */
    @WebFault(name = "reason", targetNamespace = NAMESPACE, messageName = "RefusedForAReason")
    public static class Named extends Exception {
        private static final long serialVersionUID = 1;
        private final String faultInfo;

        public Named(String message, String faultInfo) {
            super(message);
            this.faultInfo = faultInfo;
        }

        public String getFaultInfo() {
            return faultInfo;
        }
    }

    /** The bean that the next exception names. */
    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(
            name = "HolidayType",
            namespace = NAMESPACE,
            propOrder = {"day", "message"})
    public static class HolidayBean {
        public int day;
        public String message;
    }

    @WebFault(
            name = "Holiday",
            targetNamespace = NAMESPACE,
            faultBean = "dev.weir.soap.jaxws.DeclaredFaultsTest$HolidayBean")
    public static class Beaned extends Exception {
        private static final long serialVersionUID = 1;
        private int day;

        public Beaned(String message) {
            super(message);
        }

        public int getDay() {
            return day;
        }

        public void setDay(int value) {
            day = value;
        }
    }

    /** Without anything: its getters are the bean. */
    public static class Plain extends Exception {
        private static final long serialVersionUID = 1;
        private String till;

        public Plain(String message) {
            super(message);
        }

        public String getTill() {
            return till;
        }

        public void setTill(String value) {
            till = value;
        }
    }

    /** One that the interface declares beside its superclass. */
    public static class Derived extends Plain {
        private static final long serialVersionUID = 1;

        public Derived(String message) {
            super(message);
        }
    }

    /** One that no method declares. */
    public static class Undeclared extends Plain {
        private static final long serialVersionUID = 1;

        public Undeclared(String message) {
            super(message);
        }
    }

    @WebService(
            endpointInterface = "dev.weir.soap.jaxws.DeclaredFaultsTest$Bank",
            serviceName = "BankService",
            portName = "BankPort",
            targetNamespace = NAMESPACE)
    public static class BankBean implements Bank {
        @Override
        public void pay(String how) throws Generated, Named, Beaned, Plain, Derived {
            switch (how) {
                case "generated" -> {
                    Limit limit = new Limit();
                    limit.currency = "EUR";
                    limit.most = 100;
                    throw new Generated("too much", limit);
                }
                case "generated, empty" -> throw new Generated("too much", null);
                case "named" -> throw new Named("no", "because");
                case "beaned" -> {
                    Beaned holiday = new Beaned("closed today");
                    holiday.setDay(25);
                    throw holiday;
                }
                case "derived" -> {
                    Derived derived = new Derived("of the subclass");
                    derived.setTill("d");
                    throw derived;
                }
                case "undeclared" -> {
                    Undeclared undeclared = new Undeclared("as its superclass");
                    undeclared.setTill("u");
                    throw undeclared;
                }
                case "dotted" ->
                    throw new SOAPFaultException(
                            fault(new QName(SOAPConstants.URI_NS_SOAP_1_1_ENVELOPE, "Client.Authentication")));
                case "by another" -> throw new SOAPFaultException(byAnother(SOAPConstants.SOAP_1_1_PROTOCOL));
                case "assert" -> throw new AssertionError("internals");
                case "endless" -> pay(endless(0));
                case "missing class" -> throw new NoClassDefFoundError("internals/Missing");
                case "exhausted" -> throw new OutOfMemoryError("on purpose");
                default -> {
                    Plain plain = new Plain(how.equals("silent") ? null : "closed");
                    plain.setTill("nine");
                    throw plain;
                }
            }
        }
    }

    private static SOAPFault fault(QName code) {
        try {
            return SOAPFactory.newInstance().createFault("who are you?", code);
        } catch (SOAPException e) {
            throw new IllegalStateException(e);
        }
    }

    private static SOAPFault byAnother(String protocol) {
        try {
            boolean of12 = protocol.equals(SOAPConstants.SOAP_1_2_PROTOCOL);
            SOAPFault fault = SOAPFactory.newInstance(protocol)
                    .createFault(
                            "of the shop", of12 ? SOAPConstants.SOAP_SENDER_FAULT : new QName("urn:test:codes", "Own"));
            fault.setFaultActor("urn:test:shop");
            if (of12) {
                fault.setFaultNode("urn:test:till");
            }
            return fault;
        } catch (SOAPException e) {
            throw new IllegalStateException(e);
        }
    }

    @WebService(
            endpointInterface = "dev.weir.soap.jaxws.DeclaredFaultsTest$Bank",
            serviceName = "BankService",
            portName = "BankPort",
            targetNamespace = NAMESPACE)
    @BindingType(SOAPBinding.SOAP12HTTP_BINDING)
    public static class Bank12Bean implements Bank {
        @Override
        public void pay(String how) {
            throw new SOAPFaultException(byAnother(SOAPConstants.SOAP_1_2_PROTOCOL));
        }
    }

    private static String endless(int depth) {
        return depth < 0 ? "" : endless(depth + 1) + depth;
    }

    private static Served served;
    private static MetroServer metro;

    @BeforeAll
    static void start() throws Exception {
        metro = MetroServer.start(); // its clients need what it prepares
        served = Served.by(new BankBean());
    }

    @AfterAll
    static void stop() {
        served.close();
        metro.close();
    }

    private static Bank bank() throws Exception {
        return served.client(SERVICE, Bank.class);
    }

    @Test
    void theWsdlHasTheNamesThatWebFaultSays() throws Exception {
        String wsdl = served.wsdlText();
        for (String part : List.of(
                "<wsdl:message name=\"Generated\">",
                "<wsdl:message name=\"RefusedForAReason\">",
                "<wsdl:fault name=\"RefusedForAReason\" message=\"tns:RefusedForAReason\"",
                "<wsdl:message name=\"Beaned\">",
                "<wsdl:message name=\"Plain\">",
                "name=\"HolidayType\"",
                "name=\"overLimit\"")) {
            assertTrue(wsdl.contains(part), part + " in " + wsdl);
        }
        assertFalse(wsdl.contains("\"Named\""), wsdl);
    }

    static Stream<List<String>> details() {
        return Stream.of(
                List.of("generated", "too much", "<currency>EUR</currency><most>100</most>"),
                List.of("named", "no", ">because<"),
                List.of("beaned", "closed today", "<day>25</day><message>closed today</message>"),
                List.of("plain", "closed", "<message>closed</message><till>nine</till>"),
                List.of("derived", "of the subclass", "<message>of the subclass</message><till>d</till>"),
                List.of("undeclared", "as its superclass", "<message>as its superclass</message><till>u</till>"),
                List.of("silent", "Plain", "<till>nine</till>"));
    }

    @ParameterizedTest
    @MethodSource("details")
    void theDetailHasTheBean(List<String> howTextAndDetail) throws Exception {
        HttpResponse<String> reply = served.post(
                "", "<p:pay xmlns:p='" + NAMESPACE + "'><how>" + howTextAndDetail.get(0) + "</how></p:pay>");
        assertEquals(500, reply.statusCode());
        assertTrue(reply.body().contains("<faultstring>" + howTextAndDetail.get(1)), reply.body());
        assertTrue(reply.body().contains(howTextAndDetail.get(2)), reply.body());
    }

    @Test
    void theClientThrowsWhatTheServiceHasThrown() throws Exception {
        Bank bank = bank();
        Generated generated = assertThrows(Generated.class, () -> bank.pay("generated"));
        assertEquals(
                "too much EUR 100",
                generated.getMessage() + " " + generated.getFaultInfo().getCurrency() + " "
                        + generated.getFaultInfo().getMost());
        Named named = assertThrows(Named.class, () -> bank.pay("named"));
        assertEquals("no because", named.getMessage() + " " + named.getFaultInfo());
        Beaned beaned = assertThrows(Beaned.class, () -> bank.pay("beaned"));
        assertEquals("closed today 25", beaned.getMessage() + " " + beaned.getDay());
        Plain plain = assertThrows(Plain.class, () -> bank.pay("plain"));
        assertEquals("closed nine", plain.getMessage() + " " + plain.getTill());
        Derived derived = assertThrows(Derived.class, () -> bank.pay("derived"));
        assertEquals("d", derived.getTill());
        Plain undeclared = assertThrows(Plain.class, () -> bank.pay("undeclared"));
        assertEquals(Plain.class, undeclared.getClass());
        assertEquals("u", undeclared.getTill());
        Generated empty = assertThrows(Generated.class, () -> bank.pay("generated, empty"));
        assertEquals("too much", empty.getMessage());
    }

    @Test
    void whoHasFailedIsSaidByASoapFault() throws Exception {
        SOAPFault thrown = assertThrows(SOAPFaultException.class, () -> bank().pay("by another"))
                .getFault();
        assertEquals("of the shop, urn:test:shop", thrown.getFaultString() + ", " + thrown.getFaultActor());
        try (Served other = Served.by(new Bank12Bean())) {
            Bank bank = other.client(SERVICE, Bank.class);
            SOAPFault thrown12 =
                    assertThrows(SOAPFaultException.class, () -> bank.pay("")).getFault();
            assertEquals(
                    "of the shop, urn:test:shop, urn:test:till",
                    thrown12.getFaultString() + ", " + thrown12.getFaultRole() + ", " + thrown12.getFaultNode());
        }
    }

    /** The dot notation of SOAP 1.1, section 4.4.1. */
    @Test
    void aCodeThatIsNarrowedByADotGoesOutAsItIs() {
        SOAPFault thrown = assertThrows(SOAPFaultException.class, () -> bank().pay("dotted"))
                .getFault();
        assertEquals(
                new QName(SOAPConstants.URI_NS_SOAP_1_1_ENVELOPE, "Client.Authentication"),
                thrown.getFaultCodeAsQName());
    }

    private static String faultOf(String how) throws Exception {
        HttpResponse<String> reply =
                served.post("", "<p:pay xmlns:p='" + NAMESPACE + "'><how>" + how + "</how></p:pay>");
        assertEquals(500, reply.statusCode());
        assertFalse(reply.body().contains("internals"), reply.body());
        Matcher said = FAULTSTRING.matcher(reply.body());
        assertTrue(said.find(), reply.body());
        return said.group(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"assert", "endless", "missing class"})
    void anErrorIsAFaultWithAReferenceAsAnyFailureIs(String how) throws Exception {
        String reason = faultOf(how);
        assertTrue(reason.matches("The service failed; see its log for the cause, reference [0-9a-f]{8}\\."), reason);
        assertEquals("closed", faultOf("plain"));
    }

    @Test
    void anExhaustedHeapIsNoFaultOfTheServiceButReachesTheServer() throws Exception {
        assertEquals("The server failed.", faultOf("exhausted"));
        assertEquals("closed", faultOf("plain"));
    }

    static Stream<jakarta.xml.ws.spi.Provider> peers() {
        return Stream.of(new org.apache.cxf.jaxws.spi.ProviderImpl(), new com.sun.xml.ws.spi.ProviderImpl());
    }

    @ParameterizedTest
    @MethodSource("peers")
    void clientsOfOtherStacksThrowThemToo(jakarta.xml.ws.spi.Provider peer) throws Exception {
        Bank bank = peer.createServiceDelegate(served.wsdl(), SERVICE, Service.class)
                .getPort(new QName(NAMESPACE, "BankPort"), Bank.class);
        Generated generated = assertThrows(Generated.class, () -> bank.pay("generated"));
        assertEquals(100, generated.getFaultInfo().getMost());
        Named named = assertThrows(Named.class, () -> bank.pay("named"));
        assertEquals("because", named.getFaultInfo());
    }

    public static class Other extends Exception {
        private static final long serialVersionUID = 1;

        public Other(String message) {
            super(message);
        }
    }

    @WebService(name = "Bank", targetNamespace = NAMESPACE)
    public interface OtherBank {
        void pay(@WebParam(name = "how") String how) throws Other;
    }

    /** An exception without a constructor for a text. */
    @WebFault(name = "Plain", targetNamespace = NAMESPACE)
    public static class Rigid extends Exception {
        private static final long serialVersionUID = 1;
        private String till;

        public String getTill() {
            return till;
        }
    }

    @WebService(name = "Bank", targetNamespace = NAMESPACE)
    public interface RigidBank {
        void pay(@WebParam(name = "how") String how) throws Rigid;
    }

    @Test
    void aFaultThatTheClientsInterfaceDoesNotDeclareIsASoapFault() throws Exception {
        OtherBank bank = served.client(SERVICE, OtherBank.class);
        SOAPFaultException thrown = assertThrows(SOAPFaultException.class, () -> bank.pay("plain"));
        assertEquals("closed", thrown.getMessage());
        assertTrue(thrown.getFault().getDetail().getTextContent().contains("nine"));
    }

    @Test
    void anExceptionThatCannotBeMadeIsNamedWithTheFaultsText() throws Exception {
        RigidBank bank = served.client(SERVICE, RigidBank.class);
        String said =
                assertThrows(WebServiceException.class, () -> bank.pay("plain")).getMessage();
        assertTrue(said.contains("closed") && said.contains("Rigid must have a public constructor"), said);
    }
}
