package dev.weir.server.access;

import dev.weir.soap.http.Partners;
import dev.weir.soap.http.Partners.Partner;
import dev.weir.soap.tls.TlsFiles;
import dev.weir.soap.tls.TlsMaterial;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The file that says how partners are called: with which name and password, token or certificate, and whom to trust. It has
 * secrets, so only its owner may read it. A section begins with the address of a partner in brackets; {@code [*]} has
 * what counts for all others. What is wrong is reported with its line, and never with its value.
 */
public final class PartnersFile {
    private static final String ALL = "*";
    private static final Set<String> NAMES = new TreeSet<>(
            Set.of("user", "password", "bearer", "certificate", "key", "password-file", "trust", "callbacks"));
    private static final Set<String> NAMES_OF_ALL = new TreeSet<>(Set.of("trust", "password-file"));
    private static final int MOST_BYTES = 1024 * 1024;

    private final Path file;

    public PartnersFile(Path file) {
        this.file = file;
    }

    /**
     * What the file, and the files that it names, held at one moment.
     *
     * @param content of the file itself
     * @param digests of the files that it names
     */
    public record Known(Partners partners, byte[] content, Map<TlsFiles, String> digests) {
        /** Shows no content. */
        @Override
        public String toString() {
            return partners.toString();
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Known that && Arrays.equals(content, that.content) && digests.equals(that.digests);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(content);
        }
    }

    /** @param line where it begins */
    private record Section(String name, int line, Map<String, Value> values) {
        @Nullable String text(String name) {
            Value value = values.get(name);
            return value == null ? null : value.text;
        }
    }

    private record Value(String text, int line) {
        @Override
        public String toString() {
            return "line " + line;
        }
    }

    /** @throws IOException if it cannot be read, others may read it, or something in it is wrong */
    public Known read() throws IOException {
        byte[] content = content();
        Map<TlsFiles, String> digests = new HashMap<>();
        TlsMaterial trusted = null;
        List<Partner> partners = new ArrayList<>();
        for (Section section : sections(content)) {
            TlsMaterial tls = tls(section, digests);
            if (section.name.equals(ALL)) {
                trusted = tls;
                continue;
            }
            partners.add(new Partner(address(section), authorization(section), tls, flag(section, "callbacks")));
        }
        return new Known(new Partners(trusted, partners), content, digests);
    }

    /** Reads it again if it, or a file that it names, has another content; null if not. */
    public @Nullable Known readIfChanged(Known before) throws IOException {
        boolean changed = !Arrays.equals(content(), before.content);
        for (Map.Entry<TlsFiles, String> each : before.digests.entrySet()) {
            changed = changed || each.getKey().readIfChanged(each.getValue()) != null;
        }
        return changed ? read() : null;
    }

    private byte[] content() throws IOException {
        try (var in = Files.newInputStream(file)) {
            PrivateFile.checkSecret(file);
            byte[] content = in.readNBytes(MOST_BYTES + 1);
            if (content.length > MOST_BYTES) {
                throw new IOException(file + " is longer than " + MOST_BYTES + " bytes");
            }
            return content;
        } catch (NoSuchFileException e) {
            throw new IOException("there is no file " + file, e);
        }
    }

    private IOException wrong(int line, String what) {
        return new IOException(file + ":" + line + ": " + what);
    }

    private List<Section> sections(byte[] content) throws IOException {
        List<Section> sections = new ArrayList<>();
        Set<String> names = new HashSet<>();
        Section section = null;
        int number = 0;
        for (String raw : text(content).split("\r\n|\n", -1)) {
            number++;
            String line = raw.strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            if (line.startsWith("[")) {
                if (!line.endsWith("]")) {
                    throw wrong(
                            number, "a section must begin with an address in brackets, such as [https://host/path]");
                }
                String name = line.substring(1, line.length() - 1).strip();
                if (!names.add(name)) {
                    throw wrong(number, "there are two sections [" + name + "]");
                }
                section = new Section(name, number, new LinkedHashMap<>());
                sections.add(section);
                continue;
            }
            int equals = line.indexOf('=');
            if (equals < 1 || section == null) {
                throw wrong(number, "a line must be [ADDRESS], NAME = VALUE in a section, or begin with #");
            }
            String name = line.substring(0, equals).strip();
            String value = line.substring(equals + 1).strip();
            Set<String> possible = section.name.equals(ALL) ? NAMES_OF_ALL : NAMES;
            if (!possible.contains(name)) {
                throw wrong(number, "there is no such name in this section; there are " + String.join(", ", possible));
            }
            if (value.isEmpty()) {
                throw wrong(number, name + " has no value");
            }
            if (section.values.put(name, new Value(value, number)) != null) {
                throw wrong(number, "the section has " + name + " already");
            }
        }
        return sections;
    }

    private String text(byte[] content) throws IOException {
        try (InputStreamReader reader =
                new InputStreamReader(new ByteArrayInputStream(content), StandardCharsets.UTF_8.newDecoder())) {
            StringBuilder text = new StringBuilder();
            char[] some = new char[8192];
            for (int count = reader.read(some); count >= 0; count = reader.read(some)) {
                text.append(some, 0, count);
            }
            return text.toString();
        } catch (CharacterCodingException e) {
            throw new IOException(file + " is not UTF-8", e);
        }
    }

    private URI address(Section section) throws IOException {
        String form = "a section must begin with [*], or an http or https address such as [https://host:8443/path]";
        try {
            URI address = new URI(section.name);
            String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
            if (!Set.of("http", "https").contains(scheme)
                    || address.getHost() == null
                    || address.getRawUserInfo() != null
                    || address.getRawQuery() != null
                    || address.getRawFragment() != null) {
                throw wrong(section.line, form);
            }
            return address;
        } catch (URISyntaxException e) {
            throw wrong(section.line, form);
        }
    }

    private @Nullable String authorization(Section section) throws IOException {
        String user = section.text("user");
        String password = section.text("password");
        String token = section.text("bearer");
        if ((user == null) != (password == null)) {
            throw wrong(section.line, "the section must have user and password, or neither");
        }
        if (user != null && token != null) {
            throw wrong(section.line, "the section must have user and password, or bearer");
        }
        if (user != null && user.contains(":")) {
            throw wrong(section.line, "the user's name must be without colon");
        }
        for (String each : new String[] {"user", "password", "bearer"}) {
            String text = section.text(each);
            if (text != null && text.chars().anyMatch(c -> c < ' ' || c == 0x7f)) {
                throw wrong(section.line, each + " must be without control characters");
            }
        }
        if (token != null && !token.matches("[A-Za-z0-9._~+/-]+=*")) {
            throw wrong(section.line, "bearer must be a token: letters, digits, and . _ ~ + / - =");
        }
        return user != null && password != null
                ? Partners.basic(user, password)
                : token == null ? null : Partners.bearer(token);
    }

    private boolean flag(Section section, String name) throws IOException {
        String text = section.text(name);
        if (text != null && !text.equals("true") && !text.equals("false")) {
            throw wrong(section.line, name + " must be true or false");
        }
        return "true".equals(text);
    }

    private @Nullable TlsMaterial tls(Section section, Map<TlsFiles, String> digests) throws IOException {
        Path certificate = path(section, "certificate");
        Path key = path(section, "key");
        Path password = path(section, "password-file");
        Path trust = path(section, "trust");
        if (certificate == null && key != null) {
            throw wrong(section.line, "the section has a key, and no certificate");
        }
        if (certificate == null && trust == null) {
            if (password != null) {
                throw wrong(section.line, "password-file is for a certificate or trust, and the section has neither");
            }
            return null;
        }
        TlsFiles files = new TlsFiles(certificate, key, password, trust);
        try {
            TlsMaterial material = files.read();
            digests.put(files, material.digest());
            return material;
        } catch (IOException e) {
            throw new IOException(file + ":" + section.line + ": " + e.getMessage(), e);
        }
    }

    /** A relative one starts at the file's folder. */
    private @Nullable Path path(Section section, String name) {
        String text = section.text(name);
        return text == null ? null : file.toAbsolutePath().resolveSibling(text);
    }
}
