package dev.weir.bench.bind;

import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBContextFactory;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The first context and the first document of a JVM. */
public final class ColdStart {
    private ColdStart() {}

    /** The factory, a document (or "-" for none), and the classes of the context, or their number if they are C0, C1... */
    public static void main(String[] arguments) throws Exception {
        byte[] document = arguments[1].equals("-") ? null : Files.readAllBytes(Path.of(arguments[1]));
        boolean counted = Character.isDigit(arguments[2].charAt(0));
        Class<?>[] classes = new Class<?>[counted ? Integer.parseInt(arguments[2]) : 1];
        for (int i = 0; i < classes.length; i++) {
            classes[i] = Class.forName(counted ? "C" + i : arguments[2]);
        }
        JAXBContext context = Class.forName(arguments[0])
                .asSubclass(JAXBContextFactory.class)
                .getConstructor()
                .newInstance()
                .createContext(classes, Map.of());
        if (document != null) {
            context.createUnmarshaller().unmarshal(new ByteArrayInputStream(document));
        }
    }
}
