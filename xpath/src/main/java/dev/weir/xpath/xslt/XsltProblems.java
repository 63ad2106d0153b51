package dev.weir.xpath.xslt;

import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xpath.XPathException;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.transform.ErrorListener;
import javax.xml.transform.SourceLocator;
import javax.xml.transform.TransformerException;
import org.jspecify.annotations.Nullable;

/** Collects what the XSLT processor says, which it would print otherwise; what xsl:message says comes as warnings. */
final class XsltProblems implements ErrorListener {
    private static final int MAX_MESSAGES = 20;

    private static final Pattern PLACED = Pattern.compile("(?:([a-z]+:\\S+): )?line (\\d+): (.*)", Pattern.DOTALL);

    private static final Pattern QUOTED = Pattern.compile("'(.*)'", Pattern.DOTALL);
    private static final Pattern CALL = Pattern.compile("'funcall\\(([^,]+),");
    private static final Pattern WRAPPED = Pattern.compile("(?:(?:[a-z]+\\.)+\\w*Exception: )+(.*)");
    private static final String NO_REASON = "Could not compile stylesheet";

    private final URI stylesheet;
    private final Map<URI, XmlElement> sources = new LinkedHashMap<>();
    private final List<String> errors = new ArrayList<>();
    private final List<String> messages = new ArrayList<>();

    XsltProblems(URI stylesheet) {
        this.stylesheet = stylesheet;
    }

    @Override
    public void warning(TransformerException e) {
        add(messages, e);
    }

    @Override
    public void error(TransformerException e) {
        add(errors, e);
    }

    @Override
    public void fatalError(TransformerException e) {
        add(errors, e);
    }

    private static void add(List<String> to, TransformerException e) {
        String said = said(e);
        if (to.size() < MAX_MESSAGES && !to.contains(said)) {
            to.add(said);
        }
    }

    private static String said(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String message = plain(String.valueOf(root.getMessage()));
        SourceLocator place = e instanceof TransformerException placed ? placed.getLocator() : null;
        return place == null || place.getLineNumber() <= 0 || place.getSystemId() == null
                ? message
                : shown(URI.create(place.getSystemId())) + ":" + place.getLineNumber() + ": " + message;
    }

    /** The processor wraps exceptions into the text of others, one per line, each with its class. */
    private static String plain(String message) {
        String first = message.lines().findFirst().orElse("").strip();
        Matcher wrapped = WRAPPED.matcher(first);
        return wrapped.matches() ? wrapped.group(1) : first;
    }

    /** Remembers a stylesheet that was read, to find places in it. */
    void read(URI location, XmlElement root) {
        sources.put(location, root);
    }

    /**
     * The processor counts lines inside an expression, not in the file, when an expression is wrong; it quotes what it does
     * not like, so the first attribute that has it is the place.
     */
    private String placed(String message) {
        Matcher matcher = PLACED.matcher(message);
        if (!matcher.matches()) {
            Matcher call = CALL.matcher(message);
            String place = call.find() ? placeOf(call.group(1)) : null;
            return place == null ? message : place + ": " + message;
        }
        String said = matcher.group(3);
        Matcher quotation = QUOTED.matcher(said);
        String place = quotation.find() && matcher.group(2).equals("1") ? placeOf(quotation.group(1)) : null;
        if (place == null) {
            place = (matcher.group(1) == null ? stylesheet() : shown(URI.create(matcher.group(1)))) + ":"
                    + matcher.group(2);
        }
        return place + ": " + said;
    }

    private @Nullable String placeOf(String quoted) {
        for (Map.Entry<URI, XmlElement> source : sources.entrySet()) {
            Deque<XmlElement> open = new ArrayDeque<>();
            open.push(source.getValue());
            while (!open.isEmpty()) {
                XmlElement element = open.pop();
                for (XmlNode node = element.firstAttribute(); node != null; node = node.nextSibling()) {
                    String value = node.stringValue();
                    if (value.equals(quoted) || value.contains("$" + quoted) || value.contains(quoted + "(")) {
                        return shown(source.getKey()) + ":" + element.line();
                    }
                }
                List<XmlElement> children = element.elements();
                for (int i = children.size() - 1; i >= 0; i--) {
                    open.push(children.get(i));
                }
            }
        }
        return null;
    }

    /** A file's name for messages: its path where the scheme is the composite's own or none, else the whole URI. */
    static String shown(URI uri) {
        return "composite".equals(uri.getScheme()) ? uri.getPath().substring(1) : uri.toString();
    }

    String stylesheet() {
        return shown(stylesheet);
    }

    /** What went wrong, with all that the processor said. */
    XPathException failure(String what, Throwable e) {
        List<String> all = new ArrayList<>(errors);
        if (all.isEmpty()) {
            all.add(said(e));
        }
        all.addAll(messages);
        if (all.size() > 1) {
            all.remove(NO_REASON);
        }
        List<String> told = all.stream().map(this::placed).distinct().toList();
        return new XPathException("the stylesheet " + stylesheet() + " " + what + ": " + String.join("; ", told), e);
    }
}
