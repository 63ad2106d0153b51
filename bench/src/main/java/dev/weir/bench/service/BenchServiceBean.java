package dev.weir.bench.service;

import dev.weir.bench.bind.OrderEnvelope;
import dev.weir.bench.workload.PurchaseOrders;
import jakarta.jws.WebService;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** The service of all stacks. Thread-safe. */
@WebService(
        endpointInterface = "dev.weir.bench.service.BenchService",
        targetNamespace = BenchService.NAMESPACE,
        serviceName = "BenchService",
        portName = "BenchPort")
public class BenchServiceBean implements BenchService {
    /** Orders by their size; they are only read. */
    private final Map<Integer, OrderEnvelope.Order> orders = new ConcurrentHashMap<>();

    @Override
    public void echoVoid() {
        // The answer is all that is wanted.
    }

    @Override
    public List<String> echoStrings(List<String> texts) {
        return texts;
    }

    @Override
    public String receiveDoubles(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return values.length + " " + sum;
    }

    @Override
    public double[] sendDoubles(int count) {
        double[] values = new double[count];
        for (int i = 0; i < count; i++) {
            values[i] = Math.sqrt(i);
        }
        return values;
    }

    @Override
    public String receiveDoubleList(List<Double> values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return values.size() + " " + sum;
    }

    @Override
    public List<Double> sendDoubleList(int count) {
        List<Double> values = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            values.add(Math.sqrt(i));
        }
        return values;
    }

    @Override
    public String processOrder(OrderEnvelope.Order order) {
        BigDecimal sum = BigDecimal.ZERO;
        for (OrderEnvelope.Line line : order.lines) {
            OrderEnvelope.Money amount = Objects.requireNonNull(line.amount, "amount");
            sum = sum.add(Objects.requireNonNull(amount.value, "amount"));
        }
        OrderEnvelope.Header header = Objects.requireNonNull(order.header, "header");
        return header.orderNumber + " " + order.lines.size() + " " + sum;
    }

    @Override
    public OrderEnvelope.Order getOrder(int bytes) {
        return orders.computeIfAbsent(bytes, BenchServiceBean::order);
    }

    private static OrderEnvelope.Order order(int bytes) {
        try {
            ByteArrayOutputStream document = new ByteArrayOutputStream();
            PurchaseOrders.write(document, bytes);
            OrderEnvelope envelope = (OrderEnvelope) JAXBContext.newInstance(OrderEnvelope.class)
                    .createUnmarshaller()
                    .unmarshal(new ByteArrayInputStream(document.toByteArray()));
            return envelope.body.order;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (JAXBException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
