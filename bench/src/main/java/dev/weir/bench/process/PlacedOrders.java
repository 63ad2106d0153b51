package dev.weir.bench.process;

import dev.weir.bench.load.LoadDriver;
import dev.weir.bench.load.LoadPlan;
import dev.weir.bench.load.LoadRequest;
import dev.weir.bench.load.LoadResult;
import dev.weir.bench.load.ReplyCheck;
import dev.weir.bench.load.ServerCpu;
import dev.weir.bench.measure.MeasureException;
import dev.weir.bench.measure.Steadiness;
import dev.weir.bench.measure.SteadyState;
import dev.weir.bench.measure.Windows;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What an order costs that is placed over HTTP with the example of orders: a mediator that transforms it, a process that asks
 * another composite for the credit and replies, all of it durable and recorded. 64 clients, each with an order of its own of 5 KB.
 * For one thread.
 */
final class PlacedOrders implements AutoCloseable {
    /** The system property that names the folder of the examples. */
    static final String EXAMPLES = "weir.bench.examples";

    private static final int CLIENTS = 64;
    private static final String SERVICE = "/Orders/OrderService";
    private static final Map<String, String> HEADERS =
            Map.of("Content-Type", "text/xml; charset=utf-8", "SOAPAction", "\"\"");

    private final StartedServer server;
    private final ServerCpu cpu;
    private final LoadDriver driver;

    /**
     * @param cpuMs of the server for an order
     * @param perSecond orders
     * @param p99Ms that 99 of 100 took at most
     */
    record Figures(double cpuMs, double perSecond, double p99Ms, Steadiness steadiness) {}

    private PlacedOrders(StartedServer server, LoadDriver driver) {
        this.server = server;
        this.cpu = new ServerCpu(server.pid());
        this.driver = driver;
    }

    /** @param data a folder of its own */
    static PlacedOrders start(Path data) throws IOException, InterruptedException {
        String examples = System.getProperty(EXAMPLES);
        if (examples == null) {
            throw new MeasureException("the examples are not known: run it by ./weir bench");
        }
        Path orders = Path.of(examples, "orders");
        String order = Files.readString(orders.resolve("payloads/order-5k.xml"));
        StartedServer server = StartedServer.start(orders, data, "512m", SERVICE);
        try {
            URI address = server.endpoint();
            List<LoadRequest> requests = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                byte[] body = order.replaceAll("(OrderNumber>)[^<]*<", "$1PO-" + i + "<")
                        .getBytes(StandardCharsets.UTF_8);
                byte[] reply = reply(address, body);
                requests.add(LoadRequest.of("order " + i, address, HEADERS, body, () -> ReplyCheck.equalTo(reply)));
            }
            return new PlacedOrders(server, new LoadDriver(address, requests, LoadPlan.closedLoop(CLIENTS)));
        } catch (IOException | InterruptedException | MeasureException failed) {
            server.close();
            throw failed;
        }
    }

    /** What is right from then on. */
    private static byte[] reply(URI address, byte[] order) throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(address).POST(HttpRequest.BodyPublishers.ofByteArray(order));
        HEADERS.forEach(request::header);
        HttpResponse<byte[]> reply =
                HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        if (reply.statusCode() != 200) {
            throw new MeasureException("an order was answered by " + reply.statusCode() + ": "
                    + new String(reply.body(), StandardCharsets.UTF_8));
        }
        return reply.body();
    }

    /** Places orders until their cost is steady; the last windows count. */
    Figures measure(Windows windows) throws IOException {
        SteadyState<Figures> state = new SteadyState<>(windows);
        Steadiness unknown = new Steadiness(null, false);
        while (!state.isDone()) {
            Duration before = cpu.used();
            LoadResult load = driver.run(windows.ms());
            double used = cpu.used().minus(before).toNanos() / 1e6;
            if (load.errors() > 0) {
                throw new MeasureException(load.errors() + " orders failed; the first: " + load.firstError());
            }
            double cpuMs = used / load.count();
            // Nobody outside sees what the compilers of the server do: its cost says when they rest.
            state.add(cpuMs, 0, null, new Figures(cpuMs, load.perSecond(), load.millisAt(99), unknown));
        }
        List<Figures> counted = state.counted();
        return new Figures(
                mean(counted.stream().mapToDouble(Figures::cpuMs).toArray()),
                mean(counted.stream().mapToDouble(Figures::perSecond).toArray()),
                mean(counted.stream().mapToDouble(Figures::p99Ms).toArray()),
                state.steadiness());
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }

    @Override
    public void close() throws IOException {
        try (server) {
            driver.close();
        }
    }
}
