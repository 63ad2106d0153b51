package dev.weir.soap.jaxws.peers;

import jakarta.jws.Oneway;
import jakarta.jws.WebParam;
import jakarta.jws.WebParam.Mode;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.jws.soap.SOAPBinding.ParameterStyle;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.WebFault;
import java.util.List;

/**
 * What a document/literal service is made of, so that peers can show that they and Weir mean the same by it. Whoever receives
 * a parcel can say as text what it has seen ({@link Parcel#toString}); each peer has a function that writes the same text.
 */
@WebService(targetNamespace = "urn:test:courier", name = "Courier")
public interface Courier {
    /** Goes in a header. */
    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(name = "Ticket")
    class Ticket {
        public String owner;
        public int number;
    }

    /** A type that is extended. */
    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(name = "Vehicle")
    @XmlSeeAlso(Bicycle.class)
    class Vehicle {
        public String name;
        public int wheels;
    }

    /** What {@code xsi:type} names. */
    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(name = "Bicycle")
    class Bicycle extends Vehicle {
        public int gears;
    }

    /** What {@link Refused} says. */
    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(name = "Refusal")
    class Refusal {
        public int code;
        public String reason;
        public List<String> allowed;
    }

    /** An exception as wsimport generates it. */
    @WebFault(name = "refused", targetNamespace = "urn:test:courier:types")
    class Refused extends Exception {
        private static final long serialVersionUID = 1;
        private final transient Refusal info;

        public Refused(String message, Refusal info) {
            super(message);
            this.info = info;
        }

        public Refused(String message, Refusal info, Throwable cause) {
            super(message, cause);
            this.info = info;
        }

        public Refusal getFaultInfo() {
            return info;
        }
    }

    /** What the receiver has seen. */
    @WebResult(name = "text")
    String describe(@WebParam(name = "parcel") Parcel parcel);

    /** {@link Parcel#full} or {@link Parcel#small}, as the server makes it. */
    @WebResult(name = "parcel")
    Parcel make(@WebParam(name = "full") boolean full);

    /** The same ones, the last one first. */
    @WebResult(name = "parcel")
    List<Parcel> turned(@WebParam(name = "parcel") List<Parcel> parcels);

    @WebResult(name = "word")
    List<String> words(@WebParam(name = "word") List<String> words);

    /** The next one; after the last the first. */
    Speed faster(@WebParam(name = "speed") Speed speed);

    /** Null for null. */
    Integer twice(@WebParam(name = "number") Integer number);

    /** The bytes in the other direction. */
    byte[] bytes(@WebParam(name = "bytes") byte[] bytes);

    /** A vehicle for a bicycle and the other way round, of the same name: with as many wheels as there were gears. */
    List<Vehicle> exchanged(@WebParam(name = "vehicle") List<Vehicle> vehicles);

    /** The parcel with the next id. */
    @SOAPBinding(parameterStyle = ParameterStyle.BARE)
    @WebResult(name = "stamped", targetNamespace = "urn:test:courier")
    Parcel stamp(@WebParam(name = "stamp", targetNamespace = "urn:test:courier") Parcel parcel);

    String track(
            @WebParam(name = "ticket", header = true) Ticket ticket,
            @WebParam(name = "receipt", header = true, mode = Mode.OUT) Holder<String> receipt,
            @WebParam(name = "text") String text);

    String send(@WebParam(name = "to") String to) throws Refused;

    void nothing();

    @Oneway
    void note(@WebParam(name = "text") String text);
}
