package dev.weir.wsdl2java;

import dev.weir.wsdl.NamedDocuments;
import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.WsdlException;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import javax.lang.model.SourceVersion;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The command line. Weir reads the WSDL with all that it imports, and reports what is wrong there; wsimport gets those
 * documents and makes the classes. The options have the names that wsimport and CXF's wsdl2java give them.
 */
@Command(
        name = "weir wsdl2java",
        description = "Makes the sources of Java classes from a WSDL 1.1: service interface, beans, exceptions, and the"
                + " service class of clients.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class Wsdl2Java implements Callable<Integer> {
    private static final Pattern WEB = Pattern.compile("(?i)https?://.*");

    @Parameters(index = "0", paramLabel = "WSDL", description = "a file, or an address of http or https")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String wsdl;

    @Option(
            names = "-d",
            paramLabel = "DIR",
            description = "where the sources go, made if it is not there; default: this directory")
    private Path folder = Path.of(".");

    @Option(
            names = "-p",
            paramLabel = "PACKAGE",
            description = "the package of all classes; default: one for each namespace, named after it")
    private @Nullable String packageName;

    @Option(
            names = {"-wsdllocation", "-wsdlLocation"},
            paramLabel = "LOCATION",
            description = "what the service class names as its WSDL; default: the address of WSDL itself")
    private @Nullable String location;

    @Option(names = "-b", paramLabel = "FILE", description = "a file of bindings, of JAX-WS or JAXB; may be repeated")
    private List<Path> bindings = List.of();

    @Option(
            names = "-extension",
            description =
                    "take extensions too that the specification does not have, such as SOAP 1.2 bindings of vendors")
    private boolean extension;

    @Option(
            names = "--allow-fetch",
            paramLabel = "HOST",
            description =
                    "fetch documents from there too that the WSDL imports, HOST or HOST:PORT; without it, only from"
                            + " the WSDL's own host; may be repeated")
    private Set<String> hosts = Set.of();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (packageName != null && !SourceVersion.isName(packageName)) {
            throw new ParameterException(spec.commandLine(), "-p must be the name of a package: " + packageName);
        }
        PrintWriter err = spec.commandLine().getErr();
        SourceMaker maker = new SourceMaker(folder, packageName, location, bindings, extension);
        SourceMaker.Outcome outcome;
        try {
            URI root = WEB.matcher(wsdl).matches()
                    ? URI.create(wsdl)
                    : Path.of(wsdl).toAbsolutePath().normalize().toUri();
            Files.createDirectories(folder);
            outcome = maker.make(Wsdl.read(root, new NamedDocuments(root, hosts, "--allow-fetch ")));
        } catch (WsdlException | IllegalArgumentException refused) {
            err.println("weir: " + refused.getMessage());
            return 1;
        } catch (IOException failed) {
            err.println("weir: cannot write to " + folder + ": " + failed);
            return 1;
        }
        outcome.remarks().forEach(remark -> err.println("weir: " + remark));
        if (!outcome.made()) {
            return 1;
        }
        spec.commandLine().getOut().println(outcome.files() + " source files in " + folder);
        return 0;
    }
}
