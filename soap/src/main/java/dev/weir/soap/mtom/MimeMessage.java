package dev.weir.soap.mtom;

import dev.weir.soap.SoapTraffic.Encoding;
import dev.weir.soap.envelope.ContentType;
import dev.weir.soap.http.BodyRefusedException;
import dev.weir.soap.http.BodySink;
import dev.weir.soap.mtom.MultipartReader.Place;
import dev.weir.xml.BinaryContent;
import dev.weir.xml.tree.TreeMemory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A multipart/related message (RFC 2387): the root, which is the envelope, and the attachments that it refers to. Whoever has it
 * closes it, and with that takes its attachments away from everyone. Reading is thread-safe.
 */
@SuppressWarnings("exports") // content types are for this module
public final class MimeMessage implements AutoCloseable {
    /** What a message with attachments is sent as. */
    public static final String MEDIA_TYPE = "multipart/related";
    /** The root's type where binary values are in parts (XOP 1.0, section 4.1). */
    public static final String XOP_TYPE = "application/xop+xml";

    private final ContentType type;
    private final Spool spool;
    /** What this one was made of, and which has the bytes; null for a message as it came. */
    private final @Nullable MimeMessage origin;

    private final boolean isHandled;
    private final long maxReferredBytes;
    private final Attachment root;
    private final ContentType rootType;
    private final List<Attachment> attachments = new ArrayList<>();
    private final Map<String, Attachment> byId = new HashMap<>();
    private final Set<String> ambiguous = new HashSet<>();
    private final AtomicLong referredBytes = new AtomicLong();
    private final Set<Attachment> referredTo = new HashSet<>();
    private final Object lock = new Object();
    private int holders = 1;
    private boolean closed;

    private MimeMessage(ContentType type, Spool spool, List<Place> places, MimeLimits limits) {
        this.type = type;
        this.spool = spool;
        this.origin = null;
        this.isHandled = false;
        this.maxReferredBytes = limits.maxMessageBytes();
        List<Attachment> parts = new ArrayList<>(places.size());
        for (Place place : places) {
            parts.add(new Attachment(spool, place));
        }
        this.root = root(parts);
        this.rootType = root.type();
        if (root.rawLength() > limits.maxRootBytes()) {
            throw new MimeException(
                    "The root of the MIME message must not be longer than " + limits.maxRootBytes() + " bytes.", true);
        }
        for (Attachment part : parts) {
            if (part != root) {
                attach(part);
            }
        }
    }

    private MimeMessage(@Nullable MimeMessage origin, Attachment root, List<Attachment> parts) {
        this.type = ContentType.parse(MEDIA_TYPE);
        this.spool = origin == null ? new Spool(new byte[0]) : origin.spool;
        this.origin = origin;
        this.isHandled = true;
        this.maxReferredBytes = origin == null ? MimeLimits.DEFAULT.maxMessageBytes() : origin.maxReferredBytes;
        this.root = root;
        this.rootType = root.type();
        parts.forEach(this::attach);
    }

    private void attach(Attachment part) {
        attachments.add(part);
        String id = part.contentId();
        if (id != null) {
            register(id, part);
            String decoded = ContentIds.decoded(id);
            if (!decoded.equals(id)) {
                register(decoded, part);
            }
        }
    }

    /**
     * A message whose envelope, in text, somebody has looked at, and maybe changed, with the parts that it has now. Nothing need refer
     * to these: whoever has looked at the envelope has seen them, too.
     *
     * @param origin the message as it came, which is closed and held with this one; null for an envelope that came alone
     * @param rootType the Content-Type of the envelope alone
     * @param parts those of the origin are not copied; others are read into memory
     * @throws UncheckedIOException for a part that cannot be read
     */
    public static MimeMessage handled(
            @Nullable MimeMessage origin, byte[] envelope, String rootType, List<MimePart> parts) {
        List<Attachment> taken = new ArrayList<>(parts.size());
        for (MimePart part : parts) {
            BinaryContent content = part.content();
            if (content instanceof HeldAttachment held) {
                content = held.part();
            }
            taken.add(
                    content instanceof Attachment known
                            ? known.with(part.header())
                            : Attachment.of(content.bytes(), part.header()));
        }
        Attachment root = Attachment.of(envelope, List.of(new MimePart.Field("Content-Type", rootType)));
        return new MimeMessage(origin, root, taken);
    }

    /** True for one that {@link #handled} has made: its root is text without xop:Include. */
    public boolean isHandled() {
        return isHandled;
    }

    /** What the message counts as, by how it came. */
    public Encoding traffic() {
        MimeMessage before = origin;
        return before != null ? before.traffic() : isXop() ? Encoding.MTOM : Encoding.TEXT;
    }

    private void register(String id, Attachment part) {
        Attachment before = byId.putIfAbsent(id, part);
        if (before != null && before != part) {
            ambiguous.add(id);
        }
    }

    /** The part that start names; the first where it names none, or is missing (RFC 2387, section 3.2). */
    private Attachment root(List<Attachment> parts) {
        String start = type.parameter("start");
        if (start != null && !start.isBlank()) {
            String wanted = ContentIds.bare(start);
            for (Attachment part : parts) {
                String id = part.contentId();
                if (id != null && (id.equals(wanted) || ContentIds.decoded(id).equals(ContentIds.decoded(wanted)))) {
                    return part;
                }
            }
            throw new MimeException("No part of the MIME message has the Content-ID " + ContentIds.shortened(start)
                    + ", which start names as its root.");
        }
        return parts.get(0);
    }

    /**
     * Reads a message that is in memory; its array must not be changed any more.
     *
     * @throws MimeException for one that is broken or exceeds a limit
     */
    public static MimeMessage read(ContentType type, byte[] whole, MimeLimits limits) {
        MultipartReader reader = new MultipartReader(type, limits);
        reader.accept(whole, 0, whole.length);
        return new MimeMessage(type, new Spool(whole), reader.finish(), limits).verified();
    }

    /** What is in base64 is read once, so that nobody begins an answer with it that cannot be ended. */
    private MimeMessage verified() {
        boolean done = false;
        try {
            root.verify();
            for (Attachment part : attachments) {
                part.verify();
            }
            done = true;
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            if (!done) {
                close();
            }
        }
    }

    /** Takes a message as it arrives. One thread at a time. */
    public static final class Receiver implements BodySink {
        private final ContentType type;
        private final MimeLimits limits;
        private final MultipartReader reader;
        private final Spool spool;
        private @Nullable MimeMessage complete;
        private @Nullable MimeException failure;

        /**
         * @param expected how long the message will be, by what the peer says; -1 where it does not
         * @param directory where a message is kept that is too long for memory
         * @throws MimeException where the type has no boundary
         */
        public Receiver(ContentType type, MimeLimits limits, long expected, Path directory) {
            this.type = type;
            this.limits = limits;
            this.reader = new MultipartReader(type, limits);
            this.spool = new Spool(limits.memoryBytes(), limits.spareBytes(), expected, directory);
        }

        @Override
        public void accept(byte[] bytes, int offset, int length) throws IOException {
            try {
                reader.accept(bytes, offset, length);
            } catch (MimeException e) {
                throw new BodyRefusedException(e.tooLarge() ? 413 : 400, String.valueOf(e.getMessage()));
            }
            spool.append(bytes, offset, length);
        }

        /**
         * The message, which the caller closes; the receiver has done its work.
         *
         * @throws MimeException where the message is broken or exceeds a limit
         */
        public MimeMessage complete() {
            read();
            MimeMessage message = complete;
            if (message == null) {
                spool.close();
                throw failure == null ? new IllegalStateException("neither read nor failed") : failure;
            }
            return message.verified();
        }

        private void read() {
            if (complete == null && failure == null) {
                try {
                    complete = new MimeMessage(type, spool, reader.finish(), limits);
                } catch (MimeException e) {
                    failure = e;
                }
            }
        }

        @Override
        public void abandon() {
            spool.close();
        }

        @Override
        public long memory() {
            read();
            MimeMessage message = complete;
            return spool.heapBytes() + (message == null ? 0 : TreeMemory.ofMessage(message.root.rawLength()));
        }
    }

    /** The Content-Type of the whole. */
    public ContentType type() {
        return type;
    }

    /** The Content-Type of the root; its media type is empty where it gives none. */
    public ContentType rootType() {
        return rootType;
    }

    /** True where binary values of the root are in parts: where either Content-Type says so, as peers differ. */
    public boolean isXop() {
        String declared = type.parameter("type");
        return rootType.mediaType().equals(XOP_TYPE)
                || declared != null
                        && ContentType.parse(declared).mediaType().equals(XOP_TYPE)
                        && rootType.mediaType().isEmpty();
    }

    /** The media type of the envelope that the root is: that of SOAP 1.1 or 1.2; empty where nothing says it. */
    public String envelopeType() {
        if (!isXop()) {
            String declared = type.parameter("type");
            return !rootType.mediaType().isEmpty()
                    ? rootType.mediaType()
                    : declared == null ? "" : ContentType.parse(declared).mediaType();
        }
        String named = rootType.parameter("type");
        if (named == null || named.isBlank()) {
            named = type.parameter("start-info");
        }
        return named == null ? "" : ContentType.parse(named).mediaType();
    }

    /** The root's bytes. */
    public byte[] root() throws IOException {
        Spool.Bytes slice = root.slice();
        return slice.offset() == 0 && slice.length() == slice.array().length ? slice.array() : slice.copy();
    }

    /** All parts but the root, in order. */
    public List<Attachment> attachments() {
        return attachments;
    }

    /**
     * The part that a reference is to, such as the href of an xop:Include or a swaRef.
     *
     * @throws MimeException where it is to none, to several, or to something that is not a part of this message; and where the
     *     parts referred to, each as often as it is, are longer together than a message may be
     */
    public Attachment referredTo(String href) {
        String id = ContentIds.referredTo(href);
        Attachment found = byId.get(id);
        if (found == null) {
            id = ContentIds.decoded(id);
            found = byId.get(id);
        }
        if (found == null) {
            throw new MimeException("The message has no part with the Content-ID " + ContentIds.shortened(id)
                    + ", to which the envelope refers.");
        }
        if (ambiguous.contains(id)) {
            throw new MimeException("Several parts have the Content-ID " + ContentIds.shortened(id)
                    + ", to which the envelope refers.");
        }
        if (referredBytes.addAndGet(found.rawLength()) > maxReferredBytes) {
            throw new MimeException(
                    "The parts that the envelope refers to must not be longer than " + maxReferredBytes
                            + " bytes together.",
                    true);
        }
        synchronized (referredTo) {
            referredTo.add(found);
        }
        return found;
    }

    /** The parts that nothing has referred to so far. */
    public List<Attachment> unreferred() {
        synchronized (referredTo) {
            return attachments.stream()
                    .filter(part -> !referredTo.contains(part))
                    .toList();
        }
    }

    /** The parts that nothing has referred to so far, by themselves. */
    public List<MimePart> unreferredParts() {
        return unreferred().stream().map(Attachment::part).toList();
    }

    /** As {@link #unreferredParts}; each {@linkplain #hold() holds} the message until its content is closed. */
    public List<MimePart> heldParts() {
        return unreferred().stream()
                .map(part -> new MimePart(part.part().header(), new HeldAttachment(part, hold())))
                .toList();
    }

    /** The bytes of the whole message, as it came. */
    public long length() {
        return spool.length();
    }

    /** True where the message is kept in a file. */
    public boolean inFile() {
        return spool.inFile();
    }

    /**
     * Keeps the bytes of all parts beyond {@link #close}, until what is returned is closed, too; more than once is harmless.
     *
     * @throws IllegalStateException where they have been released
     */
    public Runnable hold() {
        MimeMessage before = origin;
        if (before != null) {
            return before.hold();
        }
        synchronized (lock) {
            if (holders == 0) {
                throw new IllegalStateException("the message is released");
            }
            holders++;
        }
        AtomicBoolean released = new AtomicBoolean();
        return () -> {
            if (released.compareAndSet(false, true)) {
                release();
            }
        };
    }

    private void release() {
        synchronized (lock) {
            holders--;
            if (holders > 0) {
                return;
            }
        }
        spool.close();
    }

    /** Releases the bytes of all parts, unless somebody holds them. Any thread; more than once is harmless. */
    @Override
    public void close() {
        MimeMessage before = origin;
        if (before != null) {
            before.close();
            return;
        }
        synchronized (lock) {
            if (closed) {
                return;
            }
            closed = true;
        }
        release();
    }
}
