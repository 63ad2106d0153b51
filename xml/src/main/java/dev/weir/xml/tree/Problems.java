package dev.weir.xml.tree;

import dev.weir.xml.Problem;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Collects the problems that readers and checks find in documents, so that all are reported together. Equal problems
 * are recorded once. One thread at a time.
 */
public final class Problems {
    /** The most problems recorded, which bounds the list for hostile documents. */
    private static final int MAX = 200;

    private String file;
    private final boolean lenient;
    private final Set<Problem> problems = new LinkedHashSet<>();
    private final Set<Problem> warnings = new LinkedHashSet<>();

    /** @param file the document that is read, as {@link Problem#file} */
    public Problems(String file) {
        this(file, false);
    }

    /** @param lenient true where what matters only when it is reached is left to fail then, see {@link #tolerable} */
    public Problems(String file, boolean lenient) {
        this.file = file;
        this.lenient = lenient;
    }

    /** The document that lines are of. */
    public String file() {
        return file;
    }

    /** From here on lines are of another document; returns the one before. */
    public String enter(String other) {
        String before = file;
        file = other;
        return before;
    }

    /** A problem at an element of the document. */
    public void add(XmlElement at, String rule, String what, String remedy) {
        add(file, at, rule, what, remedy);
    }

    /** A problem at a line of the document; 0 where it is with the document as a whole. */
    public void add(int line, String rule, String what, String remedy) {
        add(new Problem(file, line, 0, rule, what, remedy));
    }

    /** A problem at an element of another document. */
    public void add(String otherFile, XmlElement at, String rule, String what, String remedy) {
        add(new Problem(otherFile, at.line(), at.column(), rule, what, remedy));
    }

    public void add(Problem problem) {
        if (problems.size() < MAX) {
            problems.add(problem);
        }
    }

    public void addAll(List<Problem> more) {
        more.forEach(this::add);
    }

    /** Something that is no obstacle to using the document, and that people should know. */
    public void warn(Problem warning) {
        if (warnings.size() < MAX) {
            warnings.add(warning);
        }
    }

    /** {@link #warn(Problem) A warning} at an element of the document. */
    public void warn(XmlElement at, String rule, String what, String remedy) {
        warn(new Problem(file, at.line(), at.column(), rule, what, remedy));
    }

    /** Something that will fail when it is reached, and not before: a warning leniently, otherwise a problem. */
    public void tolerable(Problem problem) {
        if (lenient) {
            warn(problem);
        } else {
            add(problem);
        }
    }

    /** True where what is {@link #tolerable} is left to fail when it is reached. */
    public boolean lenient() {
        return lenient;
    }

    /** What was {@link #warn warned of}. */
    public List<Problem> warnings() {
        return List.copyOf(warnings);
    }

    public int size() {
        return problems.size();
    }

    public boolean isEmpty() {
        return problems.isEmpty();
    }

    public List<Problem> list() {
        return List.copyOf(problems);
    }
}
