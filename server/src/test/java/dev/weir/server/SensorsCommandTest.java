package dev.weir.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.server.RunningWeir.CommandResult;
import dev.weir.server.admin.AdminRecords.InstanceView;
import dev.weir.store.FlowFilter;
import dev.weir.store.SensorValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Instances are found by what sensors of their composite have found, by the API and the command line, over restarts. */
@Tag("slow")
class SensorsCommandTest {
    private static final String SENSORS = """
            <sensors xmlns="http://xmlns.oracle.com/bpel/sensor" xmlns:ord="http://examples.weir.dev/orders/1.0">
              <sensor sensorName="OrderNumber" kind="service" target="undefined" filter="">
                <serviceConfig service="OrderService" operation="placeOrder"
                               expression="$in.payload/ord:PurchaseOrder/ord:Header/ord:OrderNumber"
                               outputDataType="string" outputNamespace="http://www.w3.org/2001/XMLSchema"/>
              </sensor>
              <sensor sensorName="Carrier" kind="service" target="undefined" filter="">
                <serviceConfig service="OrderService" operation="confirmShipping"
                               expression="$in.payload/ord:ShippingConfirmation/ord:Carrier"/>
              </sensor>
              <sensor sensorName="CreditFor" kind="reference" target="undefined" filter="">
                <referenceConfig reference="CreditService" operation="checkCredit"
                                 expression="local-name($in.payload/*)"/>
              </sensor>
            </sensors>
            """;

    @TempDir
    Path folder;

    private Path orders() throws Exception {
        Path example = RunningWeir.repository().resolve("examples/orders");
        Path copy = folder.resolve("orders");
        try (Stream<Path> files = Files.walk(example)) {
            for (Path file : files.toList()) {
                Path to = copy.resolve(example.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(to);
                } else {
                    Files.copy(file, to);
                }
            }
        }
        Files.writeString(copy.resolve("Orders/sensor.xml"), SENSORS);
        return copy;
    }

    @Test
    void anOrderIsFoundByItsNumberAndByWhatCameLater() throws Exception {
        try (RunningWeir weir = RunningWeir.run(folder, List.of(orders().toString()))) {
            SoapPost post = new SoapPost();
            for (String number : List.of("S-1001", "S-1002")) {
                assertEquals(
                        200,
                        post.send(weir.orderService(), SoapPost.SOAP_11, OrderMessages.place(number))
                                .statusCode());
            }
            List<InstanceView> both = instances(weir, "OrderNumber=S-100*");
            assertEquals(2, both.size());
            InstanceView first = instances(weir, "OrderNumber=S-1001").get(0);
            assertEquals(both.get(1), first);
            assertEquals(List.of(first), instances(weir, "OrderNumber=S-1001", "OrderNumber=S-*"));
            assertEquals(List.of(), instances(weir, "OrderNumber=S-1001", "OrderNumber=S-1002"));
            CommandResult refused = weir.command("instances", "--sensor", "OrderNumber");
            assertTrue(
                    refused.exitCode() != 0 && refused.output().contains("--sensor must be NAME=VALUE"),
                    refused.output());
            List<SensorValue> values = weir.admin().history(first.id()).sensors();
            assertTrue(values.contains(new SensorValue("OrderNumber", "S-1001")), values::toString);
            assertTrue(values.stream().anyMatch(each -> each.name().equals("CreditFor")), values::toString);

            CommandResult listed = weir.command("instances", "--sensor", "OrderNumber=S-1002");
            assertEquals(0, listed.exitCode(), listed.output());
            assertTrue(listed.output().startsWith(both.get(0).id() + " "), listed.output());
            assertEquals(1, listed.output().lines().count(), listed.output());
            CommandResult audit = weir.command("audit", Long.toString(first.id()));
            assertTrue(audit.output().contains("sensor OrderNumber = S-1001"), audit.output());

            weir.kill();
            weir.restart();
            assertEquals(both, instances(weir, "OrderNumber=S-100*"));

            CommandResult purged = weir.command("purge", "--sensor", "OrderNumber=S-1001");
            assertEquals(0, purged.exitCode(), purged.output());
            assertTrue(purged.output().contains("1 instance "), purged.output());
            assertEquals(List.of(both.get(0)), instances(weir, "OrderNumber=S-100*"));
            assertFalse(weir.command("audit", Long.toString(first.id())).exitCode() == 0);
        }
    }

    private static List<InstanceView> instances(RunningWeir weir, String... sensors) {
        return weir.admin()
                .instances(
                        FlowFilter.ALL.withSensors(
                                Stream.of(sensors).map(SensorValue::parse).collect(Collectors.toSet())),
                        null,
                        100)
                .instances();
    }
}
