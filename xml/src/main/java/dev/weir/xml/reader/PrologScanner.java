package dev.weir.xml.reader;

import dev.weir.xml.XmlDeclaration;
import dev.weir.xml.lexical.Characters;
import dev.weir.xml.lexical.Edition;
import dev.weir.xml.lexical.LocationCounter;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Scans the start of a document, before the first item: detects the encoding, transcodes a source that is not in UTF-8,
 * and reads the XML declaration. All other layers see UTF-8 only.
 */
abstract class PrologScanner extends TokenScanner {
    private static final byte[] XML_DECLARATION = ascii("<?xml");

    private boolean detected;
    boolean standalone;

    @Nullable XmlDeclaration declaration;

    String encoding = "UTF-8";

    /** The encoding determined so far, which a declaration must not contradict; null for none. */
    private @Nullable String settled;

    /** True when the encoding was only guessed, so that the document has to declare it. */
    private boolean guessed;

    PrologScanner(byte[] bytes, int offset, int length, ReadOptions options) {
        super(bytes, offset, length, options);
    }

    PrologScanner(InputStream in, ReadOptions options, int bufferBytes) {
        super(in, options, bufferBytes);
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Determines the encoding, and reads the XML declaration if there is one. */
    final void startDocument() {
        if (!detected) {
            if (in == null) {
                checkDocumentLength();
            }
            detect();
            detected = true;
        }
        itemStart = pos;
        if (startsWith(pos, XML_DECLARATION)) {
            int c = at(pos + XML_DECLARATION.length);
            if (c >= 0 && CLASS[c] == Characters.SPACE) {
                int start = pos;
                pos += XML_DECLARATION.length;
                try {
                    xmlDeclaration();
                } catch (Incomplete incomplete) {
                    pos = start;
                    throw incomplete;
                }
            }
        }
        XmlDeclaration declared = declaration;
        if (guessed && (declared == null || declared.encoding() == null)) {
            // XML 1.0, section 4.3.3: the only encoding that goes without saying is UTF-8.
            throw fail(
                    "a document in " + settled + " must begin with a byte order mark or declare its encoding",
                    itemStart);
        }
    }

    /**
     * Determines the encoding by the byte order mark, by external information, or by the first bytes (XML 1.0, appendix
     * F).
     */
    private void detect() {
        String given = options.encoding();
        boolean plain = at(pos) == '<' && at(pos + 1) > 0;
        EncodingDetector.Start start = plain ? EncodingDetector.OPEN : EncodingDetector.detect(this::at, pos);
        String family = start.family();
        boolean vague = given != null && family != null && EncodingDetector.agree(family, given);
        settled = start.markBytes() > 0 || given == null || vague ? family : given;
        guessed = start.markBytes() == 0 && given == null && family != null && !isGivenInCharacters();
        pos += start.markBytes();
        counted = pos;
        itemStart = pos;
        if (settled != null && !isGivenInCharacters()) {
            use(settled);
        }
    }

    /** Reads the rest of the source in an encoding. */
    private void use(String name) {
        if (EncodingDetector.isUtf8(name)) {
            encoding = "UTF-8";
            return;
        }
        Charset charset = EncodingDetector.find(name);
        if (charset == null) {
            throw fail("the encoding \"" + name + "\" is not known", pos);
        }
        encoding = charset.name();
        transcode(new TranscodingInputStream(remaining(), charset), EncodingDetector.unitBytes(charset));
    }

    private void transcode(InputStream source, int unitBytes) {
        long offset = base + pos;
        continueFrom(source);
        places.transcoded(unitBytes, offset);
    }

    /** Production 26. */
    private static boolean isVersion1(String version) {
        for (int i = 2; i < version.length(); i++) {
            if (version.charAt(i) < '0' || version.charAt(i) > '9') {
                return false;
            }
        }
        return version.length() > 2 && version.startsWith("1.");
    }

    private void xmlDeclaration() {
        boolean space = declarationSpace();
        String version = pseudoAttribute("version", space);
        if (version == null) {
            throw fail("the XML declaration must begin with the version", pos);
        }
        if (!isVersion1(version) || (options.fourthEdition() && !version.equals("1.0") && !version.equals("1.1"))) {
            throw fail("the version must be 1.0 or 1.1: \"" + version + "\"", pos);
        }
        space = declarationSpace();
        String declared = pseudoAttribute("encoding", space);
        if (declared != null) {
            checkEncodingName(declared);
            space = declarationSpace();
        }
        String alone = pseudoAttribute("standalone", space);
        if (alone != null) {
            if (!alone.equals("yes") && !alone.equals("no")) {
                throw fail("standalone must be yes or no: \"" + alone + "\"", pos);
            }
            declarationSpace();
        }
        if (at(pos) != '?' || at(pos + 1) != '>') {
            throw fail(
                    "the XML declaration holds version, encoding and standalone, in this order, and ends with"
                            + " \"?>\", but there is " + found(pos),
                    pos);
        }
        int start = itemStart;
        pos += 2;
        standalone = "yes".equals(alone);
        declaration = new XmlDeclaration(version, declared, alone == null ? null : standalone);
        if (declared != null) {
            declared(declared, start);
        }
        if (version.equals("1.1")) {
            if (edition == Edition.FOURTH) {
                // Which names are good is known of those that are shared.
                vocabulary = new DocumentNames(options.withFourthEdition(false));
            }
            // Of XML 1.1 there are the names, which are those of the fifth edition, and the line ends in any case.
            edition = options.xml10Content() ? Edition.FIFTH : Edition.XML_1_1;
            transcode(new Xml11LineEnds(remaining()), LocationCounter.UNKNOWN);
        }
    }

    private void checkEncodingName(String name) {
        int first = name.isEmpty() ? 0 : name.charAt(0) | 0x20;
        if (first < 'a' || first > 'z') {
            throw fail("the name of an encoding must start with a letter: \"" + name + "\"", pos);
        }
    }

    /** Applies the declared encoding, which must be consistent with one that is already determined. */
    private void declared(String name, int start) {
        if (isGivenInCharacters() || options.encoding() != null) {
            return;
        }
        if (settled != null) {
            if (!EncodingDetector.agree(settled, name)) {
                throw fail("the document declares the encoding " + name + " but is in " + settled, start);
            }
            return;
        }
        if (!EncodingDetector.canReadDeclaration(name)) {
            throw fail(
                    EncodingDetector.find(name) == null
                            ? "the encoding \"" + name + "\" is not known"
                            : "the document declares the encoding " + name + " but is not in it",
                    start);
        }
        use(name);
    }

    /** True for input in characters, to which a declared encoding does not apply. */
    abstract boolean isGivenInCharacters();

    private boolean declarationSpace() {
        int before = pos;
        pos = skipSpace(pos);
        return pos > before;
    }

    final @Nullable String pseudoAttribute(String name, boolean spaceBefore) {
        if (!matches(pos, ascii(name))) {
            return null;
        }
        if (!spaceBefore) {
            throw fail("white space must come before " + name, pos);
        }
        int p = skipSpace(pos + name.length());
        if (at(p) != '=') {
            throw fail("\"=\" must follow " + name + ", but there is " + found(p), p);
        }
        p = skipSpace(p + 1);
        int quote = at(p);
        if (quote != '"' && quote != '\'') {
            throw fail("the value of " + name + " must be quoted, but there is " + found(p), p);
        }
        int from = ++p;
        for (int c = at(p); c != quote; c = at(++p)) {
            boolean allowed = c > 0 && c < 0x80 && ((CLASS[c] & Characters.NAME) != 0 && c != ':');
            if (!allowed || p - from > 100) {
                throw fail("the value of " + name + " is not allowed: there is " + found(p), p);
            }
        }
        pos = p + 1;
        return new String(buf, from, p - from, StandardCharsets.ISO_8859_1);
    }
}
