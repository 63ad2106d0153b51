package dev.weir.server.console;

import dev.weir.soap.http.HttpReply;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;

/**
 * The style sheet, the scripts and the icon of the pages. Their addresses change with their content, so that browsers keep
 * them for good and never show an old one.
 */
final class Assets {
    static final String PATH = "/assets/";

    private static final String WEB_JARS = "/META-INF/resources/webjars/";

    private record Asset(String mediaType, byte[] bytes) {}

    private final Map<String, Asset> byPath = new LinkedHashMap<>();
    private final Map<String, String> pathByName = new LinkedHashMap<>();

    Assets() {
        add("console.css", "text/css; charset=utf-8", read("console.css"));
        add("console.js", "text/javascript; charset=utf-8", read("console.js"));
        add("icon.svg", "image/svg+xml", read("icon.svg"));
        add("htmx.js", "text/javascript; charset=utf-8", webJar("htmx.org", "dist/htmx.min.js"));
    }

    private void add(String name, String mediaType, byte[] bytes) {
        String path = hash(bytes) + "/" + name;
        byPath.put(path, new Asset(mediaType, bytes));
        pathByName.put(name, PATH + path);
    }

    private static String hash(byte[] bytes) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
            return HexFormat.of().formatHex(hash, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static byte[] webJar(String name, String file) {
        Properties pom = new Properties();
        try (InputStream in = open("/META-INF/maven/org.webjars.npm/" + name + "/pom.properties")) {
            pom.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return read(WEB_JARS + name + "/" + pom.getProperty("version") + "/" + file);
    }

    private static byte[] read(String name) {
        try (InputStream in = open(name)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InputStream open(String name) {
        InputStream in = Assets.class.getResourceAsStream(name);
        if (in == null) {
            throw new IllegalStateException("the resource " + name + " is missing");
        }
        return in;
    }

    /** Where an asset is, below {@link Console#PREFIX}. */
    String path(String name) {
        String path = pathByName.get(name);
        if (path == null) {
            throw new IllegalArgumentException("there is no asset " + name);
        }
        return path;
    }

    /** The answer to a request for one: 404 where there is none, which is also what an old address leads to. */
    HttpReply answer(String path) {
        Asset asset = byPath.get(path.substring(PATH.length()));
        return asset == null
                ? HttpReply.text(404, "there is no such file\n")
                : HttpReply.of(200, asset.mediaType(), asset.bytes())
                        .with("Cache-Control", "public, max-age=31536000, immutable")
                        .with("X-Content-Type-Options", "nosniff");
    }
}
