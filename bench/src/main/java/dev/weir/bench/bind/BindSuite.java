package dev.weir.bench.bind;

import dev.weir.bench.measure.Metric;
import dev.weir.bench.measure.Suite;
import dev.weir.bench.measure.Task;
import dev.weir.bench.measure.Workload;
import dev.weir.bench.workload.GeneratedDocuments;
import dev.weir.bench.workload.PurchaseOrders;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;
import org.jspecify.annotations.Nullable;

/**
 * Documents to objects, objects to documents, and the records of a document one by one: Weir beside JAXB's
 * implementations and Jackson, all with the same classes. Speed is relative to the size of the document that the objects came
 * from, whatever a stack makes of them, so that figures compare.
 */
public final class BindSuite implements Suite {
    private static final String UNMARSHAL = "unmarshal";
    private static final String MARSHAL = "marshal";
    private static final String RECORDS = "records";

    static final String RI = "org.glassfish.jaxb.runtime.v2.JAXBContextFactory";
    private static final String MOXY = "org.eclipse.persistence.jaxb.XMLBindingContextFactory";
    static final String WEIR = "dev.weir.bind.jaxb.WeirContextFactory";

    /** The factories of JAXB by the beginning of a stack's name. */
    private static final Map<String, String> FACTORIES = Map.of("weir", WEIR, "jaxb-ri", RI, "moxy", MOXY);

    private static final List<String> PEERS = List.of(
            "jaxb-ri",
            "jaxb-ri-woodstox",
            "jaxb-ri-aalto",
            "moxy",
            "moxy-woodstox",
            "jackson-woodstox",
            "jackson-aalto");

    private static final Set<String> QUICK = Set.of(
            "persons-1000",
            "persons-10000",
            "orders-5k",
            "orders-500k",
            "double-list-5000",
            "double-array-5000",
            "attributes-500k");

    /** The class of a document's element by the beginning of the document's name. */
    private static final Map<String, Class<? extends CountedDocument>> TYPES = Map.of(
            "persons", Persons.class,
            "orders", OrderEnvelope.class,
            "double-list", DoubleList.class,
            "double-array", DoubleArray.class,
            "attributes", Chart.class);

    @Override
    public String name() {
        return "bind";
    }

    @Override
    public String title() {
        return "XML binding: documents to objects, objects to documents, records one by one";
    }

    @Override
    public int heapMiB() {
        return 3072;
    }

    @Override
    public List<Workload> workloads(boolean quick) {
        List<Workload> all = new ArrayList<>();
        for (int count : new int[] {1_000, 10_000, 100_000, 1_000_000}) {
            all.add(workload("persons-" + count, out -> GeneratedDocuments.persons(out, count), "record", count));
        }
        all.add(workload("orders-5k", out -> PurchaseOrders.write(out, 5_000), "document", 1));
        all.add(workload("orders-50k", out -> PurchaseOrders.write(out, 50_000), "document", 1));
        all.add(workload("orders-500k", out -> PurchaseOrders.write(out, 500_000), "document", 1));
        all.add(workload("double-list-5000", out -> GeneratedDocuments.plainDoubles(out, 5_000), "item", 5_000));
        all.add(workload("double-array-5000", out -> GeneratedDocuments.plainDoubles(out, 5_000), "item", 5_000));
        all.add(workload("attributes-500k", out -> GeneratedDocuments.attributes(out, 500_000), "document", 1));
        if (quick) {
            all.removeIf(workload -> !QUICK.contains(workload.name()));
        }
        for (Workload read : List.copyOf(all)) {
            all.add(again(MARSHAL, read, false));
        }
        int largest = quick ? 10_000 : 1_000_000;
        for (Workload read : List.copyOf(all)) {
            if (read.group().equals(UNMARSHAL) && read.name().startsWith("persons-")) {
                all.add(again(RECORDS, read, read.units() == largest));
            }
        }
        return all;
    }

    private static Workload workload(String name, Workload.Generator generator, String unit, long units) {
        return new Workload(name, UNMARSHAL, name, generator, unit, units, false);
    }

    private static Workload again(String group, Workload read, boolean peakHeap) {
        return new Workload(
                group + "/" + read.name(),
                group,
                read.document(),
                read.generator(),
                read.unit(),
                read.units(),
                peakHeap);
    }

    @Override
    public Metric speed(Workload workload) {
        return Metric.speed(workload.group());
    }

    @Override
    public List<String> stacks(Workload workload) {
        List<String> all = new ArrayList<>(List.of("weir"));
        all.addAll(PEERS);
        return all;
    }

    @Override
    public List<String> rivals(String stack) {
        return stack.equals("weir") ? PEERS : List.of();
    }

    @Override
    public Task open(String stack, Workload workload, Path document) throws Exception {
        Class<?> type = type(workload.document());
        BindingTasks.Source source = BindingTasks.source(document);
        BindingStack binder = binder(stack, type);
        return switch (workload.group()) {
            case MARSHAL -> BindingTasks.marshal(binder, source, binder("jaxb-ri", type));
            case RECORDS -> BindingTasks.records(binder, source);
            default -> BindingTasks.unmarshal(binder, source);
        };
    }

    private static Class<?> type(String document) {
        String kind = document.substring(0, document.lastIndexOf('-'));
        return Objects.requireNonNull(TYPES.get(kind), kind);
    }

    private static BindingStack binder(String stack, Class<?> type) throws Exception {
        XMLInputFactory input = null;
        XMLOutputFactory output = null;
        String own = stack;
        if (stack.endsWith("-woodstox") || stack.endsWith("-aalto")) {
            own = stack.substring(0, stack.lastIndexOf('-'));
            boolean aalto = stack.endsWith("-aalto");
            input = make(
                    XMLInputFactory.class,
                    aalto ? "com.fasterxml.aalto.stax.InputFactoryImpl" : "com.ctc.wstx.stax.WstxInputFactory");
            output = make(
                    XMLOutputFactory.class,
                    aalto ? "com.fasterxml.aalto.stax.OutputFactoryImpl" : "com.ctc.wstx.stax.WstxOutputFactory");
        }
        String factory = FACTORIES.get(own);
        if (factory == null) {
            return jackson(stack, type, input, output);
        }
        return new JaxbStack(factory, type, Persons.Person.class, input, output);
    }

    private static BindingStack jackson(
            String stack, Class<?> type, @Nullable XMLInputFactory input, @Nullable XMLOutputFactory output) {
        if (input == null || output == null) {
            throw new IllegalArgumentException("there is no stack " + stack);
        }
        return new JacksonStack(type, Persons.Person.class, input, output);
    }

    static <T> T make(Class<T> type, String name) throws ReflectiveOperationException {
        return Class.forName(name).asSubclass(type).getConstructor().newInstance();
    }
}
