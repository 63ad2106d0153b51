package dev.weir.xml.fuzz;

import dev.weir.xml.DtdPolicy;
import dev.weir.xml.XmlDeclaration;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.reader.ReadOptions;
import dev.weir.xml.reader.XmlReaders;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One document as Weir and as a peer read it. */
record ParserComparison(Peer peer, DocumentText document, ReadOutcome weir, ReadOutcome read) {
    /** Low, so that no input takes long. */
    static final XmlLimits LIMITS = XmlLimits.DEFAULT.withDtdLimits(1 << 20, 1_000, 1 << 20);

    static final ReadOptions OPTIONS = ReadOptions.DEFAULT.withLimits(LIMITS).withDtdPolicy(DtdPolicy.INTERNAL);

    private static final Pattern BEYOND_A_LIMIT = Pattern.compile("max[A-Z][A-Za-z]+=[0-9]+");

    /** So many causes in one document are told apart. */
    private static final int MOST_CAUSES = 6;

    static ParserComparison of(Peer peer, byte[] document) {
        return new ParserComparison(peer, DocumentText.of(document), read(document), peer.read(document));
    }

    static ReadOutcome read(byte[] document) {
        return ReadOutcome.of(XmlReaders.open(document, 0, document.length, OPTIONS));
    }

    /** What is refused for a limit or for needing something external is no matter for comparison. */
    static boolean isBeyondComparison(ReadOutcome weir) {
        return weir.refusal() != null
                && (BEYOND_A_LIMIT.matcher(weir.refusal()).find()
                        || weir.refusal().contains("external"));
    }

    /**
     * Why the two differ: the causes that are known, none where they agree. Whether a cause explains is tried: without it
     * the difference must be gone. Null where something remains that nobody has explained.
     */
    @Nullable Set<KnownDifference> explanation() {
        return explanation(EnumSet.noneOf(KnownDifference.class));
    }

    private @Nullable Set<KnownDifference> explanation(Set<KnownDifference> found) {
        if (weir.agrees(read) || isBeyondComparison(weir)) {
            return found;
        }
        if (found.size() == MOST_CAUSES) {
            return null;
        }
        return Arrays.stream(KnownDifference.values())
                .filter(known -> !found.contains(known) && known.shows(this))
                .map(known -> without(known, found))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private @Nullable Set<KnownDifference> without(KnownDifference known, Set<KnownDifference> found) {
        String amended = known.amended(document.text());
        if (amended.equals(document.text())) {
            return null;
        }
        Set<KnownDifference> with = EnumSet.copyOf(found.isEmpty() ? EnumSet.of(known) : found);
        with.add(known);
        return of(peer, document.with(amended).bytes()).explanation(with);
    }

    boolean by(Peer one) {
        return peer == one;
    }

    boolean bothAccept() {
        return weir.accepted() && read.accepted();
    }

    /** True where Weir alone refuses, for a reason of which this is a part. */
    boolean weirAloneRefuses(String reason) {
        return read.accepted() && weir.refusal() != null && weir.refusal().contains(reason);
    }

    /** True where the peer alone refuses, for a reason of which this is a part. */
    boolean peerAloneRefuses(String reason) {
        return weir.accepted() && read.refusal() != null && read.refusal().contains(reason);
    }

    /** The document as Weir reads it by the fourth edition. */
    ReadOutcome byFourthEdition() {
        byte[] bytes = document.bytes();
        return ReadOutcome.of(XmlReaders.open(bytes, 0, bytes.length, OPTIONS.withFourthEdition(true)));
    }

    boolean isVersion11() {
        try {
            byte[] bytes = document.bytes();
            XmlDeclaration declaration =
                    XmlReaders.open(bytes, 0, bytes.length, ReadOptions.DEFAULT).declaration();
            return declaration != null && declaration.version().equals("1.1");
        } catch (XmlException unreadable) {
            return false;
        }
    }
}
