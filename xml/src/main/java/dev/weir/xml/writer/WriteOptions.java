package dev.weir.xml.writer;

import java.util.Objects;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/** Options for writing a document. Immutable; each {@code with} method returns a copy with one change. */
public final class WriteOptions {
    /**
     * UTF-8, XML 1.0, everything checked, no indentation, {@code <a/>} for an element without content, carriage returns
     * kept as references, the target left open.
     */
    public static final WriteOptions DEFAULT = new WriteOptions();

    private String encoding = "UTF-8";
    private boolean xml11;
    private boolean apostrophes;
    private boolean escapingCr = true;
    private boolean losingCr;
    private boolean escapingGt = true;
    private boolean collapsingEmpty = true;
    private boolean spaceInEmpty;
    private boolean splittingCData = true;
    private boolean mendingComments;
    private boolean checkingNames = true;
    private boolean namespaces = true;
    private boolean checkingCharacters = true;
    private boolean checkingContent = true;
    private boolean checkingStructure = true;
    private boolean checkingAttributes = true;
    private boolean closingElements;
    private boolean closingTarget;
    private @Nullable String indent;
    private @Nullable IntUnaryOperator replacement;
    private int bufferBytes = 8192;

    private WriteOptions() {}

    private WriteOptions(WriteOptions other) {
        encoding = other.encoding;
        xml11 = other.xml11;
        apostrophes = other.apostrophes;
        escapingCr = other.escapingCr;
        losingCr = other.losingCr;
        escapingGt = other.escapingGt;
        collapsingEmpty = other.collapsingEmpty;
        spaceInEmpty = other.spaceInEmpty;
        splittingCData = other.splittingCData;
        mendingComments = other.mendingComments;
        checkingNames = other.checkingNames;
        namespaces = other.namespaces;
        checkingCharacters = other.checkingCharacters;
        checkingContent = other.checkingContent;
        checkingStructure = other.checkingStructure;
        checkingAttributes = other.checkingAttributes;
        closingElements = other.closingElements;
        closingTarget = other.closingTarget;
        indent = other.indent;
        replacement = other.replacement;
        bufferBytes = other.bufferBytes;
    }

    // The document

    /** The name of the encoding, as it is written into the XML declaration. */
    public String encoding() {
        return encoding;
    }

    /**
     * Any encoding that the JDK can write. A character that it cannot represent becomes a character reference in text
     * and attribute values, ends and reopens a CDATA section around a reference, and is an error elsewhere. For a
     * {@link java.io.Writer} it only specifies which characters that writer can finally encode.
     */
    public WriteOptions withEncoding(String encoding) {
        WriteOptions copy = new WriteOptions(this);
        copy.encoding = Objects.requireNonNull(encoding);
        return copy;
    }

    public boolean xml11() {
        return xml11;
    }

    /** XML 1.1: control characters except U+0000 are allowed, as references where 1.1 requires it (section 2.2). */
    public WriteOptions withXml11(boolean xml11) {
        WriteOptions copy = new WriteOptions(this);
        copy.xml11 = xml11;
        return copy;
    }

    public boolean apostrophes() {
        return apostrophes;
    }

    /** Writes apostrophes instead of quotation marks in the XML declaration. */
    public WriteOptions withApostrophes(boolean apostrophes) {
        WriteOptions copy = new WriteOptions(this);
        copy.apostrophes = apostrophes;
        return copy;
    }

    // Content

    public boolean escapingCr() {
        return escapingCr;
    }

    /**
     * Writes a carriage return in text and attribute values as a reference; a literal one would be read as a line feed.
     */
    public WriteOptions withEscapingCr(boolean escapingCr) {
        WriteOptions copy = new WriteOptions(this);
        copy.escapingCr = escapingCr;
        return copy;
    }

    public boolean losingCr() {
        return losingCr;
    }

    /**
     * Writes a carriage return literally in contexts without references, to be read as a line feed. Otherwise it is an
     * error in comments and processing instructions, and moved out of CDATA sections.
     */
    public WriteOptions withLosingCr(boolean losingCr) {
        WriteOptions copy = new WriteOptions(this);
        copy.losingCr = losingCr;
        return copy;
    }

    public boolean escapingGt() {
        return escapingGt;
    }

    /**
     * Always writes a greater-than sign in text as an entity, as Canonical XML does; otherwise only where it may end
     * {@code ]]>}.
     */
    public WriteOptions withEscapingGt(boolean escapingGt) {
        WriteOptions copy = new WriteOptions(this);
        copy.escapingGt = escapingGt;
        return copy;
    }

    public boolean collapsingEmpty() {
        return collapsingEmpty;
    }

    /** {@code <a/>} for an element without content; otherwise {@code <a></a>}. */
    public WriteOptions withCollapsingEmpty(boolean collapsingEmpty) {
        WriteOptions copy = new WriteOptions(this);
        copy.collapsingEmpty = collapsingEmpty;
        return copy;
    }

    public boolean spaceInEmpty() {
        return spaceInEmpty;
    }

    /** {@code <a />} instead of {@code <a/>}. */
    public WriteOptions withSpaceInEmpty(boolean spaceInEmpty) {
        WriteOptions copy = new WriteOptions(this);
        copy.spaceInEmpty = spaceInEmpty;
        return copy;
    }

    public boolean splittingCData() {
        return splittingCData;
    }

    /** A CDATA section that holds <code>]]&gt;</code> is split over two; otherwise that is an error. */
    public WriteOptions withSplittingCData(boolean splittingCData) {
        WriteOptions copy = new WriteOptions(this);
        copy.splittingCData = splittingCData;
        return copy;
    }

    public boolean mendingComments() {
        return mendingComments;
    }

    /** A space is put between two hyphens of a comment and after one at its end; otherwise they are an error. */
    public WriteOptions withMendingComments(boolean mendingComments) {
        WriteOptions copy = new WriteOptions(this);
        copy.mendingComments = mendingComments;
        return copy;
    }

    public @Nullable String indent() {
        return indent;
    }

    /**
     * Each item on a line of its own, with this string (white space) once per open element before it; null for none. An
     * element is not indented from its first text on, or with {@code xml:space="preserve"}; text after child elements
     * is not anticipated.
     */
    public WriteOptions withIndent(@Nullable String indent) {
        if (indent != null && !indent.chars().allMatch(c -> c == ' ' || c == '\t')) {
            throw new IllegalArgumentException("an indent must be spaces and tabs: \"" + indent + "\"");
        }
        WriteOptions copy = new WriteOptions(this);
        copy.indent = indent;
        return copy;
    }

    public @Nullable IntUnaryOperator replacement() {
        return replacement;
    }

    /**
     * A function that returns the replacement of a character that is forbidden in documents; null for none, so that
     * such a character is an error. An unpaired surrogate is always an error.
     */
    public WriteOptions withReplacement(@Nullable IntUnaryOperator replacement) {
        WriteOptions copy = new WriteOptions(this);
        copy.replacement = replacement;
        return copy;
    }

    // Checks

    public boolean checkingNames() {
        return checkingNames;
    }

    /**
     * Checks names, and their colons by {@link #withNamespaces}. Repeated names are cached, so the check costs nothing.
     */
    public WriteOptions withCheckingNames(boolean checkingNames) {
        WriteOptions copy = new WriteOptions(this);
        copy.checkingNames = checkingNames;
        return copy;
    }

    public boolean namespaces() {
        return namespaces;
    }

    /** Names must not hold colons of their own (Namespaces in XML 1.0, section 4). */
    public WriteOptions withNamespaces(boolean namespaces) {
        WriteOptions copy = new WriteOptions(this);
        copy.namespaces = namespaces;
        return copy;
    }

    public boolean checkingCharacters() {
        return checkingCharacters;
    }

    /** Refuses characters that are forbidden in documents (production Char); otherwise they are written unchanged. */
    public WriteOptions withCheckingCharacters(boolean checkingCharacters) {
        WriteOptions copy = new WriteOptions(this);
        copy.checkingCharacters = checkingCharacters;
        return copy;
    }

    public boolean checkingContent() {
        return checkingContent;
    }

    /** Refuses, or repairs, text that would end a comment, a CDATA section or a processing instruction early. */
    public WriteOptions withCheckingContent(boolean checkingContent) {
        WriteOptions copy = new WriteOptions(this);
        copy.checkingContent = checkingContent;
        return copy;
    }

    public boolean checkingStructure() {
        return checkingStructure;
    }

    /**
     * Checks the structure: one root, no text around it, a declaration and a document type only at the start, all
     * elements closed.
     */
    public WriteOptions withCheckingStructure(boolean checkingStructure) {
        WriteOptions copy = new WriteOptions(this);
        copy.checkingStructure = checkingStructure;
        return copy;
    }

    public boolean checkingAttributes() {
        return checkingAttributes;
    }

    /** Refuses duplicate attributes of an element. */
    public WriteOptions withCheckingAttributes(boolean checkingAttributes) {
        WriteOptions copy = new WriteOptions(this);
        copy.checkingAttributes = checkingAttributes;
        return copy;
    }

    // The end

    public boolean closingElements() {
        return closingElements;
    }

    /** Closes open elements at the end of the document; otherwise they are an error. */
    public WriteOptions withClosingElements(boolean closingElements) {
        WriteOptions copy = new WriteOptions(this);
        copy.closingElements = closingElements;
        return copy;
    }

    public boolean closingTarget() {
        return closingTarget;
    }

    /** Closing the writer closes what it writes to. */
    public WriteOptions withClosingTarget(boolean closingTarget) {
        WriteOptions copy = new WriteOptions(this);
        copy.closingTarget = closingTarget;
        return copy;
    }

    public int bufferBytes() {
        return bufferBytes;
    }

    /**
     * The size of the buffer in front of the target, and the most bytes passed to it at once except for raw markup.
     * Below 64 it is only the latter.
     */
    public WriteOptions withBufferBytes(int bufferBytes) {
        if (bufferBytes < 1) {
            throw new IllegalArgumentException("a buffer must have at least one byte: bufferBytes=" + bufferBytes);
        }
        WriteOptions copy = new WriteOptions(this);
        copy.bufferBytes = bufferBytes;
        return copy;
    }
}
