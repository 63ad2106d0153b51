package dev.weir.server.command;

import dev.weir.composite.assembly.Archive;
import dev.weir.composite.assembly.AssemblyException;
import dev.weir.composite.assembly.ConfigurationPlan;
import dev.weir.server.admin.AdminRecords.CompositeView;
import dev.weir.server.admin.CompositeControl;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir deploy}. */
@Command(
        name = "deploy",
        description =
                "Deploys a composite on a running server, which keeps it. The server's own --mds, --allow-fetch and"
                        + " --lenient apply.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class DeployCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin
    private final ServerOption server = new ServerOption();

    @Parameters(paramLabel = "DIR|SAR", description = "a composite's folder, or a SAR")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path composite;

    @Option(names = "--partition", paramLabel = "NAME", description = "default: ${DEFAULT-VALUE}")
    private String partition = "default";

    @Option(names = "--overwrite", description = "take the place of the same revision, if it is deployed")
    private boolean overwrite;

    @Option(names = "--keep-default", description = "leave the default revision as it is")
    private boolean keepDefault;

    @Option(names = "--plan", paramLabel = "FILE", description = "a configuration plan (SOAConfigPlan) to apply before")
    private @Nullable Path plan;

    @Override
    public Integer call() {
        CompositeView deployed =
                server.client().deploy(sar(), new CompositeControl.Upload(partition, overwrite, !keepDefault));
        PrintWriter out = spec.commandLine().getOut();
        out.println("deployed  " + deployed.name() + (deployed.defaultRevision() ? ", the default revision" : ""));
        deployed.endpoints().forEach(endpoint -> out.println("endpoint  " + endpoint));
        deployed.unavailable().forEach(part -> out.println("missing   " + part));
        deployed.warnings().forEach(warning -> out.println("warning   " + warning));
        out.flush();
        return 0;
    }

    private Map<String, byte[]> changes(Archive archive, Path planFile) throws IOException {
        ConfigurationPlan read = ConfigurationPlan.read(planFile.toString(), Files.readAllBytes(planFile));
        Map<String, byte[]> changed = read.apply(archive);
        PrintWriter out = spec.commandLine().getOut();
        read.warnings().forEach(warning -> out.println("warning   " + warning));
        return changed;
    }

    private byte[] sar() {
        try {
            if (plan == null && Files.isRegularFile(composite)) {
                return Files.readAllBytes(composite);
            }
            Archive archive = Archive.open(composite);
            return archive.toSar(plan == null ? Map.of() : changes(archive, plan));
        } catch (AssemblyException | UncheckedIOException e) {
            throw new CommandException(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw new CommandException("cannot read " + e.getMessage());
        }
    }
}
