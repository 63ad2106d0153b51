package dev.weir.server.command;

import dev.weir.server.deploy.ServerSettings;
import dev.weir.server.deploy.WeirServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Starts a server and ends: the start script records the classes that it took. */
@Command(name = "warm-up", hidden = true)
final class WarmUpCommand implements Callable<Integer> {
    @Parameters
    private List<Path> composites = List.of();

    @Override
    public Integer call() throws IOException {
        Path data = Files.createTempDirectory("weir");
        try {
            WeirServer.start(new ServerSettings(
                            composites, "127.0.0.1", 0, data, Map.of(), Duration.ofSeconds(45), 64 * 1024 * 1024))
                    .close();
        } finally {
            try (Stream<Path> files = Files.walk(data)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        return 0;
    }
}
