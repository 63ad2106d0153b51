package dev.weir.bench.engines;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The process of one engine, {@code EngineMain NAME FOLDER OPEN}, where so many instances are open at a time. It says
 * {@code ready}; answers each line {@code WORK MILLIS} on its standard input by {@code ended INSTANCES NANOS CPU_NANOS};
 * and stops its database when its input ends, or its parent does. In the place of each of its lines there can be one that begins with
 * {@code failed} and says why.
 */
public final class EngineMain {
    private EngineMain() {}

    public static void main(String[] args) throws IOException {
        ParentWatch.start();
        // What libraries print must not come between the answers.
        PrintStream answers = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        System.setOut(System.err);
        int code = 0;
        int open = Integer.parseInt(args[2]);
        try (Database database = Database.start(Path.of(args[1]), open);
                Engine engine = EngineKind.of(args[0]).start(database);
                RunningEngine running = new RunningEngine(engine, database::cpuNanos, open)) {
            answers.println("ready");
            BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = commands.readLine(); line != null; line = commands.readLine()) {
                answers.println(answer(running, line.split(" ")));
            }
        } catch (Exception failed) {
            answers.println(reason(failed));
            code = 1;
        }
        // Threads of an engine may not be daemons.
        System.exit(code);
    }

    private static String answer(RunningEngine engine, String[] command) {
        try {
            RunningEngine.Measured measured = engine.run(Work.of(command[0]), Long.parseLong(command[1]));
            return "ended " + measured.instances() + " " + measured.nanos() + " " + measured.cpuNanos();
        } catch (Exception failed) {
            return reason(failed);
        }
    }

    private static String reason(Exception failed) {
        failed.printStackTrace();
        return "failed " + String.valueOf(failed).replaceAll("\\s+", " ");
    }
}
