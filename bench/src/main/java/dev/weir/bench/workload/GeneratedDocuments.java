package dev.weir.bench.workload;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;

/** The documents that are not purchase orders. Each method writes one, the same bytes every time. */
public final class GeneratedDocuments {
    private static final String DECLARATION = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

    private static final String[] FIRST_NAMES = {"Anna", "Jürgen", "Chloé", "Søren", "Marta", "Pedro", "Yusuf", "Lin"};
    private static final String[] CITIES = {"Amsterdam", "Köln", "Lyon", "Århus", "Kraków", "Porto", "Gent", "Bern"};
    private static final String[] WORDS = {
        "the",
        "water",
        "level",
        "of",
        "river",
        "falls",
        "behind",
        "weir",
        "and",
        "rises",
        "before",
        "it",
        "when",
        "rain",
        "comes",
        "from",
        "hills",
        "in",
        "spring",
        "measured",
        "every",
        "hour",
        "by",
        "station",
        "upstream"
    };
    private static final String[] EUROPEAN_WORDS = {
        "größer", "niveau", "élevé", "water", "przepływ", "odra", "früh", "river", "señal", "presa", "årlig", "nivå",
        "çağlayan", "akar", "naïve", "rise", "průtok", "voda", "mérés", "folyó", "hauteur", "déjà", "straße", "before"
    };
    private static final String[] CJK = {
        "河川の水位は堰の上流で上昇し", "下流では低下する。", "观测站每小时测量一次水位", "并将数据发送到控制中心。", "봄비가 내리면 수위가 빠르게 높아진다", "そのため、", "因此，"
    };

    private GeneratedDocuments() {}

    /** Persons with names, addresses and a flag, as the experiment of 2011 made them: ten random letters a field. */
    public static void persons(OutputStream to, int count) throws IOException {
        DocumentWriter out = new DocumentWriter(to, 2011);
        out.write("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<persons>\n");
        for (int i = 0; i < count; i++) {
            out.write("    <person active=\"" + (out.number(2) == 0) + "\">\n");
            for (String field :
                    new String[] {"firstName", "lastName", "address1", "address2", "postCode", "city", "country"}) {
                out.write("        <" + field + ">" + out.letters(10) + "</" + field + ">\n");
            }
            out.write("    </person>\n");
        }
        out.write("</persons>\n");
    }

    /** Flat records with numbers, dates and short texts; about 200 bytes each. */
    public static void records(OutputStream to, int count) throws IOException {
        DocumentWriter out = new DocumentWriter(to, 3);
        out.write(DECLARATION).write("<records>\n");
        for (int i = 0; i < count; i++) {
            out.write(String.format(
                    Locale.ROOT,
                    "  <record id=\"%d\" status=\"%s\"><customer>%s %s</customer><city>%s</city><amount currency=\"EUR\">%d.%02d"
                            + "</amount><date>2026-%02d-%02d</date><paid>%b</paid><note>%s</note></record>\n",
                    100_000 + i,
                    out.oneOf("open", "closed", "held"),
                    out.oneOf(FIRST_NAMES),
                    out.letters(8),
                    out.oneOf(CITIES),
                    out.number(10_000),
                    out.number(100),
                    1 + out.number(12),
                    1 + out.number(28),
                    out.number(2) == 0,
                    sentence(out, 5)));
        }
        out.write("</records>\n");
    }

    /** A SOAP-encoded array: each item says its type by xsi:type. */
    public static void doubles(OutputStream to, int count) throws IOException {
        DocumentWriter out = new DocumentWriter(to, 5);
        out.write(DECLARATION)
                .write("<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\""
                        + " xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\""
                        + " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"><soap:Body>"
                        + "<ns1:receiveDoubles xmlns:ns1=\"urn:bench\"><input>");
        for (int i = 0; i < count; i++) {
            out.write("<item xsi:type=\"xsd:double\">" + out.gaussian() * 1000 + "</item>");
        }
        out.write("</input></ns1:receiveDoubles></soap:Body></soap:Envelope>");
    }

    /** The same doubles without the envelope and the types: what binding is measured with. */
    public static void plainDoubles(OutputStream to, int count) throws IOException {
        DocumentWriter out = new DocumentWriter(to, 5);
        out.write(DECLARATION).write("<doubles>");
        for (int i = 0; i < count; i++) {
            out.write("<item>" + out.gaussian() * 1000 + "</item>");
        }
        out.write("</doubles>");
    }

    /** Nearly all of it attributes: twelve to an element, some with a namespace, some with references. */
    public static void attributes(OutputStream to, long bytes) throws IOException {
        DocumentWriter out = new DocumentWriter(to, 7);
        out.write(DECLARATION).write("<chart xmlns=\"urn:chart\" xmlns:x=\"urn:chart:extra\">\n");
        for (int i = 0; out.bytes() < bytes; i++) {
            out.write("  <point id=\"p" + i + "\" x=\"" + out.number(10_000) + "\" y=\"" + out.number(10_000)
                    + "\" width=\"" + out.number(100) + "\" height=\"" + out.number(100) + "\" color=\"#"
                    + Integer.toHexString(0x100000 + out.number(0xEFFFFF)) + "\" class=\"" + out.oneOf("a b", "b", "c")
                    + "\" label=\"" + sentence(out, 3) + (out.number(4) == 0 ? " &amp; more" : "") + "\" visible=\""
                    + (out.number(2) == 0) + "\" layer=\"" + out.number(9) + "\" x:source=\"" + out.letters(12)
                    + "\" x:weight=\"0." + out.number(1000) + "\"/>\n");
        }
        out.write("</chart>\n");
    }

    /** Nearly all of it text: long paragraphs, every third in Japanese, Chinese and Korean, few tags, some references. */
    public static void text(OutputStream to, long bytes) throws IOException {
        DocumentWriter out = new DocumentWriter(to, 11);
        out.write(DECLARATION).write("<book xml:lang=\"mul\">\n");
        for (int i = 0; out.bytes() < bytes; i++) {
            out.write("<p>");
            for (int sentences = 4 + out.number(8); sentences > 0; sentences--) {
                if (i % 3 == 2) {
                    out.write(out.oneOf(CJK)).write(out.oneOf(CJK));
                } else {
                    out.write(sentence(out, 8 + out.number(12))).write(out.number(5) == 0 ? " &amp; so on.\n" : ". ");
                }
            }
            if (out.number(4) == 0) {
                out.write("<em>" + sentence(out, 2) + "</em>");
            }
            out.write("</p>\n");
        }
        out.write("</book>\n");
    }

    /**
     * Sections of about 20 KB in European languages: every other word has an accented letter, and now and then comes a
     * reference.
     */
    public static void europeanText(OutputStream to, long bytes) throws IOException {
        DocumentWriter out = new DocumentWriter(to, 13);
        out.write(DECLARATION).write("<report>\n");
        while (out.bytes() < bytes) {
            out.write("<section>");
            for (long end = out.bytes() + 20_000; out.bytes() < end; ) {
                out.write(out.oneOf(EUROPEAN_WORDS)).write(out.number(60) == 0 ? " &amp; " : " ");
                out.write(out.number(12) == 0 ? "\n" : "");
            }
            out.write("</section>\n");
        }
        out.write("</report>\n");
    }

    private static String sentence(DocumentWriter out, int words) {
        StringBuilder sentence = new StringBuilder();
        for (int i = 0; i < words; i++) {
            sentence.append(i == 0 ? "" : " ").append(out.oneOf(WORDS));
        }
        return sentence.toString();
    }
}
