package dev.weir.composite.delivery;

import dev.weir.composite.assembly.CompositeService;
import dev.weir.composite.assembly.WsBinding;
import dev.weir.soap.SoapService.Addressing;
import dev.weir.store.CompositeRevision;
import dev.weir.xml.Problem;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * By which of their ids the one-way messages of a service count once, however often they are sent. Those of a Weir always
 * do: its calls keep their ids, which nobody else can know before they are sent. A service may say so of all senders by its property {@code duplicateElimination}, as ebMS
 * calls it; by default others count each time, because there are senders that use an id twice.
 */
public final class DuplicateElimination {
    static final String PROPERTY = "duplicateElimination";
    private static final int LONGEST_KEY = 256;

    /** Messages of other senders than a Weir count each time. */
    public static final DuplicateElimination NONE = new DuplicateElimination("", false);

    private final String service;
    private final boolean ofAllSenders;

    private DuplicateElimination(String service, boolean ofAllSenders) {
        this.service = service;
        this.ofAllSenders = ofAllSenders;
    }

    /**
     * @param composite as deployed, whose service it is
     * @param problems takes the problem of an unknown value
     */
    public static DuplicateElimination of(
            CompositeRevision composite, CompositeService service, List<Problem> problems) {
        String value = Stream.concat(
                        Stream.of(service.properties()),
                        service.bindings().stream().map(WsBinding::properties))
                .map(properties -> properties.get(PROPERTY))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse("false");
        if (!value.equals("true") && !value.equals("false")) {
            problems.add(new Problem(
                    "composite.xml",
                    service.line(),
                    0,
                    "composite-property-value",
                    "the service " + service.name() + ": the property " + PROPERTY + " must be true or false: " + value,
                    "write true or false"));
        }
        return new DuplicateElimination(composite + "/" + service.name(), value.equals("true"));
    }

    /**
     * The key under which a one-way message counts once; null where it counts each time.
     *
     * @param ids says which are a Weir's
     */
    @Nullable String key(Addressing addressing, CallMessageIds ids) {
        String id = addressing.messageId();
        if (id == null) {
            return null;
        }
        if (ids.countsOnce(id)) {
            return id.length() <= LONGEST_KEY ? id : "wsa:" + digest(id);
        }
        return ofAllSenders ? "wsa:" + digest(service + "\n" + id) : null;
    }

    /** An id may be of any length, a key may not. */
    private static String digest(String text) {
        try {
            byte[] sum = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(sum);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
