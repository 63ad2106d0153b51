package dev.weir.server.deploy;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.composite.deployment.Landscape;
import dev.weir.composite.deployment.Landscape.Revision;
import dev.weir.composite.deployment.LandscapeStore;
import dev.weir.composite.deployment.RevisionState;
import dev.weir.composite.deployment.Source;
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
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
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
final class DeployedFiles implements LandscapeStore {
    static final String LIST = "deployed.json";
    static final String UNLISTED = "unlisted";
    private static final System.Logger LOG = System.getLogger(DeployedFiles.class.getName());
    private static final Pattern SAR = Pattern.compile("[0-9a-f]{64}\\.jar");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path folder;
    /** A list could not be written to its end: it is not known which of two will be found at the next start. */
    private boolean uncertain;

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
     * The list; what else lies in the folder is moved aside, and what earlier programs let others read becomes its owner's.
     * Of revisions that the server is given at its start only the state is in it: their places are not known here.
     *
     * @throws UncheckedIOException if it cannot be read, is damaged, or is missing beside SARs; nothing was moved then
     */
    @Override
    public Landscape load() {
        try {
            Landscape listed = read();
            keepPrivate();
            moveOthersAside(listed);
            return listed;
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

    private Landscape read() throws IOException {
        Path list = folder.resolve(LIST);
        if (!Files.exists(list)) {
            long archives = archives();
            if (archives > 0) {
                throw damaged("is missing, but there are archives beside it: " + archives, null);
            }
            save(Landscape.EMPTY);
        }
        try {
            JsonNode root = JSON.readTree(Files.readAllBytes(list));
            if (root.isMissingNode()) {
                throw damaged("is empty", null);
            }
            if (!root.isArray()) {
                throw damaged("is no list", null);
            }
            List<Revision> revisions = new ArrayList<>();
            List<CompositeRevision> defaults = new ArrayList<>();
            for (JsonNode each : root) {
                Revision revision = revision(each);
                revisions.add(revision);
                if (each.path("default").asBoolean()) {
                    defaults.add(revision.name());
                }
            }
            return Landscape.of(revisions, defaults);
        } catch (JsonProcessingException e) {
            JsonLocation at = e.getLocation();
            throw damaged(
                    "is damaged or cut"
                            + (at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr()) + ": "
                            + e.getOriginalMessage(),
                    e);
        }
    }

    private Revision revision(JsonNode each) {
        try {
            JsonNode file = each.path("file");
            if (!file.isMissingNode() && !SAR.matcher(file.asText()).matches()) {
                throw damaged("names a file that is no archive of the server: " + file, null);
            }
            return new Revision(
                    CompositeRevision.parse(each.path("composite").asText()),
                    new RevisionState(
                            each.path("on").asBoolean(), each.path("active").asBoolean()),
                    file.isMissingNode() ? new Source.Given("", true) : new Source.Kept(file.asText()),
                    false);
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

    private void moveOthersAside(Landscape listed) throws IOException {
        List<Path> found;
        try (Stream<Path> files = Files.list(folder)) {
            found = files.toList();
        }
        for (Path file : found) {
            String name = file.getFileName().toString();
            if (name.endsWith(PrivateFiles.UNFINISHED)) {
                Files.delete(file);
            } else if (!name.equals(LIST) && !name.equals(UNLISTED) && !listed.names(name)) {
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

    /** Makes this the list. Of what the server is given at its start it has what commands have changed. */
    @Override
    public void save(Landscape next) {
        byte[] content = json(next);
        try {
            PrivateFiles.write(folder.resolve(LIST), content);
            uncertain = false;
        } catch (IOException e) {
            uncertain = isInPlace(content);
            throw new UncheckedIOException("cannot write to " + folder + ": " + e.getMessage(), e);
        }
    }

    private static byte[] json(Landscape landscape) {
        ArrayNode list = JSON.createArrayNode();
        for (Revision revision : landscape.revisions()) {
            if (revision.source() instanceof Source.Embedded
                    || revision.source() instanceof Source.Given given && !given.changed()) {
                continue;
            }
            ObjectNode each = list.addObject();
            each.put("composite", revision.name().toString());
            if (revision.source() instanceof Source.Kept kept) {
                each.put("file", kept.file());
            }
            each.put("on", revision.state().on());
            each.put("active", revision.state().active());
            each.put("default", landscape.isDefault(revision.name()));
        }
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(list);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a list of names can be written as JSON", e);
        }
    }

    /** True if the list on disk may be this one, although writing it failed: its name was given, and may not last. */
    private boolean isInPlace(byte[] content) {
        try {
            return Arrays.equals(Files.readAllBytes(folder.resolve(LIST)), content);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "cannot read " + folder.resolve(LIST), e);
            return true;
        }
    }

    /** Deletes a SAR that no revision has; it stays for the next start to decide while a list may name it. */
    void delete(String file) {
        if (uncertain) {
            return;
        }
        try {
            Files.deleteIfExists(folder.resolve(file));
        } catch (IOException e) {
            // The next start moves it aside.
            LOG.log(System.Logger.Level.WARNING, "cannot delete " + file + " from " + folder, e);
        }
    }
}
