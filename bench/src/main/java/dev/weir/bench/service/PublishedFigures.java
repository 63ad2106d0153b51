package dev.weir.bench.service;

import dev.weir.bench.measure.Published;
import dev.weir.bench.measure.Published.Figures;
import dev.weir.bench.measure.Published.Line;
import dev.weir.bench.measure.Published.Value;
import java.util.List;

/** What others have published about the experiments of the suites that ask services. */
final class PublishedFigures {
    private static final String PER_CPU_SECOND = "requests per second of CPU";
    private static final String FACTOR = "×";

    private PublishedFigures() {}

    static List<Published> uuid() {
        return List.of(new Published(
                "Tatu Saloranta, StaxMate based web service, Results, Part 2 (1 January 2007)",
                "A servlet that reads and writes by StaxMate, on Jetty, on a computer that was old then; the client on another one. "
                        + "UUIDs by time where nothing else is said; here they are random. Published are requests per second "
                        + "of a server that was busy; here, what a second of the server's CPU time is enough for.",
                List.of("weir", "jetty", "cxf"),
                List.of(
                        rate("one random UUID, 10 agents", "2,380/s", "random-1/keep-alive-10"),
                        rate("one UUID, 1 agent", "1,750/s", "random-1/keep-alive-1"),
                        rate("one UUID, 4 agents", "2,950/s", "random-1/keep-alive-4"),
                        rate("one UUID, 20 agents", "2,300/s", "random-1/keep-alive-20"),
                        rate("one UUID, 50 agents", "1,500/s", "random-1/keep-alive-50"),
                        rate("one UUID, 100 agents", "1,400/s", "random-1/keep-alive-100"),
                        rate("10 UUIDs, 10 agents", "2,250/s", "random-10/keep-alive-10"),
                        rate("100 UUIDs, 10 agents", "800/s", "random-100/keep-alive-10"),
                        new Line(
                                "a lasting connection against one for each request, one UUID (published for 4 agents, here 10)",
                                "3.2 ×",
                                FACTOR,
                                (run, stack) -> cpu(run, "random-1/close-10", stack)
                                        / cpu(run, "random-1/keep-alive-10", stack)),
                        new Line(
                                "a GET against a POST (published for one UUID, here ten)",
                                "1.04 ×",
                                FACTOR,
                                (run, stack) -> cpu(run, "post-10/keep-alive-10", stack)
                                        / cpu(run, "random-10/keep-alive-10", stack)))));
    }

    private static Line rate(String what, String figure, String workload) {
        return new Line(what, figure, PER_CPU_SECOND, (run, stack) -> 1_000 / cpu(run, workload, stack));
    }

    private static double cpu(Figures run, String workload, String stack) {
        return run.median(workload, stack, "cpu");
    }

    static List<Published> mtom() {
        return List.of(new Published(
                "Mayank Mishra, Mtom attachment Performance, the mailing list of CXF's users (14 November 2008)",
                "CXF 2.0.7, bytes sent and received back, 32 KB to 12 MB. The machine is not named.",
                List.of("weir", "cxf", "metro"),
                List.of(
                        smaller("a message by MTOM is smaller than in base64, by", "32k"),
                        smaller("the same, 12 MB", "12m"),
                        new Line(
                                "to find the end of a part of 12 MB; here, CPU time of the whole exchange",
                                "1,250 ms; 250 ms by a changed CXF",
                                "ms",
                                (run, stack) -> cpu(run, "echoBytes/mtom-12m", stack)))));
    }

    private static Line smaller(String what, String size) {
        return new Line(
                what,
                "around 30 %",
                "%",
                (run, stack) -> 100
                        * (1
                                - run.median("echoBytes/mtom-" + size, stack, "wire")
                                        / run.median("echoBytes/base64-" + size, stack, "wire")));
    }

    static List<Published> soapBench() {
        return List.of(new Published(
                "Archit Shah, Axis memory usage and performance, the mailing list of Axis's developers (12 November 2004)",
                "receiveDoubles of soap_bench with 5,000 numbers on Axis 1, seen by a profiler of the heap. Here, bytes that the server's "
                        + "threads allocate for each further element, from 10 to 1,000; eight of them are the number itself.",
                List.of("weir", "cxf", "metro"),
                List.of(new Line(
                        "allocated for an element of the array",
                        "about 40 objects",
                        "bytes",
                        (run, stack) -> (run.median("receiveDoubles-1000", stack, "alloc")
                                        - run.median("receiveDoubles-10", stack, "alloc"))
                                / 990))));
    }

    static List<Published> soaKit() {
        Value gain = (run, stack) -> mean(run, stack, stack + "-fastinfoset");
        return List.of(new Published(
                "Sun Microsystems, Java Web Services Performance Analysis and Benefits of Fast Infoset (October 2005)",
                "Java System Application Server 8.1 on two processors, services as EJBs, the modules of the SOA Kit. Here, how many times less CPU "
                        + "time a request takes in Fast Infoset: the geometric mean over all workloads.",
                List.of("weir", "cxf", "metro"),
                List.of(new Line("Fast Infoset against text", "two to four times", FACTOR, gain))));
    }

    private static double mean(Figures run, String text, String binary) {
        double[] gains = run.workloads().stream()
                .mapToDouble(workload -> cpu(run, workload, text) / cpu(run, workload, binary))
                .toArray();
        double logarithms = 0;
        for (double gain : gains) {
            logarithms += Math.log(gain);
        }
        return gains.length == 0 ? Double.NaN : Math.exp(logarithms / gains.length);
    }
}
