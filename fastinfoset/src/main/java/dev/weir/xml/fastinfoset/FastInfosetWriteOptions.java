package dev.weir.xml.fastinfoset;

import dev.weir.xml.encoding.EncodingOptions;
import dev.weir.xml.encoding.ItemEncoder;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How a fast infoset document is written. Immutable; each {@code with} method gives a copy that differs in one point. */
public final class FastInfosetWriteOptions implements EncodingOptions {
    /** What becomes of values that come with a type: numbers, booleans, octets. */
    public enum Typed {
        /** All of them are characters, for peers that know no encoding algorithms. */
        TEXT,
        /** Lists of numbers and binary data are octets; single numbers and booleans are characters. */
        LISTS,
        /** Single numbers and booleans are octets as well. A decimal is always characters. */
        ALL
    }

    /** What becomes of a document type declaration. */
    public enum Doctype {
        /** It is left out. */
        OMITTED,
        /** Its identifiers are written (7.9). */
        IDENTIFIERS,
        /**
         * Of the internal subset the processing instructions, notations and unparsed entities are written as well (7.9 to
         * 7.11). There is no place for anything else.
         */
        WHOLE
    }

    /**
     * No vocabulary; texts and values of up to 31 characters are indexed, as the reference implementation does it; lists and
     * binary data are octets; CDATA sections are kept, document types are not; UTF-8.
     */
    public static final FastInfosetWriteOptions DEFAULT = new FastInfosetWriteOptions();

    private static final int BELOW = 32;

    /** Beyond, an index takes four octets. */
    private static final int MOST_ENTRIES = 1 << 18;

    private static final int MOST_CHARACTERS = 8 * 1024 * 1024;

    private int leastText;
    private int textBelow = BELOW;
    private int leastValue;
    private int valueBelow = BELOW;
    private int mostEntries = MOST_ENTRIES;
    private int mostTextCharacters = MOST_CHARACTERS;
    private int mostValueCharacters = MOST_CHARACTERS;
    private Typed typed = Typed.LISTS;
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

    /** How many entries a table of values may get; 2^20 at most. Default: 2^18, as a higher index takes four octets. */
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
     * How many characters (UTF-16) the entries of the tables may have together, the vocabulary's not counted: one bound for
     * the tables of text and of other strings, one for that of attribute values. Default: 8 Mi each.
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
     * Text and values that the alphabets for numbers and for dates hold take half an octet for each character (X.891, clause
     * 9), where that is shorter.
     */
    public FastInfosetWriteOptions withRestrictedAlphabets(boolean restrictedAlphabets) {
        FastInfosetWriteOptions copy = new FastInfosetWriteOptions(this);
        copy.restrictedAlphabets = restrictedAlphabets;
        return copy;
    }

    public boolean shorterUtf16() {
        return shorterUtf16;
    }

    /** Text and values that are shorter in UTF-16 than in UTF-8, as those of East Asia are, are written so. */
    public FastInfosetWriteOptions withShorterUtf16(boolean shorterUtf16) {
        FastInfosetWriteOptions copy = new FastInfosetWriteOptions(this);
        copy.shorterUtf16 = shorterUtf16;
        return copy;
    }

    /** The algorithm that is called by a URI; null where it is not known. */
    public @Nullable EncodingAlgorithm algorithm(String uri) {
        return algorithms.get(uri);
    }

    /** An encoding algorithm of one's own. Its URI must also stand in the vocabulary, which gives it its number. */
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

    /** Adds a datum to the document that only those understand who know its URI (7.2.5 to 7.2.9). At least one octet. */
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

    /** An XML declaration comes first (12.3), so that the document says what it is to whoever expects text. */
    public FastInfosetWriteOptions withXmlDeclaration(boolean xmlDeclaration) {
        FastInfosetWriteOptions copy = new FastInfosetWriteOptions(this);
        copy.xmlDeclaration = xmlDeclaration;
        return copy;
    }

    public Doctype doctype() {
        return doctype;
    }

    /**
     * By default a document type is left out: of the reference implementation, the StAX parser refuses documents that have
     * one, and the others misread instructions, notations and unparsed entities.
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

    /** How many bytes are gathered before the target gets them; a start tag that is longer makes it grow. 64 at least. */
    public FastInfosetWriteOptions withBufferBytes(int bufferBytes) {
        if (bufferBytes < 64) {
            throw new IllegalArgumentException("a buffer must have at least 64 bytes: bufferBytes=" + bufferBytes);
        }
        FastInfosetWriteOptions copy = new FastInfosetWriteOptions(this);
        copy.bufferBytes = bufferBytes;
        return copy;
    }

    @Override
    public ItemEncoder open(OutputStream out, boolean closingTarget) {
        return new InfosetEncoder(out, withClosingTarget(closingTarget));
    }
}
