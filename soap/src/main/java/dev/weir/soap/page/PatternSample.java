package dev.weir.soap.page;

import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A text that matches a pattern of a schema (XML Schema Part 2, appendix F): of branches the first, of repetitions as few as
 * there may be. Not thread-safe; one reads one pattern.
 */
final class PatternSample {
    private static final int LONGEST = 1_000;
    private static final int DEPTH = 32;
    /** What stands for a set of characters, if it is in it. */
    private static final String CANDIDATES = "aA1x0Z9 _-.,:/@#+\n\t";

    /** The pattern is none, or has something that is not understood here. */
    private static final class Unreadable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Unreadable() {
            super(null, null, false, false);
        }
    }

    private final String pattern;
    /** How often is repeated what may be repeated without end, if that is more than it must be. */
    private final int repetitions;

    private int at;
    private int depth;

    private PatternSample(String pattern, int repetitions) {
        this.pattern = pattern;
        this.repetitions = repetitions;
    }

    /**
     * A text that matches.
     *
     * @param least the least length that it should have
     * @return null where the pattern is not understood
     */
    static @Nullable String of(String pattern, int least) {
        String text = null;
        for (int repetitions = 0; repetitions <= Math.min(least, LONGEST); repetitions = Math.max(1, 2 * repetitions)) {
            text = read(pattern, repetitions);
            if (text == null || text.length() >= least) {
                break;
            }
        }
        return text;
    }

    private static @Nullable String read(String pattern, int repetitions) {
        try {
            PatternSample sample = new PatternSample(pattern, repetitions);
            String text = sample.branches();
            return sample.at == pattern.length() ? text : null;
        } catch (Unreadable e) {
            return null;
        }
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

    private String branches() {
        if (++depth > DEPTH) {
            throw new Unreadable();
        }
        String first = branch();
        while (peek() == '|') {
            at++;
            branch();
        }
        depth--;
        return first;
    }

    private String branch() {
        StringBuilder text = new StringBuilder();
        while (peek() != -1 && peek() != '|' && peek() != ')') {
            String piece = atom();
            int times = quantifier();
            for (int i = 0; i < times; i++) {
                text.append(piece);
                if (text.length() > LONGEST) {
                    throw new Unreadable();
                }
            }
        }
        return text.toString();
    }

    private int quantifier() {
        if ("?*+{".indexOf(peek()) < 0) {
            return 1;
        }
        return switch (next()) {
            case '?' -> Math.min(1, repetitions);
            case '*' -> repetitions;
            case '+' -> Math.max(1, repetitions);
            default -> bounds();
        };
    }

    /** Behind its opening brace: {@code {2}}, {@code {2,}} or {@code {2,5}}. */
    private int bounds() {
        int least = number();
        int most = least;
        if (peek() == ',') {
            at++;
            most = peek() == '}' ? LONGEST : number();
        }
        if (next() != '}') {
            throw new Unreadable();
        }
        return Math.max(least, Math.min(most, repetitions));
    }

    private int number() {
        int value = 0;
        boolean some = false;
        while (peek() >= '0' && peek() <= '9') {
            value = 10 * value + next() - '0';
            some = true;
            if (value > LONGEST) {
                throw new Unreadable();
            }
        }
        if (!some) {
            throw new Unreadable();
        }
        return value;
    }

    private String atom() {
        char c = next();
        return switch (c) {
            case '(' -> group();
            case '[' -> pick(set());
            case '\\' -> pick(escape());
            case '.' -> "a";
            case '?', '*', '+', '{', '}', ']' -> throw new Unreadable();
            default -> String.valueOf(c);
        };
    }

    /** Behind its opening parenthesis. */
    private String group() {
        String first = branches();
        if (next() != ')') {
            throw new Unreadable();
        }
        return first;
    }

    private static String pick(IntPredicate wanted) {
        for (int i = 0; i < CANDIDATES.length(); i++) {
            if (wanted.test(CANDIDATES.charAt(i))) {
                return CANDIDATES.substring(i, i + 1);
            }
        }
        for (char c = ' '; c < 0xD800; c++) {
            if (wanted.test(c)) {
                return String.valueOf(c);
            }
        }
        throw new Unreadable();
    }

    /** Behind its opening bracket: {@code [^a-z-[aeiou]]}. */
    private IntPredicate set() {
        if (++depth > DEPTH) {
            throw new Unreadable();
        }
        boolean negated = peek() == '^';
        if (negated) {
            at++;
        }
        IntPredicate members = c -> false;
        IntPredicate without = c -> false;
        while (peek() != ']') {
            if (pattern.startsWith("-[", at)) {
                at += 2;
                without = set();
                break;
            }
            char first = next();
            IntPredicate member = first == '\\' ? escape() : single(first);
            if (peek() == '-'
                    && at + 1 < pattern.length()
                    && pattern.charAt(at + 1) != ']'
                    && pattern.charAt(at + 1) != '[') {
                at++;
                char last = next();
                member = range(
                        first == '\\' ? escaped(pattern.charAt(at - 3)) : first, last == '\\' ? escaped(next()) : last);
            }
            members = members.or(member);
        }
        if (next() != ']') {
            throw new Unreadable();
        }
        depth--;
        IntPredicate all = negated ? members.negate() : members;
        return all.and(without.negate());
    }

    private static IntPredicate single(char only) {
        return c -> c == only;
    }

    private static IntPredicate range(char first, char last) {
        return c -> c >= first && c <= last;
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
            case 'w' -> c -> Character.isLetterOrDigit(c);
            case 's' -> c -> c == ' ' || c == '\t' || c == '\n' || c == '\r';
            case 'i' -> c -> Character.isLetter(c) || c == '_' || c == ':';
            case 'c' -> c -> Character.isLetterOrDigit(c) || c == '_' || c == ':' || c == '-' || c == '.';
            case 'p' -> category();
            default -> single(escaped(letter));
        };
        boolean isClass = "DWSICP".indexOf(letter) >= 0;
        return isClass ? positive.negate() : positive;
    }

    private IntPredicate category() {
        int end = pattern.indexOf('}', at);
        if (next() != '{' || end < 0) {
            throw new Unreadable();
        }
        String name = pattern.substring(at, end);
        at = end + 1;
        return switch (name) {
            case "L" -> Character::isLetter;
            case "Lu" -> Character::isUpperCase;
            case "Ll" -> Character::isLowerCase;
            case "N", "Nd" -> Character::isDigit;
            case "IsBasicLatin" -> c -> c < 0x80;
            case "Z", "Zs" -> Character::isSpaceChar;
            case "P" -> c -> "_-.,:/@#!?".indexOf(c) >= 0;
            default -> throw new Unreadable();
        };
    }
}
