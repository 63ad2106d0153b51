package example.greeter;

import jakarta.xml.ws.WebFault;

@WebFault(name = "UnknownLanguage", targetNamespace = "urn:example:greeter")
public class UnknownLanguage extends Exception {
    private static final long serialVersionUID = 1;

    private final String language;

    public UnknownLanguage(String language) {
        super("no greeting in " + language);
        this.language = language;
    }

    public String getLanguage() {
        return language;
    }
}
