package dev.weir.bind.jaxb;

import jakarta.xml.bind.JAXBException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The classes that a context path names: package names separated by colons, each package with an ObjectFactory or a
 * jaxb.index.
 */
final class ContextPath {
    private ContextPath() {}

    static List<Class<?>> classes(String path, @Nullable ClassLoader given) throws JAXBException {
        ClassLoader loader = given != null ? given : Thread.currentThread().getContextClassLoader();
        List<Class<?>> classes = new ArrayList<>();
        for (String name : path.split(":")) {
            if (!name.isEmpty()) {
                addPackage(name, loader, classes);
            }
        }
        if (classes.isEmpty()) {
            throw new JAXBException("a context path must name at least one package: \"" + path + "\"");
        }
        return classes;
    }

    private static void addPackage(String name, ClassLoader loader, List<Class<?>> classes) throws JAXBException {
        int before = classes.size();
        try {
            classes.add(Class.forName(name + ".ObjectFactory", false, loader));
        } catch (ClassNotFoundException none) {
            // Then a jaxb.index is required.
            before = classes.size();
        }
        try (InputStream index = loader.getResourceAsStream(name.replace('.', '/') + "/jaxb.index")) {
            if (index != null) {
                addIndexed(name, index, loader, classes);
            }
        } catch (IOException failed) {
            throw new JAXBException("the jaxb.index of " + name + " cannot be read", failed);
        }
        if (classes.size() == before) {
            throw new JAXBException("\"" + name + "\" doesnt contain ObjectFactory.class or jaxb.index");
        }
    }

    private static void addIndexed(String name, InputStream index, ClassLoader loader, List<Class<?>> classes)
            throws IOException, JAXBException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(index, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String type = line.trim();
            if (type.isEmpty() || type.startsWith("#")) {
                continue;
            }
            try {
                classes.add(Class.forName(name + "." + type.replace('.', '$'), false, loader));
            } catch (ClassNotFoundException none) {
                throw new JAXBException("the jaxb.index of " + name + " names " + type + ", which is not there", none);
            }
        }
    }
}
