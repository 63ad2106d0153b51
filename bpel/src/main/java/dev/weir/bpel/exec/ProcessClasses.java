package dev.weir.bpel.exec;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The classes that come with processes: one class loader, above which there is the JDK alone, so that what the server is
 * made of is neither seen nor replaced. It reads from memory and holds no file; it goes when nothing refers to it.
 * Thread-safe.
 */
public final class ProcessClasses {
    /** No classes. */
    public static final ProcessClasses NONE = new ProcessClasses(Map.of());

    private static final String CLASS = ".class";

    private final Map<String, byte[]> files;
    private final ClassLoader loader;

    /** @param files classes and resources by their paths on a class path, {@code com/example/Tax.class} */
    public ProcessClasses(Map<String, byte[]> files) {
        this.files = Map.copyOf(files);
        this.loader = new Loader(this.files);
    }

    public ClassLoader loader() {
        return loader;
    }

    boolean isEmpty() {
        return files.isEmpty();
    }

    /** The binary names of the classes in a package. */
    List<String> in(String packageName, boolean below) {
        String folder = packageName.isEmpty() ? "" : packageName.replace('.', '/') + "/";
        List<String> names = new ArrayList<>();
        for (String path : files.keySet()) {
            if (path.startsWith(folder) && path.endsWith(CLASS) && (below || path.indexOf('/', folder.length()) < 0)) {
                names.add(path.substring(0, path.length() - CLASS.length()).replace('/', '.'));
            }
        }
        return names;
    }

    InputStream open(String className) {
        byte[] bytes = files.get(className.replace('.', '/') + CLASS);
        return new ByteArrayInputStream(bytes == null ? new byte[0] : bytes);
    }

    private static final class Loader extends ClassLoader {
        static {
            registerAsParallelCapable();
        }

        private final Map<String, byte[]> files;

        Loader(Map<String, byte[]> files) {
            super(ClassLoader.getPlatformClassLoader());
            this.files = files;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = files.get(name.replace('.', '/') + CLASS);
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }

        @Override
        protected @Nullable URL findResource(String name) {
            byte[] bytes = files.get(name);
            try {
                return bytes == null ? null : new URL(null, "composite:/" + name, new InMemory(bytes));
            } catch (MalformedURLException e) {
                return null;
            }
        }

        @Override
        protected Enumeration<URL> findResources(String name) {
            URL found = findResource(name);
            return found == null ? Collections.emptyEnumeration() : Collections.enumeration(List.of(found));
        }
    }

    private static final class InMemory extends URLStreamHandler {
        private final byte[] bytes;

        InMemory(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        protected URLConnection openConnection(URL url) {
            return new URLConnection(url) {
                @Override
                public void connect() throws IOException {
                    connected = true;
                }

                @Override
                public InputStream getInputStream() {
                    return new ByteArrayInputStream(bytes);
                }
            };
        }
    }
}
