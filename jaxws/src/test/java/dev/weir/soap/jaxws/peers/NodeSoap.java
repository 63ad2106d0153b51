package dev.weir.soap.jaxws.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Node with node-soap, which npm installs as {@code src/test/node/package-lock.json} says. */
public final class NodeSoap {
    private static final Path SCRIPTS = Path.of("src/test/node");

    private NodeSoap() {}

    /** Installs node-soap into a folder, with scripts beside it; skips the test, or fails it, where that cannot be. */
    public static void install(Path folder, String... scripts) throws Exception {
        for (String file : new String[] {"package.json", "package-lock.json"}) {
            Files.copy(SCRIPTS.resolve(file), folder.resolve(file));
        }
        for (String script : scripts) {
            Files.copy(SCRIPTS.resolve(script), folder.resolve(script));
        }
        try {
            Peers.Run npm = Peers.run(folder, 240, "npm", "ci", "--silent", "--ignore-scripts", "--no-audit");
            if (!Files.isDirectory(folder.resolve("node_modules/soap"))) {
                Peers.missing("npm has not installed node-soap: " + npm.output());
            }
        } catch (IOException e) {
            Peers.missing("there is no npm: " + e.getMessage());
        }
    }
}
