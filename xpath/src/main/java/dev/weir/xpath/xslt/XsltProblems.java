package dev.weir.xpath.xslt;

import dev.weir.xml.Problem;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.xml.transform.ErrorListener;
import javax.xml.transform.SourceLocator;
import javax.xml.transform.TransformerException;
import org.jspecify.annotations.Nullable;

/** Collects the errors of the XSLT processor, which it would print otherwise; the text of xsl:message comes as warnings. */
final class XsltProblems implements ErrorListener {
    private static final int MAX_MESSAGES = 20;

    private static final Pattern PLACED = Pattern.compile("(?:([a-z]+:\\S+): )?line (\\d+): (.*)", Pattern.DOTALL);

    private static final Pattern QUOTED = Pattern.compile("'(.*)'", Pattern.DOTALL);
    private static final Pattern CALL = Pattern.compile("'funcall\\(([^,]+),");
    private static final Pattern WRAPPED = Pattern.compile("(?:(?:[a-z]+\\.)+\\w*Exception: )+(.*)");
    private static final String NO_REASON = "Could not compile stylesheet";
    private static final String TOO_DEEP = "its templates call one another too deeply";

    private final URI stylesheet;
    private final Map<URI, XmlElement> sources = new LinkedHashMap<>();
    private final List<Problem> errors = new ArrayList<>();
    private final List<Problem> messages = new ArrayList<>();

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

    private void add(List<Problem> to, TransformerException e) {
        Problem reported = reported(e);
        if (to.size() < MAX_MESSAGES && !to.contains(reported)) {
            to.add(reported);
        }
    }

    /** A place that {@link XsltStylesheet} knew itself comes with the exception. */
    static final class PlacedException extends TransformerException {
        private final transient Problem problem;

        PlacedException(Problem problem) {
            super(problem.what());
            this.problem = problem;
        }
    }

    /** What an exception reports; in no line where it says no place. */
    private Problem reported(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null && !(root instanceof PlacedException)) {
            root = root.getCause();
        }
        if (root instanceof PlacedException placed) {
            return tolerable(placed.problem);
        }
        String message = root instanceof StackOverflowError ? TOO_DEEP : plain(String.valueOf(root.getMessage()));
        SourceLocator place = e instanceof TransformerException placed ? placed.getLocator() : null;
        return place == null || place.getLineNumber() <= 0 || place.getSystemId() == null
                ? problem(stylesheet(), 0, 0, message)
                : problem(
                        Problem.fileOf(URI.create(place.getSystemId())),
                        place.getLineNumber(),
                        Math.max(0, place.getColumnNumber()),
                        message);
    }

    /** A stylesheet that is no XML is no other case than one that does not compile. */
    private static Problem tolerable(Problem problem) {
        return problem.rule().equals("xml")
                ? problem(problem.file(), problem.line(), problem.column(), problem.what())
                : problem;
    }

    private static Problem problem(String file, int line, int column, String what) {
        return new Problem(
                file,
                line,
                column,
                "xslt",
                what,
                "correct the stylesheet, or deploy with --lenient: it fails then when it is reached");
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
     * For an error in an expression the processor counts lines inside the expression, not in the file. It quotes the text
     * that it cannot compile, so the first attribute with that text is the place.
     */
    private Problem placed(Problem reported) {
        if (reported.line() > 0) {
            return reported;
        }
        Matcher matcher = PLACED.matcher(reported.what());
        if (!matcher.matches()) {
            Matcher call = CALL.matcher(reported.what());
            Problem found = call.find() ? placeOf(call.group(1), reported.what()) : null;
            return found == null ? reported : found;
        }
        String what = matcher.group(3);
        Matcher quotation = QUOTED.matcher(what);
        Problem found = quotation.find() && matcher.group(2).equals("1") ? placeOf(quotation.group(1), what) : null;
        if (found != null) {
            return found;
        }
        String file = matcher.group(1) == null ? stylesheet() : Problem.fileOf(URI.create(matcher.group(1)));
        return problem(file, Integer.parseInt(matcher.group(2)), 0, what);
    }

    private @Nullable Problem placeOf(String quoted, String what) {
        for (Map.Entry<URI, XmlElement> source : sources.entrySet()) {
            Deque<XmlElement> open = new ArrayDeque<>();
            open.push(source.getValue());
            while (!open.isEmpty()) {
                XmlElement element = open.pop();
                for (XmlNode node = element.firstAttribute(); node != null; node = node.nextSibling()) {
                    String value = node.stringValue();
                    if (value.equals(quoted) || value.contains("$" + quoted) || value.contains(quoted + "(")) {
                        return problem(Problem.fileOf(source.getKey()), element.line(), element.column(), what);
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

    String stylesheet() {
        return Problem.fileOf(stylesheet);
    }

    /** The failure of a compilation or transformation, with all that the processor reported. */
    XsltException failure(String what, Throwable e) {
        List<Problem> all = new ArrayList<>(errors);
        if (all.isEmpty()) {
            all.add(reported(e));
        }
        all.addAll(messages);
        if (all.size() > 1) {
            all.removeIf(problem -> problem.what().equals(NO_REASON));
        }
        List<Problem> problems = all.stream().map(this::placed).distinct().toList();
        String details = problems.stream()
                .map(problem -> problem.line() == 0 ? problem.what() : problem.place() + ": " + problem.what())
                .collect(Collectors.joining("; "));
        return new XsltException("the stylesheet " + stylesheet() + " " + what + ": " + details, problems, e);
    }
}
