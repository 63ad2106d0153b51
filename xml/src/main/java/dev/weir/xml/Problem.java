package dev.weir.xml;

import java.net.URI;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Something to correct in a document before it can be used: what a reader, a rule of static analysis or a deployment
 * check found, as data for a report, a console or an editor.
 *
 * @param file the document's name for people: a path inside its composite, or the whole URI of a document from
 *     elsewhere
 * @param line counted from 1; 0 where the problem is with the file as a whole
 * @param column counted from 1, in characters; 0 if unknown
 * @param rule what was violated, as a name that does not change: the specification's number where it has one ({@code
 *     SA00072}), else a name of Weir's ({@code composite-wire-unknown})
 * @param what what the document says, and why that cannot be
 * @param remedy what to do about it, as an order; empty where the reader of {@code what} needs no advice
 */
public record Problem(String file, int line, int column, String rule, String what, String remedy) {
    /** A problem with a file as a whole. */
    public static Problem ofFile(String file, String rule, String what, String remedy) {
        return new Problem(file, 0, 0, rule, what, remedy);
    }

    /** A problem at a place that a reader reported. */
    public static Problem at(XmlLocation location, String file, String rule, String what, String remedy) {
        return new Problem(file, clamp(location.line()), clamp(location.column()), rule, what, remedy);
    }

    /** A document's name for people: the path of a file of a composite ({@code composite:/path}), else the whole URI. */
    public static String fileOf(URI document) {
        String path = document.getPath();
        return "composite".equals(document.getScheme()) && path != null && path.startsWith("/")
                ? path.substring(1)
                : document.toString();
    }

    /** A document that is not well-formed, or beyond a limit. */
    public static Problem unreadable(String file, XmlException e) {
        return at(e.location(), file, "xml", "the document cannot be read: " + e.reason(), "correct the document");
    }

    private static int clamp(long number) {
        return (int) Math.min(number, Integer.MAX_VALUE);
    }

    /** The same problem in a file of another name: the path of an archive in front of the path inside it. */
    public Problem inFile(String name) {
        return new Problem(name, line, column, rule, what, remedy);
    }

    /** {@code file:line:column}, as far as they are known. */
    public String place() {
        return line == 0 ? file : column == 0 ? file + ":" + line : file + ":" + line + ":" + column;
    }

    /** One line of text: {@code file:line:column: what [rule] — remedy}. */
    @Override
    public String toString() {
        String text = place() + ": " + what + " [" + rule + "]";
        return remedy.isEmpty() ? text : text + " — " + remedy;
    }

    /** Several problems as text, one on each line. */
    public static String text(List<Problem> problems) {
        return problems.stream().map(Problem::toString).collect(Collectors.joining("\n"));
    }
}
