package dev.weir.it.program;

/** What an application does with all of them. */
public final class UseAll {
    private UseAll() {}

    public static void main(String[] arguments) throws Exception {
        UseXml.main(arguments);
        UseParsers.main(arguments);
        UseBind.main(arguments);
        UseFastInfoset.main(arguments);
        UseFastInfosetByStax.main(arguments);
    }
}
