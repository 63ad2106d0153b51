package dev.weir.spring;

import jakarta.jws.WebService;

/** A service's interface. */
@WebService(targetNamespace = "urn:hello")
public interface Hello {
    String hello(String name);

    /** What the service's context says of the path. */
    String path();

    String fail() throws Refused;

    /** A declared fault. */
    class Refused extends Exception {
        private static final long serialVersionUID = 1;

        public Refused(String message) {
            super(message);
        }
    }
}
