package dev.weir.server.access;

import dev.weir.composite.audit.FlowTrace;
import org.jspecify.annotations.Nullable;

/**
 * What the log is to have of a request beside its address: what it was about, as people know it, and what came of it. Whoever
 * carries the request out fills it in meanwhile, what it is about first, so that it is known of a refusal, too. For one thread.
 */
public final class LogNote {
    /** Characters of a text: titles and reasons are of others, and the log is read by people. */
    private static final int LONGEST = 500;

    private @Nullable Long instance;
    private @Nullable String title;
    private @Nullable String composite;
    private @Nullable String about;
    private @Nullable String outcome;

    /**
     * It is about an instance, or about something of it.
     *
     * @param instance as lists name it
     * @param title null for none
     */
    public void instance(long instance, @Nullable String title, String composite) {
        this.instance = instance;
        this.title = title == null ? null : bounded(title);
        this.composite = composite;
    }

    /** It is about a composite. */
    public void composite(String name) {
        composite = name;
    }

    /** What it is about, where its address does not say it: a call by its name, the filter of many. */
    public void about(String words) {
        about = bounded(words);
    }

    /** What came of it: how many it was done for, or why it was refused. */
    public void outcome(String words) {
        outcome = bounded(words);
    }

    @Nullable Long instance() {
        return instance;
    }

    @Nullable String title() {
        return title;
    }

    @Nullable String composite() {
        return composite;
    }

    @Nullable String about() {
        return about;
    }

    /** Null where nothing is to be said but the status. */
    public @Nullable String outcome() {
        return outcome;
    }

    private static String bounded(String text) {
        return FlowTrace.printable(bounded(text, LONGEST));
    }

    /** The text, or its beginning and an ellipsis; no character is cut in two. */
    static String bounded(String text, int longest) {
        if (text.length() <= longest) {
            return text;
        }
        int end = longest - 1;
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
    }
}
