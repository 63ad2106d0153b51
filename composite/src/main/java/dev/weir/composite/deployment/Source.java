package dev.weir.composite.deployment;

/** Where the files of a deployed revision come from, by which it is known who deploys it again at the next start. */
public sealed interface Source {
    /** The program that runs the composites deploys it, and will again: nothing of it is kept. */
    record Embedded() implements Source {}

    /**
     * The server is given it at each start.
     *
     * @param place its folder or archive, for people
     * @param changed whether a command has changed its state, or made it the default revision, so that the next start
     *     does not go by its composite.xml
     */
    record Given(String place, boolean changed) implements Source {}

    /**
     * It was deployed while the server ran, which keeps it.
     *
     * @param file the name of its archive in the data folder
     */
    record Kept(String file) implements Source {}
}
