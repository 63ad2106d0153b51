package dev.weir.bench.report;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The colours of stacks, the same on every page: Weir's are warm, each peer has a cool hue of its own. What a stack is
 * called before its last hyphens is its family, {@code cxf} of {@code cxf-fastinfoset}: its variants are lighter or
 * darker, and dashed. Bounds that are no stacks are grey.
 */
final class Palette {
    private static final int WEIR = 14;
    private static final int COOLEST = 90;
    private static final int COOL_HUES = 250;
    private static final int STEP = 22;
    private static final String LIMIT = "limit:";

    private static final Map<String, Integer> HUES = Map.ofEntries(
            Map.entry("weir", WEIR),
            Map.entry("woodstox", 95),
            Map.entry("dbos", 125),
            Map.entry("moxy", 150),
            Map.entry("metro", 172),
            Map.entry("aalto", 190),
            Map.entry("operaton", 205),
            Map.entry("cxf", 215),
            Map.entry("jaxb-ri", 225),
            Map.entry("fastinfoset-ri", 235),
            Map.entry("sjsxp", 250),
            Map.entry("flowable", 265),
            Map.entry("xerces", 285),
            Map.entry("jackson", 310),
            Map.entry("jetty", 330));

    /** The lightness of each number of a variant, in percent, on a light page and on a dark one. */
    private static final int[] LIGHT = {42, 56, 30, 64};

    private static final int[] DARK = {60, 78, 45, 87};

    /** The number of a variant, by what follows the family's name. */
    private static final Map<String, Integer> VARIANTS = Map.ofEntries(
            Map.entry("", 0),
            Map.entry("-whole", 0),
            Map.entry("-records", 1),
            Map.entry("-stax", 1),
            Map.entry("-nonblocking", 1),
            Map.entry("-text", 1),
            Map.entry("-woodstox", 1),
            Map.entry("-weir", 1),
            Map.entry("-again", 1),
            Map.entry("-cursor", 2),
            Map.entry("-sax", 2),
            Map.entry("-fastinfoset", 2),
            Map.entry("-aalto", 2));

    private static final int OTHER_VARIANT = 3;

    /**
     * How a stack is drawn.
     *
     * @param light the colour on a light page
     * @param dark the colour on a dark page
     * @param dashed whether it is a variant of another stack
     */
    @JsonPropertyOrder({"light", "dark", "dashed"})
    record Colour(String light, String dark, boolean dashed) {}

    private Palette() {}

    /** The colours of all stacks of a page, in their order. */
    static Map<String, Colour> of(Collection<String> stacks) {
        Map<String, Integer> hues = new LinkedHashMap<>();
        Map<String, Colour> colours = new LinkedHashMap<>();
        for (String stack : stacks) {
            String family = family(stack);
            int hue = hues.computeIfAbsent(family, first -> hue(first, new HashSet<>(hues.values())));
            int variant = VARIANTS.getOrDefault(stack.substring(family.length()), OTHER_VARIANT);
            colours.put(stack, colour(hue, saturation(family), variant));
        }
        return colours;
    }

    /** Whether it is a bound, which is no stack. */
    static boolean isLimit(String stack) {
        return stack.startsWith(LIMIT);
    }

    private static int saturation(String family) {
        return isLimit(family) ? 0 : family.equals("weir") ? 70 : 52;
    }

    private static Colour colour(int hue, int saturation, int variant) {
        int hueOfVariant = hue == WEIR ? hue + variant * 9 : hue;
        return new Colour(
                hsl(hueOfVariant, saturation, LIGHT[variant]),
                hsl(hueOfVariant, saturation, DARK[variant]),
                variant > 0);
    }

    private static String hsl(int hue, int saturation, int lightness) {
        double chroma = saturation / 100d * Math.min(lightness / 100d, 1 - lightness / 100d);
        int rgb = 0;
        for (int offset : new int[] {0, 8, 4}) {
            double at = (offset + hue / 30d) % 12;
            double share = lightness / 100d - chroma * Math.max(-1, Math.min(Math.min(at - 3, 9 - at), 1));
            rgb = rgb << 8 | (int) Math.round(255 * share);
        }
        return String.format(Locale.ROOT, "#%06x", rgb);
    }

    private static String family(String stack) {
        for (String name = stack; !name.isEmpty(); name = name.substring(0, Math.max(0, name.lastIndexOf('-')))) {
            if (HUES.containsKey(name)) {
                return name;
            }
        }
        return stack;
    }

    /** That of a stack that is not listed depends on its name, and on those before it where they would be alike. */
    private static int hue(String family, Set<Integer> taken) {
        Integer listed = HUES.get(family);
        if (listed != null || isLimit(family)) {
            return listed == null ? 0 : listed;
        }
        int hue = Math.floorMod(family.hashCode(), COOL_HUES);
        for (int tries = 0; tries < COOL_HUES / STEP && isTaken(COOLEST + hue, taken); tries++) {
            hue = (hue + STEP) % COOL_HUES;
        }
        return COOLEST + hue;
    }

    private static boolean isTaken(int hue, Set<Integer> taken) {
        return taken.stream().anyMatch(other -> Math.abs(other - hue) < STEP / 2);
    }
}
