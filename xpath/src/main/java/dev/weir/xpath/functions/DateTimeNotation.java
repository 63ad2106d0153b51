package dev.weir.xpath.functions;

import java.time.ZoneOffset;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a component of a {@link DateTimePicture} is written: the presentation modifiers of XSLT 2.0, section 16.5.1.
 *
 * @param form a form of {@link #FORMS}
 * @param ordinal whether numbers are ordinal
 * @param zeroAsZ whether an offset of zero is {@code Z} (XPath Functions 3.1, section 9.8.4.6)
 */
record DateTimeNotation(String form, boolean ordinal, boolean zeroAsZ) {
    /** Digits, of time zones also with a colon; names, words, Roman numbers and letters. */
    private static final Pattern FORMS = Pattern.compile("[0-9]{1,9}|[0-9]{1,2}:[0-9]{2}|N|n|Nn|W|w|Ww|I|i|A|a");

    private static final Pattern MODIFIERS = Pattern.compile("(.*?)([otc]?)");

    private static final int[] ROMAN_VALUES = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
    private static final String[] ROMAN = {"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"};
    private static final int MOST_ROMAN = 3999;

    private static final String[] ONES = {
        "Zero",
        "One",
        "Two",
        "Three",
        "Four",
        "Five",
        "Six",
        "Seven",
        "Eight",
        "Nine",
        "Ten",
        "Eleven",
        "Twelve",
        "Thirteen",
        "Fourteen",
        "Fifteen",
        "Sixteen",
        "Seventeen",
        "Eighteen",
        "Nineteen"
    };
    private static final String[] TENS = {
        "", "", "Twenty", "Thirty", "Forty", "Fifty", "Sixty", "Seventy", "Eighty", "Ninety"
    };

    /** That of a component; its default where the modifiers are not known, or not for this component. */
    static DateTimeNotation of(char component, String modifiers) {
        Matcher parts = MODIFIERS.matcher(modifiers);
        if (parts.matches()) {
            String form = parts.group(1).isEmpty() ? byDefault(component) : parts.group(1);
            String second = parts.group(2);
            if (FORMS.matcher(form).matches() && isFor(component, form)) {
                return new DateTimeNotation(form, second.equals("o"), second.equals("t"));
            }
        }
        return new DateTimeNotation(byDefault(component), false, false);
    }

    private static String byDefault(char component) {
        return switch (component) {
            case 'F', 'P', 'C', 'E' -> "n";
            case 'm', 's' -> "01";
            case 'Z', 'z' -> "00:00";
            default -> "1";
        };
    }

    private static boolean isFor(char component, String form) {
        boolean named = isName(form);
        boolean digits = isDigits(form);
        return switch (component) {
            case 'M', 'F' -> form.indexOf(':') < 0;
            case 'P', 'C', 'E' -> named;
            case 'f' -> digits;
            case 'Z', 'z' -> digits && form.length() <= 4 || form.indexOf(':') >= 0;
            default -> !named && form.indexOf(':') < 0;
        };
    }

    private static boolean isName(String form) {
        return form.equals("N") || form.equals("n") || form.equals("Nn");
    }

    private static boolean isDigits(String form) {
        return Character.isDigit(form.charAt(0)) && form.indexOf(':') < 0;
    }

    boolean isName() {
        return isName(form);
    }

    boolean isDecimal() {
        return isDigits(form);
    }

    /** How many digits the form has; 0 where it is of another kind. */
    int digits() {
        return isDigits(form) ? form.length() : 0;
    }

    /** A number from 0 on; of digits, with at least so many. */
    String number(int value, int least) {
        switch (form) {
            case "W", "w", "Ww" -> {
                String words = words(value);
                return cased(ordinal ? ordinal(words) : words);
            }
            case "I", "i" -> {
                if (value > 0 && value <= MOST_ROMAN) {
                    return cased(roman(value));
                }
            }
            case "A", "a" -> {
                if (value > 0) {
                    return cased(letters(value));
                }
            }
            default -> {}
        }
        String digits = Integer.toString(value);
        return "0".repeat(Math.max(0, least - digits.length())) + digits + (ordinal ? suffix(value) : "");
    }

    /** A name or word in the letters of the form. */
    String cased(String name) {
        return switch (form) {
            case "N", "W", "I", "A" -> name.toUpperCase(Locale.ENGLISH);
            case "n", "w", "i", "a" -> name.toLowerCase(Locale.ENGLISH);
            default -> name;
        };
    }

    String offset(ZoneOffset offset) {
        int seconds = offset.getTotalSeconds();
        if (seconds == 0 && zeroAsZ) {
            return "Z";
        }
        int minutes = Math.abs(seconds) / 60;
        boolean colon = form.indexOf(':') >= 0;
        int hourDigits = colon ? form.indexOf(':') : form.length() > 2 ? form.length() - 2 : form.length();
        String hours = String.format(Locale.ROOT, "%0" + hourDigits + "d", minutes / 60);
        String rest = String.format(Locale.ROOT, "%02d", minutes % 60);
        String sign = seconds < 0 ? "-" : "+";
        if (colon || form.length() > 2) {
            return sign + hours + (colon ? ":" : "") + rest;
        }
        return sign + hours + (minutes % 60 == 0 ? "" : ":" + rest);
    }

    private static String suffix(int value) {
        if (value / 10 % 10 == 1) {
            return "th";
        }
        return switch (value % 10) {
            case 1 -> "st";
            case 2 -> "nd";
            case 3 -> "rd";
            default -> "th";
        };
    }

    private static String words(int value) {
        if (value < 20) {
            return ONES[value];
        }
        if (value < 100) {
            return TENS[value / 10] + (value % 10 == 0 ? "" : "-" + ONES[value % 10]);
        }
        boolean thousands = value >= 1000;
        int unit = thousands ? 1000 : 100;
        String head = words(value / unit) + (thousands ? " Thousand" : " Hundred");
        return value % unit == 0 ? head : head + " " + words(value % unit);
    }

    /** The last word of a number as an ordinal: Twenty-Six is Twenty-Sixth. */
    private static String ordinal(String words) {
        int last = Math.max(words.lastIndexOf(' '), words.lastIndexOf('-')) + 1;
        String word = words.substring(last);
        return words.substring(0, last)
                + switch (word) {
                    case "One" -> "First";
                    case "Two" -> "Second";
                    case "Three" -> "Third";
                    case "Five" -> "Fifth";
                    case "Eight" -> "Eighth";
                    case "Nine" -> "Ninth";
                    case "Twelve" -> "Twelfth";
                    default -> word.endsWith("y") ? word.substring(0, word.length() - 1) + "ieth" : word + "th";
                };
    }

    private static String roman(int value) {
        StringBuilder roman = new StringBuilder();
        int rest = value;
        for (int i = 0; i < ROMAN.length; i++) {
            while (rest >= ROMAN_VALUES[i]) {
                roman.append(ROMAN[i]);
                rest -= ROMAN_VALUES[i];
            }
        }
        return roman.toString();
    }

    /** A, B, …, Z, AA, AB, … */
    private static String letters(int value) {
        StringBuilder letters = new StringBuilder();
        for (int rest = value; rest > 0; rest = (rest - 1) / 26) {
            letters.insert(0, (char) ('A' + (rest - 1) % 26));
        }
        return letters.toString();
    }
}
