package dev.weir.bpel.language;

import java.util.ArrayList;
import java.util.List;

/** What is wrong with a process, collected: each entry names file, line, what is wrong, and what to do. */
public final class Problems {
    /** More than anyone reads at once; a hostile document cannot make the list grow beyond it. */
    private static final int MAX = 200;

    private String file;
    private final List<String> found = new ArrayList<>();

    public Problems(String file) {
        this.file = file;
    }

    /** The document that lines are of. */
    public String file() {
        return file;
    }

    /** From here on lines are of another document; gives the one before. */
    public String enter(String other) {
        String before = file;
        file = other;
        return before;
    }

    public void add(int line, String what, String remedy) {
        add(file, line, what, remedy);
    }

    /** A problem of a document that the process imports. */
    public void add(String otherFile, int line, String what, String remedy) {
        String problem = (line > 0 ? otherFile + ":" + line : otherFile) + ": " + what + "; " + remedy;
        if (found.size() < MAX && !found.contains(problem)) {
            found.add(problem);
        }
    }

    /** A line of the document, as problems name it. */
    public String place(int line) {
        return file + ":" + line;
    }

    public boolean isEmpty() {
        return found.isEmpty();
    }

    public List<String> list() {
        return List.copyOf(found);
    }
}
