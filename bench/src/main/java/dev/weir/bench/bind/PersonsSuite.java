package dev.weir.bench.bind;

import dev.weir.bench.measure.Metric;
import dev.weir.bench.measure.Suite;
import dev.weir.bench.measure.Task;
import dev.weir.bench.measure.Workload;
import dev.weir.bench.workload.GeneratedDocuments;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.xml.stream.XMLInputFactory;
import org.jspecify.annotations.Nullable;

/**
 * The experiment that was published in 2011, under today's versions: up to a million persons are read from a file into
 * objects, and how long that takes and how much heap it needs is shown over the number of persons. A stack's name ends
 * with what it does: it binds the {@code whole} document, binds one record after the other ({@code records}), or makes the
 * objects by hand from the events of a parser ({@code cursor}).
 */
public final class PersonsSuite implements Suite {
    private static final String JAXB_WHOLE = "jaxb-ri-whole";
    private static final String WEIR_WHOLE = "weir-whole";
    private static final String WEIR_RECORDS = "weir-records";
    private static final String WEIR_CURSOR = "weir-cursor";

    /** In the order of reports. */
    private static final List<String> STACKS = List.of(
            WEIR_WHOLE,
            WEIR_RECORDS,
            WEIR_CURSOR,
            JAXB_WHOLE,
            "jaxb-ri-records",
            "jaxb-ri-woodstox-records",
            "sjsxp-cursor",
            "woodstox-cursor");

    /** Reads the file and does nothing: how much heap a JVM needs for just that. */
    private static final String JVM_LIMIT = "limit:jvm";

    private static final List<String> PEERS =
            STACKS.stream().filter(stack -> !stack.startsWith("weir")).toList();

    private static final Map<String, List<String>> RIVALS = Map.of(
            WEIR_WHOLE,
            List.of(JAXB_WHOLE),
            WEIR_RECORDS,
            PEERS,
            WEIR_CURSOR,
            PEERS.stream().filter(stack -> stack.endsWith("-cursor")).toList());

    @Override
    public String name() {
        return "persons";
    }

    @Override
    public String title() {
        return "Persons from a file: bound as a whole, bound record by record, and made by hand from a parser's events";
    }

    @Override
    public int heapMiB() {
        return 3072;
    }

    @Override
    public List<Workload> workloads(boolean quick) {
        return IntStream.of(1_000, 10_000, 100_000, 1_000_000)
                .filter(count -> !quick || count <= 100_000)
                .mapToObj(PersonsSuite::workload)
                .toList();
    }

    private static Workload workload(int count) {
        String name = "persons-" + count;
        return new Workload(
                name, "persons", name, out -> GeneratedDocuments.persons(out, count), "record", count, true);
    }

    @Override
    public Metric speed(Workload workload) {
        return Metric.TIME;
    }

    @Override
    public List<String> stacks(Workload workload) {
        return STACKS;
    }

    @Override
    public List<String> heapStacks(Workload workload) {
        List<String> names = new ArrayList<>(STACKS);
        names.add(JVM_LIMIT);
        return names;
    }

    @Override
    public List<String> rivals(String stack) {
        return RIVALS.getOrDefault(stack, List.of());
    }

    @Override
    public Task open(String stack, Workload workload, Path document) throws Exception {
        return BindingTasks.records(reader(stack), () -> Files.newInputStream(document));
    }

    private static RecordSource reader(String stack) throws Exception {
        return switch (stack) {
            case WEIR_WHOLE -> whole(jaxb(BindSuite.WEIR, null));
            case WEIR_RECORDS -> jaxb(BindSuite.WEIR, null);
            case WEIR_CURSOR -> PersonCursors::weir;
            case JAXB_WHOLE -> whole(jaxb(BindSuite.RI, null));
            case "jaxb-ri-records" -> jaxb(BindSuite.RI, null);
            case "jaxb-ri-woodstox-records" -> jaxb(BindSuite.RI, woodstox());
            case "sjsxp-cursor" -> byHand(XMLInputFactory.newDefaultFactory());
            case "woodstox-cursor" -> byHand(woodstox());
            case JVM_LIMIT -> PersonsSuite::drained;
            default -> throw new IllegalArgumentException("there is no stack " + stack);
        };
    }

    private static JaxbStack jaxb(String factory, @Nullable XMLInputFactory input) throws Exception {
        return new JaxbStack(factory, Persons.class, Persons.Person.class, input, null);
    }

    private static XMLInputFactory woodstox() throws ReflectiveOperationException {
        return BindSuite.make(XMLInputFactory.class, "com.ctc.wstx.stax.WstxInputFactory");
    }

    private static RecordSource byHand(XMLInputFactory factory) {
        return in -> PersonCursors.stax(factory, in);
    }

    /** All persons are in memory before the first one is returned, and stay there until the last one was. */
    private static RecordSource whole(BindingStack stack) {
        return in -> {
            Iterator<Persons.Person> persons = ((Persons) stack.read(in)).person.iterator();
            return () -> persons.hasNext() ? persons.next() : null;
        };
    }

    private static RecordSource.RecordCursor drained(InputStream in) throws Exception {
        in.transferTo(OutputStream.nullOutputStream());
        return () -> null;
    }
}
