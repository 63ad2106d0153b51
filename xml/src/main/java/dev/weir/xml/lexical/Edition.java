package dev.weir.xml.lexical;

/** The edition of the recommendation that defines a document's names and characters. */
public enum Edition {
    /** XML 1.0, first to fourth edition: names by Unicode 2.0. */
    FOURTH,
    /** XML 1.0, fifth edition. */
    FIFTH,
    /** XML 1.1, second edition: names as in the fifth, more controls by reference, more line ends. */
    XML_1_1;

    /** CR LF and CR become LF (section 2.11); in XML 1.1 also NEL, LS and CR NEL. */
    public String normalizeLineEnds(String text) {
        boolean more = this == XML_1_1;
        if (text.indexOf('\r') < 0 && !(more && (text.indexOf('\u0085') >= 0 || text.indexOf('\u2028') >= 0))) {
            return text;
        }
        StringBuilder kept = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\r') {
                kept.append('\n');
                char next = i + 1 < text.length() ? text.charAt(i + 1) : 0;
                if (next == '\n' || (more && next == '\u0085')) {
                    i++;
                }
            } else {
                kept.append(more && (c == '\u0085' || c == '\u2028') ? '\n' : c);
            }
        }
        return kept.toString();
    }
}
