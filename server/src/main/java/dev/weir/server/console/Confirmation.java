package dev.weir.server.console;

import java.util.List;

/**
 * What is asked before something is done that cannot be taken back.
 *
 * @param question the title of the page
 * @param what it means
 * @param label of the button that does it
 * @param action the address of the form
 * @param back the address to which who is not sure goes
 * @param fields what the form sends again
 */
public record Confirmation(String question, String what, String label, String action, String back, List<Field> fields) {
    /** A field of a form. */
    public record Field(String name, String value) {}

    /** One whose address says all. */
    Confirmation(String question, String what, String label, String action, String back) {
        this(question, what, label, action, back, List.of());
    }
}
