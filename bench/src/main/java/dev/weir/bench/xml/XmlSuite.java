package dev.weir.bench.xml;

import dev.weir.bench.measure.Suite;
import dev.weir.bench.measure.Task;
import dev.weir.bench.measure.Workload;
import dev.weir.bench.workload.GeneratedDocuments;
import dev.weir.bench.workload.PurchaseOrders;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlReader;
import dev.weir.xml.reader.XmlReaders;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;

/**
 * Parsers and writers of XML text. Documents lie in memory: Weir's cursor takes the array, the others a stream over it,
 * as their users do. The persons, which are the experiment that this began with, and whatever a smallest heap is looked
 * for with, are read from their file instead, by all. Peers have their default settings, with namespaces.
 */
public final class XmlSuite implements Suite {
    private static final long MEGABYTE = 1_000_000;
    private static final String WRITE = "write";
    private static final String PERSONS = "persons";

    private static final Set<String> QUICK = Set.of(
            "small-1k",
            "orders-5k",
            "orders-500k",
            "records-500k",
            "doubles-5000",
            "attributes-500k",
            "text-500k",
            "european-500k",
            "persons-1000",
            "persons-10000",
            "write/orders-5k",
            "write/orders-500k",
            "write/doubles-5000",
            "write/attributes-500k",
            "write/text-500k",
            "write/european-500k");

    /** Reads the file and does nothing: how much heap a JVM needs for just that. */
    private static final String JVM_LIMIT = "limit:jvm";

    /** Each stack with the factory that it needs; empty for none. In the order of reports. */
    private static final List<Map.Entry<String, String>> STACKS = List.of(
            Map.entry("weir", ""),
            Map.entry("weir-stax", "dev.weir.xml.stax.WeirInputFactory"),
            Map.entry("weir-sax", "dev.weir.xml.sax.WeirSaxParserFactory"),
            Map.entry("aalto", "com.fasterxml.aalto.stax.InputFactoryImpl"),
            Map.entry("aalto-sax", "com.fasterxml.aalto.sax.SAXParserFactoryImpl"),
            Map.entry("woodstox", "com.ctc.wstx.stax.WstxInputFactory"),
            Map.entry("woodstox-sax", "com.ctc.wstx.sax.WstxSAXParserFactory"),
            Map.entry("sjsxp", ""),
            Map.entry("xerces", ""));

    private static final List<Map.Entry<String, String>> WRITING_STACKS = List.of(
            Map.entry("weir", ""),
            Map.entry("weir-stax", "dev.weir.xml.stax.WeirOutputFactory"),
            Map.entry("aalto", "com.fasterxml.aalto.stax.OutputFactoryImpl"),
            Map.entry("woodstox", "com.ctc.wstx.stax.WstxOutputFactory"),
            Map.entry("sjsxp", ""));

    @Override
    public String name() {
        return "xml";
    }

    @Override
    public String title() {
        return "XML parsers and writers: every name, attribute and text of a document is asked for, or written";
    }

    @Override
    public List<Workload> workloads(boolean quick) {
        List<Workload> all = new ArrayList<>();
        add(all, "small-1k", out -> PurchaseOrders.write(out, 1_000));
        add(all, "orders-5k", out -> PurchaseOrders.write(out, 5_000));
        add(all, "orders-50k", out -> PurchaseOrders.write(out, 50_000));
        add(all, "orders-500k", out -> PurchaseOrders.write(out, 500_000));
        records(all, "records-500k", 2_500);
        add(all, "doubles-5000", out -> GeneratedDocuments.doubles(out, 5_000));
        add(all, "attributes-500k", out -> GeneratedDocuments.attributes(out, 500_000));
        add(all, "text-500k", out -> GeneratedDocuments.text(out, 500_000));
        add(all, "european-500k", out -> GeneratedDocuments.europeanText(out, 500_000));
        for (Workload read : List.copyOf(all)) {
            all.add(new Workload(
                    WRITE + "/" + read.name(),
                    WRITE,
                    read.document(),
                    read.generator(),
                    read.unit(),
                    read.units(),
                    false));
        }
        for (int count : new int[] {1_000, 10_000, 100_000, 1_000_000}) {
            String name = PERSONS + "-" + count;
            boolean peakHeap = count == (quick ? 10_000 : 100_000);
            all.add(new Workload(
                    name, PERSONS, name, out -> GeneratedDocuments.persons(out, count), "record", count, peakHeap));
        }
        add(all, "orders-30m", out -> PurchaseOrders.write(out, 30 * MEGABYTE));
        records(all, "records-30m", 150_000);
        if (quick) {
            all.removeIf(workload -> !QUICK.contains(workload.name()));
        }
        return all;
    }

    private static void add(List<Workload> all, String name, Workload.Generator generator) {
        all.add(new Workload(name, "read", name, generator, "document", 1, false));
    }

    private static void records(List<Workload> all, String name, int count) {
        all.add(new Workload(
                name, "read", name, out -> GeneratedDocuments.records(out, count), "record", count, false));
    }

    @Override
    public List<String> stacks(Workload workload) {
        List<String> names = new ArrayList<>();
        for (Map.Entry<String, String> stack : workload.group().equals(WRITE) ? WRITING_STACKS : STACKS) {
            if (stack.getValue().isEmpty() || isPresent(stack.getValue())) {
                names.add(stack.getKey());
            }
        }
        return names;
    }

    @Override
    public List<String> heapStacks(Workload workload) {
        List<String> names = new ArrayList<>(stacks(workload));
        names.add(JVM_LIMIT);
        return names;
    }

    private static boolean isPresent(String className) {
        try {
            Class.forName(className, false, XmlSuite.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException absent) {
            return false;
        }
    }

    @Override
    public List<String> rivals(String stack) {
        Predicate<String> sax = name -> name.endsWith("-sax") || name.equals("xerces");
        Predicate<String> alike = switch (stack) {
            case "weir" -> name -> true;
            case "weir-stax" -> sax.negate();
            case "weir-sax" -> sax;
            default -> name -> false;
        };
        return STACKS.stream()
                .map(Map.Entry::getKey)
                .filter(name -> !name.startsWith("weir"))
                .filter(alike)
                .toList();
    }

    @Override
    public Task open(String stack, Workload workload, Path document) throws Exception {
        if (workload.group().equals(WRITE)) {
            try (XmlReader reader = XmlReaders.open(Files.readAllBytes(document))) {
                return writing(stack, RecordedCalls.of(reader));
            }
        }
        if (workload.group().equals(PERSONS)) {
            return reading(
                    stack,
                    () -> XmlReaders.open(Files.newInputStream(document), XmlLimits.DEFAULT),
                    () -> Files.newInputStream(document));
        }
        byte[] bytes = Files.readAllBytes(document);
        return reading(stack, () -> XmlReaders.open(bytes), () -> new ByteArrayInputStream(bytes));
    }

    private static Task reading(String stack, CursorReadTask.Source cursor, StaxReadTask.Source stream)
            throws Exception {
        return switch (stack) {
            case "weir" -> new CursorReadTask(cursor);
            case "weir-stax", "aalto", "woodstox" ->
                new StaxReadTask(create(XMLInputFactory.class, STACKS, stack), stream);
            case "sjsxp" -> new StaxReadTask(XMLInputFactory.newDefaultFactory(), stream);
            case "weir-sax", "aalto-sax", "woodstox-sax" ->
                new SaxReadTask(create(SAXParserFactory.class, STACKS, stack), stream);
            case "xerces" -> new SaxReadTask(SAXParserFactory.newDefaultInstance(), stream);
            case JVM_LIMIT -> () -> drain(stream);
            default -> throw new IllegalArgumentException("there is no stack " + stack);
        };
    }

    private static Task writing(String stack, RecordedCalls.Call[] calls) throws ReflectiveOperationException {
        return switch (stack) {
            case "weir" -> WriteTask.byWeir(calls);
            case "weir-stax", "aalto", "woodstox" ->
                WriteTask.byStax(calls, create(XMLOutputFactory.class, WRITING_STACKS, stack));
            case "sjsxp" -> WriteTask.byStax(calls, XMLOutputFactory.newDefaultFactory());
            default -> throw new IllegalArgumentException("there is no stack " + stack);
        };
    }

    private static <T> T create(Class<T> type, List<Map.Entry<String, String>> stacks, String stack)
            throws ReflectiveOperationException {
        for (Map.Entry<String, String> entry : stacks) {
            if (entry.getKey().equals(stack)) {
                return Class.forName(entry.getValue())
                        .asSubclass(type)
                        .getConstructor()
                        .newInstance();
            }
        }
        throw new IllegalArgumentException("there is no stack " + stack);
    }

    private static long drain(StaxReadTask.Source stream) throws Exception {
        byte[] buffer = new byte[8192];
        long length = 0;
        try (InputStream in = stream.open()) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                length += read;
            }
        }
        return length;
    }
}
