package dev.weir.xml.stax;

import dev.weir.xml.lexical.AttributeNameSet;
import dev.weir.xml.lexical.Characters;
import dev.weir.xml.lexical.ItemChecks;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Base of the targets for DOM trees and SAX handlers: the well-formedness checks that the text writer does itself. */
abstract class CheckedOutputTarget extends OutputTarget {
    private final boolean checkingStructure;
    private final AttributeNameSet attributes = new AttributeNameSet();
    private final List<String> open = new ArrayList<>();
    private int depth;
    private boolean inTag;
    private boolean rootSeen;
    private boolean started;

    CheckedOutputTarget(boolean checkingStructure) {
        this.checkingStructure = checkingStructure;
    }

    abstract void openElement(String prefix, String local, String uri);

    /** Called once after the last attribute of an element. */
    abstract void completeStart();

    abstract void closeElement();

    @Override
    void declaration(String version, @Nullable String encoding, @Nullable Boolean standalone) {
        if (checkingStructure && started) {
            throw wrong("the XML declaration must come first");
        }
        started = true;
    }

    @Override
    final void startTag(String prefix, String local, String uri) {
        if (depth == 0 && rootSeen && checkingStructure) {
            throw wrong("a document holds one element, " + local + " would be the second");
        }
        ItemChecks.name(local);
        if (!prefix.isEmpty()) {
            ItemChecks.name(prefix);
        }
        item();
        openElement(prefix, local, uri);
        open.add(prefix);
        open.add(local);
        depth++;
        rootSeen = true;
        inTag = true;
        attributes.clear();
    }

    @Override
    final void endStartTag() {
        if (inTag) {
            inTag = false;
            completeStart();
        }
    }

    @Override
    final void endTag(boolean collapse) {
        if (depth == 0) {
            throw wrong("no element is open");
        }
        endStartTag();
        closeElement();
        open.subList(2 * depth - 2, 2 * depth).clear();
        depth--;
    }

    final void item() {
        endStartTag();
        started = true;
    }

    /** Called before text; returns false for white space around the root element, which is dropped. */
    final boolean textItem(String text) {
        item();
        if (depth > 0) {
            ItemChecks.characters(text);
            return true;
        }
        if (checkingStructure && !text.chars().allMatch(Characters::isSpace)) {
            throw wrong("text is not allowed outside the document's element");
        }
        return false;
    }

    final void checkAttribute(String prefix, String local, String value) {
        if (!inTag) {
            throw wrong("attributes and namespaces belong right after a start tag");
        }
        ItemChecks.name(local);
        ItemChecks.characters(value);
        if (!attributes.add(prefix, local)) {
            throw wrong("the attribute " + local + " was written already on this element");
        }
    }

    @Override
    void end() {
        if (checkingStructure) {
            if (depth > 0) {
                throw wrong("an element is not closed");
            }
            if (!rootSeen) {
                throw wrong("a document must hold an element");
            }
        }
    }

    @Override
    final int depth() {
        return depth;
    }

    @Override
    final String prefix() {
        return open.get(2 * depth - 2);
    }

    @Override
    final String local() {
        return open.get(2 * depth - 1);
    }

    @Override
    final boolean inTag() {
        return inTag;
    }

    @Override
    final boolean isEmpty() {
        return !started;
    }

    @Override
    void flush() {}

    @Override
    void close(boolean target) {
        endStartTag();
    }
}
