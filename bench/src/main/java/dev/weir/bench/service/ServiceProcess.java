package dev.weir.bench.service;

import dev.weir.bench.measure.JvmProcess;
import dev.weir.bench.measure.MeasureException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parent's handle on a {@link ServiceServer}. For one thread. */
final class ServiceProcess implements AutoCloseable {
    private final ServiceStack stack;
    private final JvmProcess process;
    private final URI address;

    /** What the process has used so far. */
    record Usage(long cpuNanos, long allocatedBytes, long compilerNanos) {}

    private ServiceProcess(ServiceStack stack, JvmProcess process) {
        this.stack = stack;
        this.process = process;
        this.address = URI.create(given(process.answer()));
    }

    /** @param paths of the services that it publishes */
    static ServiceProcess start(ServiceStack stack, Collection<String> paths) {
        List<String> options = new ArrayList<>(List.of("-Xms512m", "-Xmx512m"));
        options.add("-Dsun.net.httpserver.nodelay=true"); // Metro's server would else wait for acknowledgements
        stack.properties().forEach((name, value) -> options.add("-D" + name + "=" + value));
        // What libraries log at their start is of no interest, and what fails is answered as a fault.
        List<String> arguments = new ArrayList<>(List.of(stack.id));
        arguments.addAll(paths);
        JvmProcess process = JvmProcess.start(options, ServiceServer.class, arguments, false);
        try {
            return new ServiceProcess(stack, process);
        } catch (MeasureException failed) {
            process.close();
            throw failed;
        }
    }

    /** Scheme, host and port. */
    URI address() {
        return address;
    }

    ProcessHandle handle() {
        return process.handle();
    }

    Usage usage() {
        String[] numbers = given(process.ask("")).split(" ");
        return new Usage(Long.parseLong(numbers[0]), Long.parseLong(numbers[1]), Long.parseLong(numbers[2]));
    }

    private String given(@Nullable String answer) {
        if (answer == null) {
            throw new MeasureException("the server of " + stack.id + " has ended: " + process.howItEnded());
        }
        return answer;
    }

    @Override
    public void close() {
        process.close();
    }
}
