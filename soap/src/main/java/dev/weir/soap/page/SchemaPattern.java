package dev.weir.soap.page;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A pattern of a schema (XML Schema Part 2, appendix F): texts that match it can be drawn, and texts held against it, in
 * bounded time whatever the pattern is. Immutable and thread-safe.
 */
final class SchemaPattern {
    private static final int LONGEST = 1_000;
    private static final int DEPTH = 32;
    /** Steps of one comparison, after which it is given up. */
    private static final int MOST_STEPS = 50_000;
    /** What stands for a set of characters, if it is in it. */
    private static final String CANDIDATES = "aA1x0Z9 _-.,:/@#+\n\t";

    /** The pattern is none, or has something that is not understood here, or takes too long. */
    private static final class Unreadable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Unreadable() {
            super(null, null, false, false);
        }
    }

    private sealed interface Node {}

    private record One(IntPredicate wanted) implements Node {}

    private record All(List<Node> parts) implements Node {}

    private record Either(List<Node> branches) implements Node {}

    /** @param most {@link #LONGEST} for without end: nothing here is longer */
    private record Times(Node node, int least, int most) implements Node {}

    /** What is taken where a pattern leaves a choice. */
    interface Choices {
        /** One of so many branches, from 0. */
        int branch(int branches);

        /** How often what may be there so often is. */
        int times(int least, int most);

        /** One of so many characters, from 0. */
        int character(int characters);
    }

    private final Node node;

    private SchemaPattern(Node node) {
        this.node = node;
    }

    /** Null where it is not understood. */
    static @Nullable SchemaPattern of(String pattern) {
        try {
            Parser parser = new Parser(pattern);
            Node node = parser.branches();
            return parser.at == pattern.length() ? new SchemaPattern(node) : null;
        } catch (Unreadable e) {
            return null;
        }
    }

    // ---------------------------------------------------------------- matching

    /** Whether a text is one of the pattern's; true where that takes too long to see. */
    boolean matches(String text) {
        try {
            BitSet start = new BitSet();
            start.set(0);
            return new Matcher(text).ends(node, start).get(text.length());
        } catch (Unreadable e) {
            return true;
        }
    }

    /** Follows all ways through a pattern at once: a set has the places that are reached in the text. */
    private static final class Matcher {
        private final String text;
        private int steps;

        Matcher(String text) {
            this.text = text;
        }

        BitSet ends(Node node, BitSet starts) {
            steps += 1 + starts.cardinality();
            if (steps > MOST_STEPS) {
                throw new Unreadable();
            }
            BitSet ends = new BitSet();
            if (node instanceof One one) {
                for (int at = starts.nextSetBit(0); at >= 0; at = starts.nextSetBit(at + 1)) {
                    if (at < text.length() && one.wanted().test(text.charAt(at))) {
                        ends.set(at + 1);
                    }
                }
            } else if (node instanceof All all) {
                ends = starts;
                for (Node part : all.parts()) {
                    ends = ends(part, ends);
                }
            } else if (node instanceof Either either) {
                for (Node branch : either.branches()) {
                    ends.or(ends(branch, starts));
                }
            } else if (node instanceof Times times) {
                return repeated(times, starts);
            }
            return ends;
        }

        private BitSet repeated(Times times, BitSet starts) {
            BitSet last = starts;
            for (int i = 0; i < times.least() && !last.isEmpty(); i++) {
                last = ends(times.node(), last);
            }
            BitSet ends = (BitSet) last.clone();
            for (int i = times.least(); i < times.most() && !last.isEmpty(); i++) {
                last = (BitSet) ends(times.node(), last).clone();
                last.andNot(ends);
                ends.or(last);
            }
            return ends;
        }
    }

    // ---------------------------------------------------------------- drawing

    /** A text that matches; null where it would be too long. */
    @Nullable String draw(Choices choices) {
        StringBuilder text = new StringBuilder();
        try {
            draw(node, choices, text);
            return text.toString();
        } catch (Unreadable e) {
            return null;
        }
    }

    private static void draw(Node node, Choices choices, StringBuilder text) {
        if (node instanceof One one) {
            text.append(pick(one.wanted(), choices));
            if (text.length() > LONGEST) {
                throw new Unreadable();
            }
        } else if (node instanceof All all) {
            all.parts().forEach(part -> draw(part, choices, text));
        } else if (node instanceof Either either) {
            draw(either.branches().get(choices.branch(either.branches().size())), choices, text);
        } else if (node instanceof Times times) {
            int before = -1;
            for (int i = choices.times(times.least(), times.most()); i > 0 && text.length() > before; i--) {
                before = text.length();
                draw(times.node(), choices, text);
            }
        }
    }

    private static char pick(IntPredicate wanted, Choices choices) {
        StringBuilder usual = new StringBuilder();
        for (int i = 0; i < CANDIDATES.length(); i++) {
            if (wanted.test(CANDIDATES.charAt(i))) {
                usual.append(CANDIDATES.charAt(i));
            }
        }
        for (char c = ' '; c < 0xD800 && (usual.isEmpty() || c < 0x7F); c++) {
            if (wanted.test(c)) {
                usual.append(c);
            }
        }
        if (usual.isEmpty()) {
            throw new Unreadable();
        }
        return usual.charAt(choices.character(usual.length()));
    }

    // ---------------------------------------------------------------- reading

    private static final class Parser {
        private final String pattern;
        private int at;
        private int depth;

        Parser(String pattern) {
            this.pattern = pattern;
        }

        private int peek() {
            return at < pattern.length() ? pattern.charAt(at) : -1;
        }

        private char next() {
            if (at >= pattern.length()) {
                throw new Unreadable();
            }
            return pattern.charAt(at++);
        }

        private void deeper() {
            if (++depth > DEPTH) {
                throw new Unreadable();
            }
        }

        Node branches() {
            deeper();
            List<Node> branches = new ArrayList<>();
            branches.add(branch());
            while (peek() == '|') {
                at++;
                branches.add(branch());
            }
            depth--;
            return branches.size() == 1 ? branches.get(0) : new Either(branches);
        }

        private Node branch() {
            List<Node> parts = new ArrayList<>();
            while (peek() != -1 && peek() != '|' && peek() != ')') {
                parts.add(quantified(atom()));
            }
            return new All(parts);
        }

        private Node quantified(Node atom) {
            if ("?*+{".indexOf(peek()) < 0) {
                return atom;
            }
            return switch (next()) {
                case '?' -> new Times(atom, 0, 1);
                case '*' -> new Times(atom, 0, LONGEST);
                case '+' -> new Times(atom, 1, LONGEST);
                default -> bounded(atom);
            };
        }

        /** Behind its opening brace: {@code {2}}, {@code {2,}} or {@code {2,5}}. */
        private Node bounded(Node atom) {
            int least = number();
            int most = least;
            if (peek() == ',') {
                at++;
                most = peek() == '}' ? LONGEST : Math.min(LONGEST, number());
            }
            if (next() != '}' || least > LONGEST || most < least) {
                throw new Unreadable();
            }
            return new Times(atom, least, most);
        }

        private int number() {
            int value = 0;
            boolean some = false;
            while (peek() >= '0' && peek() <= '9') {
                value = Math.min(LONGEST + 1, 10 * value + next() - '0');
                some = true;
            }
            if (!some) {
                throw new Unreadable();
            }
            return value;
        }

        private Node atom() {
            char c = next();
            return switch (c) {
                case '(' -> group();
                case '[' -> new One(set());
                case '\\' -> new One(escape());
                case '.' -> new One(any -> any != '\n' && any != '\r');
                case '?', '*', '+', '{', '}', ']' -> throw new Unreadable();
                default -> new One(single(c));
            };
        }

        /** Behind its opening parenthesis. */
        private Node group() {
            Node group = branches();
            if (next() != ')') {
                throw new Unreadable();
            }
            return group;
        }

        /** Behind its opening bracket: {@code [^a-z-[aeiou]]}. */
        private IntPredicate set() {
            deeper();
            boolean negated = peek() == '^';
            if (negated) {
                at++;
            }
            List<IntPredicate> members = new ArrayList<>();
            IntPredicate without = c -> false;
            while (peek() != ']') {
                if (pattern.startsWith("-[", at)) {
                    at += 2;
                    without = set();
                    break;
                }
                members.add(member());
            }
            if (next() != ']') {
                throw new Unreadable();
            }
            depth--;
            IntPredicate outside = without;
            return c -> {
                boolean within = false;
                for (IntPredicate member : members) {
                    within |= member.test(c);
                }
                return within != negated && !outside.test(c);
            };
        }

        /** A character, a class of them, or all from one to another. */
        private IntPredicate member() {
            char first = next();
            char letter = first == '\\' && peek() >= 0 ? (char) peek() : first;
            IntPredicate member = first == '\\' ? escape() : single(first);
            boolean isRange = peek() == '-'
                    && at + 1 < pattern.length()
                    && pattern.charAt(at + 1) != ']'
                    && pattern.charAt(at + 1) != '[';
            if (!isRange) {
                return member;
            }
            at++;
            char last = next();
            char from = first == '\\' ? escaped(letter) : first;
            char to = last == '\\' ? escaped(next()) : last;
            return c -> c >= from && c <= to;
        }

        private static IntPredicate single(char only) {
            return c -> c == only;
        }

        private static char escaped(char letter) {
            return switch (letter) {
                case 'n' -> '\n';
                case 'r' -> '\r';
                case 't' -> '\t';
                default -> letter;
            };
        }

        /** Behind its backslash. */
        private IntPredicate escape() {
            char letter = next();
            IntPredicate positive = switch (Character.toLowerCase(letter)) {
                case 'd' -> Character::isDigit;
                case 'w' -> c -> "PZC".indexOf(kind(c).charAt(0)) < 0;
                case 's' -> c -> c == ' ' || c == '\t' || c == '\n' || c == '\r';
                case 'i' -> c -> Character.isLetter(c) || c == '_' || c == ':';
                case 'c' -> c -> Character.isLetterOrDigit(c) || c == '_' || c == ':' || c == '-' || c == '.';
                case 'p' -> category();
                default -> single(escaped(letter));
            };
            return "DWSICP".indexOf(letter) >= 0 ? positive.negate() : positive;
        }

        /** A category of Unicode or, with {@code Is} before its name, a block. */
        private IntPredicate category() {
            int end = pattern.indexOf('}', at);
            if (next() != '{' || end < 0) {
                throw new Unreadable();
            }
            String name = pattern.substring(at, end);
            at = end + 1;
            if (name.startsWith("Is")) {
                return block(name.substring(2));
            }
            if (!name.matches("[LMNPZSC][a-z]?")) {
                throw new Unreadable();
            }
            return c -> kind(c).startsWith(name);
        }

        private static IntPredicate block(String name) {
            try {
                Character.UnicodeBlock block = Character.UnicodeBlock.forName(name);
                return c -> Character.UnicodeBlock.of(c) == block;
            } catch (IllegalArgumentException e) {
                throw new Unreadable();
            }
        }

        /** The name of a character's category. */
        private static String kind(int c) {
            return switch (Character.getType(c)) {
                case Character.UPPERCASE_LETTER -> "Lu";
                case Character.LOWERCASE_LETTER -> "Ll";
                case Character.TITLECASE_LETTER -> "Lt";
                case Character.MODIFIER_LETTER -> "Lm";
                case Character.OTHER_LETTER -> "Lo";
                case Character.NON_SPACING_MARK -> "Mn";
                case Character.COMBINING_SPACING_MARK -> "Mc";
                case Character.ENCLOSING_MARK -> "Me";
                case Character.DECIMAL_DIGIT_NUMBER -> "Nd";
                case Character.LETTER_NUMBER -> "Nl";
                case Character.OTHER_NUMBER -> "No";
                case Character.CONNECTOR_PUNCTUATION -> "Pc";
                case Character.DASH_PUNCTUATION -> "Pd";
                case Character.START_PUNCTUATION -> "Ps";
                case Character.END_PUNCTUATION -> "Pe";
                case Character.INITIAL_QUOTE_PUNCTUATION -> "Pi";
                case Character.FINAL_QUOTE_PUNCTUATION -> "Pf";
                case Character.OTHER_PUNCTUATION -> "Po";
                case Character.SPACE_SEPARATOR -> "Zs";
                case Character.LINE_SEPARATOR -> "Zl";
                case Character.PARAGRAPH_SEPARATOR -> "Zp";
                case Character.MATH_SYMBOL -> "Sm";
                case Character.CURRENCY_SYMBOL -> "Sc";
                case Character.MODIFIER_SYMBOL -> "Sk";
                case Character.OTHER_SYMBOL -> "So";
                case Character.CONTROL -> "Cc";
                case Character.FORMAT -> "Cf";
                case Character.PRIVATE_USE -> "Co";
                case Character.SURROGATE -> "Cs";
                default -> "Cn";
            };
        }
    }
}
