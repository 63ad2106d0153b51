package dev.weir.bench.bind;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The persons of the experiment of 2011. */
@XmlRootElement(name = "persons")
@XmlAccessorType(XmlAccessType.FIELD)
public class Persons implements CountedDocument {
    @XmlElement(name = "person")
    public List<Person> person = new ArrayList<>();

    @Override
    public int count() {
        return person.size();
    }

    /** A person. */
    @XmlRootElement(name = "person")
    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(propOrder = {"firstName", "lastName", "address1", "address2", "postCode", "city", "country"})
    public static class Person {
        @XmlAttribute
        public boolean active;

        public @Nullable String firstName;
        public @Nullable String lastName;
        public @Nullable String address1;
        public @Nullable String address2;
        public @Nullable String postCode;
        public @Nullable String city;
        public @Nullable String country;
    }
}
