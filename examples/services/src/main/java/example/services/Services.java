package example.services;

import jakarta.xml.ws.Endpoint;
import java.util.LinkedHashMap;
import java.util.Map;

/** Publishes all services of this example at one port. */
public final class Services {
    private Services() {}

    /** By the path that each is published at. */
    public static Map<String, Object> all() {
        Map<String, Object> services = new LinkedHashMap<>();
        services.put("soap-bench", new SoapBench());
        services.put("wstest", new WsTest());
        services.put("sushi-boats", new SoaKit.SushiBoats());
        services.put("tv-dinner", new SoaKit.TVDinner());
        services.put("the-buffet", new SoaKit.TheBuffet());
        services.put("the-buffet-binding", new SoaKit.TheBuffetBinding());
        return services;
    }

    /** Serves until the process is ended; the argument is the port. */
    public static void main(String[] arguments) throws InterruptedException {
        String root = "http://127.0.0.1:" + (arguments.length == 0 ? "8080" : arguments[0]) + "/";
        all().forEach((path, service) -> Endpoint.publish(root + path, service));
        System.out.println("ready: " + root);
        Thread.currentThread().join();
    }
}
