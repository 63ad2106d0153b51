package dev.weir.xml.fastinfoset;

import dev.weir.xml.XmlWriter;
import dev.weir.xml.encoding.EncodingOptions;
import dev.weir.xml.encoding.ItemEncoder;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Options for writing fast infoset documents. Immutable; each {@code with} method returns a copy with one change. */
public final class FastInfosetWriteOptions implements EncodingOptions {
    /** The encoding of typed values: numbers, booleans, octets. */
    public enum Typed {
        /** All are written as characters, for peers that do not support encoding algorithms. */
        TEXT,
        /** Lists of numbers and binary data are written as octets; single numbers and booleans as characters. */
        LISTS,
        /**
         * Single numbers of the types xs:double and xs:float are written as octets as well, which costs no conversion: 11 octets
         * with their head, or 7. As characters one takes 7 to 27 octets.
         */
        FLOATING,
        /** All single numbers and booleans are written as octets as well. A decimal is always written as characters. */
        ALL
    }

    /** The treatment of a document type declaration. */
    public enum Doctype {
        /** It is omitted. */
        OMITTED,
        /** Its identifiers are written (7.9). */
        IDENTIFIERS,
        /**
         * Of the internal subset the processing instructions, notations and unparsed entities are written as well (7.9
         * to 7.11). Fast Infoset cannot represent other declarations.
         */
        WHOLE
    }

    /**
     * No vocabulary; texts and values of up to 31 characters are indexed, as the reference implementation does it; lists,
     * binary data and single numbers of floating point are octets; CDATA sections are kept, document types are not; UTF-8.
     */
    public static final FastInfosetWriteOptions DEFAULT = new FastInfosetWriteOptions();

    private static final int BELOW = 32;

    /** Indexes beyond this take four octets. */
    private static final int MOST_ENTRIES = 1 << 18;

    private static final int MOST_CHARACTERS = 8 * 1024 * 1024;

    private int leastText;
    private int textBelow = BELOW;
    private int leastValue;
    private int valueBelow = BELOW;
    private int mostEntries = MOST_ENTRIES;
    private int mostTextCharacters = MOST_CHARACTERS;
    private int mostValueCharacters = MOST_CHARACTERS;
    private Typed typed = Typed.FLOATING;
    private boolean keepingCData = true;
    private boolean restrictedAlphabets;
    private boolean shorterUtf16;
    private boolean xmlDeclaration;
    private Doctype doctype = Doctype.OMITTED;
    private boolean numberingByRecommendation;
    private boolean closingTarget;
    private int bufferBytes = 8192;
    private Vocabulary vocabulary = Vocabulary.EMPTY;
    private @Nullable String externalUri;
    private Vocabulary external = Vocabulary.EMPTY;
    private Map<String, EncodingAlgorithm> algorithms = Map.of();
    private Map<String, byte[]> additionalData = Map.of();
    private WriterTables.Pool tables = WriterTables.PLAIN;

    private FastInfosetWriteOptions() {}

    private FastInfosetWriteOptions(FastInfosetWriteOptions other) {
        leastText = other.leastText;
        textBelow = other.textBelow;
        leastValue = other.leastValue;
        valueBelow = other.valueBelow;
        mostEntries = other.mostEntries;
        mostTextCharacters = other.mostTextCharacters;
        mostValueCharacters = other.mostValueCharacters;
        typed = other.typed;
        keepingCData = other.keepingCData;
        restrictedAlphabets = other.restrictedAlphabets;
        shorterUtf16 = other.shorterUtf16;
        xmlDeclaration = other.xmlDeclaration;
        doctype = other.doctype;
        numberingByRecommendation = other.numberingByRecommendation;
        closingTarget = other.closingTarget;
        bufferBytes = other.bufferBytes;
        vocabulary = other.vocabulary;
        externalUri = other.externalUri;
        external = other.external;
        algorithms = other.algorithms;
        additionalData = other.additionalData;
        tables = other.tables;
    }

    // What is indexed

    int leastText() {
        return leastText;
    }

    int textBelow() {
        return textBelow;
    }

    /**
     * Pieces of text, comments and data of processing instructions that have from {@code least} to {@code below - 1}
     * characters are put into the tables, so that the next time they are an index. Both 0: none.
     */
    public FastInfosetWriteOptions withIndexedText(int least, int below) {
        checkRange(least, below);
        FastInfosetWriteOptions copy = new FastInfosetWriteOptions(this);
        copy.leastText = least;
        copy.textBelow = below;
        return copy;
    }

    int leastValue() {
        return leastValue;
    }

    int valueBelow() {
        return valueBelow;
    }

    /** As {@link #withIndexedText}, for attribute values. */
    public FastInfosetWriteOptions withIndexedValues(int least, int below) {
        checkRange(least, below);
        FastInfosetWriteOptions copy = new FastInfosetWriteOptions(this);
        copy.leastValue = least;
        copy.valueBelow = below;
        return copy;
    }

    private static void checkRange(int least, int below) {
        if (least < 0 || below < least) {
            throw new IllegalArgumentException(
                    "lengths must be 0 or more, the second not below the first: " + least + ", " + below);
        }
    }

    int mostEntries() {
        return mostEntries;
    }

    /** The most entries of a table of values; 2^20 at most. Default: 2^18, as a higher index takes four octets. */
    public FastInfosetWriteOptions withMostEntries(int mostEntries) {
        if (mostEntries < 0 || mostEntries > FastInfosetLayout.MOST_ENTRIES) {
            throw new IllegalArgumentException("a table must have from 0 to " + FastInfosetLayout.MOST_ENTRIES
                    + " entries: mostEntries=" + mostEntries);
        }
        FastInfosetWriteOptions copy = new FastInfosetWriteOptions(this);
        copy.mostEntries = mostEntries;
        return copy;
    }

    int mostTextCharacters() {
        return mostTextCharacters;
    }

    int mostValueCharacters() {
        return mostValueCharacters;
    }

    /**
     * The most characters (UTF-16) of all entries of the tables together, the vocabulary's not counted: one limit for
     * the tables of text and of other strings, one for the table of attribute values. Default: 8 Mi each.
     */
    public FastInfosetWriteOptions withMostCharacters(int text, int values) {
        if (text < 0 || values < 0) {
            throw new IllegalArgumentException("bounds must be 0 or more: " + text + ", " + values);
        }
        FastInfosetWriteOptions copy = new FastInfosetWriteOptions(this);
        copy.mostTextCharacters = text;
        copy.mostValueCharacters = values;
        return copy;
    }

    // How values are encoded

    public Typed typed() {
        return typed;
    }

    /** Whether single numbers of floating point are octets. */
    boolean floatingAsOctets() {
        return typed == Typed.FLOATING || typed == Typed.ALL;
    }

    public FastInfosetWriteOptions withTyped(Typed typed) {
        FastInfosetWriteOptions copy = new FastInfosetWriteOptions(this);
        copy.typed = Objects.requireNonNull(typed);
        return copy;
    }

    public boolean keepingCData() {
        return keepingCData;
    }

    /** A CDATA section stays one (X.891, 10.11); otherwise it becomes text, which can be indexed. */
    public FastInfosetWriteOptions withKeepingCData(boolean keepingCData) {
        FastInfosetWriteOptions copy = new FastInfosetWriteOptions(this);
        copy.keepingCData = keepingCData;
        return copy;
    }

    public boolean restrictedAlphabets() {
        return restrictedAlphabets;
    }

    /**
     * Writes text and values in the restricted alphabets for numbers and dates, with half an octet for each character
     * (X.891, clause 9), if possible and shorter.
     */
    public FastInfosetWriteOptions withRestrictedAlphabets(boolean restrictedAlphabets) {
        FastInfosetWriteOptions copy = new FastInfosetWriteOptions(this);
        copy.restrictedAlphabets = restrictedAlphabets;
        return copy;
    }

    public boolean shorterUtf16() {
        return shorterUtf16;
    }

    /** Writes text and values in UTF-16 when that is shorter than UTF-8, as for East Asian text. */
    public FastInfosetWriteOptions withShorterUtf16(boolean shorterUtf16) {
        FastInfosetWriteOptions copy = new FastInfosetWriteOptions(this);
        copy.shorterUtf16 = shorterUtf16;
        return copy;
    }

    /** The algorithm that a URI identifies; null if unknown. */
    public @Nullable EncodingAlgorithm algorithm(String uri) {
        return algorithms.get(uri);
    }

    /** Registers a custom encoding algorithm. Its URI must also be in the vocabulary, which determines its number. */
    public FastInfosetWriteOptions withAlgorithm(String uri, EncodingAlgorithm algorithm) {
        FastInfosetWriteOptions copy = new FastInfosetWriteOptions(this);
        Map<String, EncodingAlgorithm> more = new HashMap<>(algorithms);
        more.put(uri, algorithm);
        copy.algorithms = Map.copyOf(more);
        return copy;
    }

    public boolean numberingByRecommendation() {
        return numberingByRecommendation;
    }

    /** See {@link FastInfosetReadOptions#withNumberingByRecommendation}. */
    public FastInfosetWriteOptions withNumberingByRecommendation(boolean numberingByRecommendation) {
        FastInfosetWriteOptions copy = new FastInfosetWriteOptions(this);
        copy.numberingByRecommendation = numberingByRecommendation;
        return copy;
    }

    // Vocabularies

    Vocabulary vocabulary() {
        return vocabulary;
    }

    /** Each document begins with this vocabulary (7.2.16); with an external one, its entries come after that one's. */
    public FastInfosetWriteOptions withVocabulary(Vocabulary vocabulary) {
        FastInfosetWriteOptions copy = new FastInfosetWriteOptions(this);
        copy.vocabulary = Objects.requireNonNull(vocabulary);
        copy.tables = new WriterTables.Pool(external, vocabulary);
        return copy;
    }

    @Nullable String externalUri() {
        return externalUri;
    }

    /** Each document refers to a vocabulary that its readers know by the same URI (7.2.13). */
    public FastInfosetWriteOptions withExternalVocabulary(String uri, Vocabulary external) {
        if (uri.isEmpty()) {
            throw new IllegalArgumentException("an external vocabulary must have a URI");
        }
        FastInfosetWriteOptions copy = new FastInfosetWriteOptions(this);
        copy.externalUri = uri;
        copy.external = Objects.requireNonNull(external);
        copy.tables = new WriterTables.Pool(external, vocabulary);
        return copy;
    }

    Vocabulary external() {
        return external;
    }

    WriterTables.Pool tables() {
        return tables;
    }

    // The document

    Map<String, byte[]> additionalData() {
        return additionalData;
    }

    /**
     * Adds additional data to the document, for applications that know its URI (7.2.5 to 7.2.9). At least one octet.
     */
    public FastInfosetWriteOptions withAdditionalData(String uri, byte[] octets) {
        if (uri.isEmpty() || octets.length == 0) {
            throw new IllegalArgumentException(
                    "additional data must have a URI and at least one octet: \"" + uri + "\"");
        }
        FastInfosetWriteOptions copy = new FastInfosetWriteOptions(this);
        Map<String, byte[]> more = new LinkedHashMap<>(additionalData);
        more.put(uri, octets.clone());
        copy.additionalData = more;
        return copy;
    }

    public boolean xmlDeclaration() {
        return xmlDeclaration;
    }

    /** Writes an XML declaration first (12.3), which identifies the document to software that expects text. */
    public FastInfosetWriteOptions withXmlDeclaration(boolean xmlDeclaration) {
        FastInfosetWriteOptions copy = new FastInfosetWriteOptions(this);
        copy.xmlDeclaration = xmlDeclaration;
        return copy;
    }

    public Doctype doctype() {
        return doctype;
    }

    /**
     * By default a document type declaration is omitted: of the reference implementation, the StAX parser refuses
     * documents that have one, and the others misread instructions, notations and unparsed entities.
     */
    public FastInfosetWriteOptions withDoctype(Doctype doctype) {
        FastInfosetWriteOptions copy = new FastInfosetWriteOptions(this);
        copy.doctype = Objects.requireNonNull(doctype);
        return copy;
    }

    // The end

    public boolean closingTarget() {
        return closingTarget;
    }

    /** Closing the writer closes what it writes to. */
    public FastInfosetWriteOptions withClosingTarget(boolean closingTarget) {
        FastInfosetWriteOptions copy = new FastInfosetWriteOptions(this);
        copy.closingTarget = closingTarget;
        return copy;
    }

    public int bufferBytes() {
        return bufferBytes;
    }

    /** The size of the buffer in front of the target; it grows for a longer start tag. 64 at least. */
    public FastInfosetWriteOptions withBufferBytes(int bufferBytes) {
        if (bufferBytes < 64) {
            throw new IllegalArgumentException("a buffer must have at least 64 bytes: bufferBytes=" + bufferBytes);
        }
        FastInfosetWriteOptions copy = new FastInfosetWriteOptions(this);
        copy.bufferBytes = bufferBytes;
        return copy;
    }

    @Override
    public XmlWriter openWriter(OutputStream out) {
        return FastInfoset.writer(out, this);
    }

    @Override
    public ItemEncoder open(OutputStream out, boolean closingTarget) {
        return new InfosetEncoder(out, withClosingTarget(closingTarget));
    }
}
