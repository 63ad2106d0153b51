package dev.weir.server.deploy;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.composite.runtime.RevisionState;
import dev.weir.store.CompositeRevision;
import dev.weir.store.file.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What has been deployed on a running server, in its data folder: SARs named by their hash, and one list that names
 * them. A deployment is made by writing its SAR, then replacing the list as a whole; before that it has not happened.
 * Both are on disk before a method returns. What lies in the folder and is not named is no longer, or not yet, deployed:
 * the next start moves it to the folder {@code unlisted} and says so.
 *
 * <p>The first start writes a list that is empty, and it is replaced as a whole from then on: SARs without a list, or a
 * list that is empty or cut, are what is left after a loss. One thread at a time.
 */
final class DeployedFiles {
    static final String LIST = "deployed.json";
    static final String UNLISTED = "unlisted";
    private static final System.Logger LOG = System.getLogger(DeployedFiles.class.getName());
    private static final Pattern SAR = Pattern.compile("[0-9a-f]{64}\\.jar");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path folder;

    /**
     * A deployed revision.
     *
     * @param file its SAR; null for one that the server is given at its start, of which only the state is kept
     */
    record Entry(CompositeRevision name, @Nullable String file, RevisionState state, boolean isDefault) {}

    /** @throws UncheckedIOException if the folder cannot be made */
    DeployedFiles(Path folder) {
        this.folder = folder;
        try {
            PrivateFiles.createFolder(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make " + folder + ": " + e.getMessage(), e);
        }
    }

    /**
     * The list, in the order of deployment; what else lies in the folder is moved aside, and what earlier programs let others
     * read becomes its owner's.
     *
     * @throws UncheckedIOException if it cannot be read, is damaged, or is missing beside SARs; nothing was moved then
     */
    List<Entry> load() {
        try {
            List<Entry> entries = read();
            keepPrivate();
            moveOthersAside(entries);
            return entries;
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot read what is deployed in " + folder + ": " + String.valueOf(e.getMessage()), e);
        }
    }

    private void keepPrivate() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            PrivateFiles.tighten(Stream.concat(Stream.of(folder), files.filter(DeployedFiles::isOwn))
                    .toList());
        }
    }

    /** True for what has been made here; what people put beside it keeps its mode. */
    private static boolean isOwn(Path file) {
        String name = file.getFileName().toString();
        return name.equals(LIST) || name.equals(UNLISTED) || SAR.matcher(name).matches();
    }

    private List<Entry> read() throws IOException {
        Path list = folder.resolve(LIST);
        if (!Files.exists(list)) {
            long archives = archives();
            if (archives > 0) {
                throw damaged("is missing, but there are archives beside it: " + archives, null);
            }
            save(List.of());
        }
        try {
            JsonNode root = JSON.readTree(Files.readAllBytes(list));
            if (root.isMissingNode()) {
                throw damaged("is empty", null);
            }
            if (!root.isArray()) {
                throw damaged("is no list", null);
            }
            List<Entry> entries = new ArrayList<>();
            for (JsonNode each : root) {
                entries.add(entry(each));
            }
            return entries;
        } catch (JsonProcessingException e) {
            JsonLocation at = e.getLocation();
            throw damaged(
                    "is damaged or cut"
                            + (at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr()) + ": "
                            + e.getOriginalMessage(),
                    e);
        }
    }

    private Entry entry(JsonNode each) {
        try {
            JsonNode file = each.path("file");
            if (!file.isMissingNode() && !SAR.matcher(file.asText()).matches()) {
                throw damaged("names a file that is no archive of the server: " + file, null);
            }
            return new Entry(
                    CompositeRevision.parse(each.path("composite").asText()),
                    file.isMissingNode() ? null : file.asText(),
                    new RevisionState(
                            each.path("on").asBoolean(), each.path("active").asBoolean()),
                    each.path("default").asBoolean());
        } catch (IllegalArgumentException e) {
            throw damaged("has an entry that cannot be read, " + each + ": " + e.getMessage(), e);
        }
    }

    private UncheckedIOException damaged(String what, @Nullable Exception cause) {
        String message = folder.resolve(LIST) + ", the list of what is deployed, " + what
                + "; bring it back from a copy, or a backup by `weir store restore`, or, to start without what was"
                + " deployed, write [] to it: archives are then moved to " + folder.resolve(UNLISTED)
                + ", to be deployed from there";
        return new UncheckedIOException(message, new IOException(message, cause));
    }

    private long archives() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(
                            file -> SAR.matcher(file.getFileName().toString()).matches())
                    .count();
        }
    }

    private void moveOthersAside(List<Entry> entries) throws IOException {
        Set<String> known = new HashSet<>(Set.of(LIST, UNLISTED));
        entries.forEach(entry -> known.add(String.valueOf(entry.file())));
        List<Path> found;
        try (Stream<Path> files = Files.list(folder)) {
            found = files.toList();
        }
        for (Path file : found) {
            String name = file.getFileName().toString();
            if (name.endsWith(PrivateFiles.UNFINISHED)) {
                Files.delete(file);
            } else if (!known.contains(name)) {
                PrivateFiles.createFolder(folder.resolve(UNLISTED));
                Path aside = folder.resolve(UNLISTED).resolve(name);
                Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
                LOG.log(
                        System.Logger.Level.WARNING,
                        "{0} is not in the list of what is deployed, and was moved to {1}: deploy it from there, or"
                                + " delete it",
                        file,
                        aside);
            }
        }
    }

    Path path(String file) {
        return folder.resolve(file);
    }

    /** Writes a SAR; returns its file's name. */
    String write(byte[] sar) {
        try {
            String name = HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(sar)) + ".jar";
            if (!Files.exists(folder.resolve(name))) {
                PrivateFiles.write(folder.resolve(name), sar);
            }
            return name;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write to " + folder + ": " + e.getMessage(), e);
        }
    }

    /** Makes this the list. */
    void save(List<Entry> entries) {
        ArrayNode list = JSON.createArrayNode();
        for (Entry entry : entries) {
            ObjectNode each = list.addObject();
            each.put("composite", entry.name().toString());
            if (entry.file() != null) {
                each.put("file", entry.file());
            }
            each.put("on", entry.state().on());
            each.put("active", entry.state().active());
            each.put("default", entry.isDefault());
        }
        try {
            PrivateFiles.write(
                    folder.resolve(LIST), JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(list));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write to " + folder + ": " + e.getMessage(), e);
        }
    }

    /** Deletes a SAR that no entry names. */
    void delete(String file) {
        try {
            Files.deleteIfExists(folder.resolve(file));
        } catch (IOException e) {
            // The next start moves it aside.
            LOG.log(System.Logger.Level.WARNING, "cannot delete " + file + " from " + folder, e);
        }
    }
}
