package dev.weir.bench.xml;

import dev.weir.bench.measure.Suite;
import dev.weir.bench.measure.Task;
import dev.weir.bench.measure.Workload;
import dev.weir.bench.workload.GeneratedDocuments;
import dev.weir.bench.workload.PurchaseOrders;
import dev.weir.xml.XmlReader;
import dev.weir.xml.fastinfoset.FastInfoset;
import dev.weir.xml.reader.XmlReaders;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;

/**
 * Fast Infoset beside the reference implementation, and beside XML text by Weir and by Aalto. Speed is relative to the size of
 * the document as text, whatever the form that is read or written, so that the figures compare; the size of each form is
 * a figure of its own. Readers of Fast Infoset all read what the reference wrote.
 */
public final class FastInfosetSuite implements Suite {
    private static final String WRITE = "write";
    private static final String EVENTS = "events";
    private static final String DOUBLES = "doubles";
    private static final String REFERENCE = "fastinfoset-ri";
    private static final String REFERENCE_AGAIN = "fastinfoset-ri-again";
    private static final String TEXT = "weir-text";
    private static final String AALTO = "aalto";
    private static final Set<String> SLOW = Set.of(
            "orders-50k", "events/orders-50k", "write/orders-50k", "text-500k", "events/text-500k", "write/text-500k");

    /** The factories of the peers, made by name. */
    private static final Map<String, String> INPUT = Map.of(
            REFERENCE, "com.sun.xml.fastinfoset.stax.factory.StAXInputFactory",
            AALTO, "com.fasterxml.aalto.stax.InputFactoryImpl");

    private static final Map<String, String> OUTPUT = Map.of(
            REFERENCE, "com.sun.xml.fastinfoset.stax.factory.StAXOutputFactory",
            AALTO, "com.fasterxml.aalto.stax.OutputFactoryImpl");

    @Override
    public String name() {
        return "fastinfoset";
    }

    @Override
    public String title() {
        return "Fast Infoset: every name, attribute and text of a document is asked for, or its events only; or it is written";
    }

    @Override
    public List<Workload> workloads(boolean quick) {
        List<Workload> all = new ArrayList<>();
        add(all, "small-1k", out -> PurchaseOrders.write(out, 1_000));
        add(all, "orders-5k", out -> PurchaseOrders.write(out, 5_000));
        add(all, "orders-50k", out -> PurchaseOrders.write(out, 50_000));
        add(all, "orders-500k", out -> PurchaseOrders.write(out, 500_000));
        add(all, "records-500k", out -> GeneratedDocuments.records(out, 2_500));
        add(all, "doubles-5000", out -> GeneratedDocuments.doubles(out, 5_000));
        add(all, "attributes-500k", out -> GeneratedDocuments.attributes(out, 500_000));
        add(all, "text-500k", out -> GeneratedDocuments.text(out, 500_000));
        List<Workload> documents = List.copyOf(all);
        for (String group : List.of(EVENTS, WRITE)) {
            for (Workload read : documents) {
                all.add(new Workload(
                        group + "/" + read.name(), group, read.document(), read.generator(), "document", 1, false));
            }
        }
        all.add(new Workload(
                "data/doubles-5000",
                DOUBLES,
                "doubles-5000",
                out -> GeneratedDocuments.doubles(out, 5_000),
                "document",
                1,
                false));
        if (quick) {
            all.removeIf(workload -> SLOW.contains(workload.name()));
        }
        return all;
    }

    private static void add(List<Workload> all, String name, Workload.Generator generator) {
        all.add(new Workload(name, "read", name, generator, "document", 1, false));
    }

    @Override
    public List<String> stacks(Workload workload) {
        return workload.group().equals(DOUBLES)
                ? List.of("weir", REFERENCE, TEXT, AALTO)
                : List.of("weir", REFERENCE, REFERENCE_AGAIN, TEXT, AALTO);
    }

    @Override
    public List<String> rivals(String stack) {
        return stack.equals("weir") ? List.of(REFERENCE, REFERENCE_AGAIN, TEXT, AALTO) : List.of();
    }

    @Override
    public Task open(String stack, Workload workload, Path document) throws Exception {
        byte[] text = Files.readAllBytes(document);
        RecordedCalls.Call[] calls;
        try (XmlReader reader = XmlReaders.open(text)) {
            calls = RecordedCalls.of(reader);
        }
        return switch (workload.group()) {
            case WRITE -> writing(stack, calls);
            case DOUBLES -> doubles(stack, text, calls);
            default -> reading(stack, text, calls, workload.group().equals(EVENTS));
        };
    }

    private static Task writing(String stack, RecordedCalls.Call[] calls) throws ReflectiveOperationException {
        return switch (stack) {
            case "weir" -> WriteTask.fastInfosetByWeir(calls);
            case TEXT -> WriteTask.byWeir(calls);
            case REFERENCE_AGAIN -> WriteTask.byStax(calls, ReusedReferenceParsers.serializer());
            default -> WriteTask.byStax(calls, make(XMLOutputFactory.class, OUTPUT, stack));
        };
    }

    /** @param events whether nothing is asked for */
    private static Task reading(String stack, byte[] text, RecordedCalls.Call[] calls, boolean events)
            throws Exception {
        byte[] octets = WriteTask.byStax(calls, make(XMLOutputFactory.class, OUTPUT, REFERENCE))
                .document();
        if (stack.equals("weir") || stack.equals(TEXT)) {
            CursorReadTask.Source source =
                    stack.equals(TEXT) ? () -> XmlReaders.open(text) : () -> FastInfoset.reader(octets);
            return events ? EventCountTask.byCursor(source) : new CursorReadTask(source);
        }
        StaxReadTask.Source source = () -> new ByteArrayInputStream(stack.equals(AALTO) ? text : octets);
        StaxReadTask.Cursor cursor = cursor(stack);
        return events ? EventCountTask.byStax(cursor, source) : new StaxReadTask(cursor, source);
    }

    private static StaxReadTask.Cursor cursor(String stack) throws ReflectiveOperationException {
        if (stack.equals(REFERENCE_AGAIN)) {
            return ReusedReferenceParsers.parser();
        }
        XMLInputFactory factory = make(XMLInputFactory.class, INPUT, stack);
        return factory::createXMLStreamReader;
    }

    /** The items as numbers: in a fast infoset each is data of the algorithm for doubles. */
    private static Task doubles(String stack, byte[] text, RecordedCalls.Call[] calls) throws Exception {
        byte[] octets = WriteTask.withDoubles(calls, DoubleReadTask.ITEM).document();
        return switch (stack) {
            case "weir" -> DoubleReadTask.byCursor(() -> FastInfoset.reader(octets));
            case TEXT -> DoubleReadTask.byCursor(() -> XmlReaders.open(text));
            case REFERENCE ->
                DoubleReadTask.byStax(
                        make(XMLInputFactory.class, INPUT, stack), () -> new ByteArrayInputStream(octets));
            default ->
                DoubleReadTask.byStax(make(XMLInputFactory.class, INPUT, stack), () -> new ByteArrayInputStream(text));
        };
    }

    private static <T> T make(Class<T> type, Map<String, String> classes, String stack)
            throws ReflectiveOperationException {
        String name = classes.get(stack);
        if (name == null) {
            throw new IllegalArgumentException("there is no stack " + stack);
        }
        return Class.forName(name).asSubclass(type).getConstructor().newInstance();
    }
}
