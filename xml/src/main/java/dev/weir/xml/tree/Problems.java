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
    private final Set<Problem> problems = new LinkedHashSet<>();

    /** @param file the document that is read, as {@link Problem#file} */
    public Problems(String file) {
        this.file = file;
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
