package dev.weir.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.it.program.UseAll;
import dev.weir.it.program.UseBind;
import dev.weir.it.program.UseFastInfosetByStax;
import dev.weir.it.program.UseParsers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an artefact changes for a program that has it on its class path, and what it leaves alone. */
class ClassPathTest {
    private static final String CONTEXT = "dev.weir.bind.jaxb.";

    @TempDir
    private Path folder;

    private List<String> run(Class<?> program, List<Artefact> artefacts) throws Exception {
        List<Path> entries =
                new ArrayList<>(artefacts.stream().map(Artefact::path).toList());
        entries.add(Artefact.PROGRAMS.path());
        return ChildJvm.run(folder, List.of("-cp", ChildJvm.path(entries), program.getName()));
    }

    @Test
    void bindingLeavesTheParsersOfTheJdkInPlace() throws Exception {
        List<String> printed = run(UseParsers.class, Artefact.FOR_BIND);
        assertEquals(5, printed.size(), printed::toString);
        assertEquals("stax order 17", printed.get(0));
        for (String factory : printed.subList(1, 5)) {
            assertTrue(factory.startsWith("com.sun."), factory);
        }
        List<String> bound = run(UseBind.class, Artefact.FOR_BIND);
        assertEquals("bind weir true", bound.get(0));
        assertTrue(bound.get(1).startsWith(CONTEXT), bound.get(1));
    }

    @Test
    void staxRegistersItsParsers() throws Exception {
        List<Artefact> artefacts = new ArrayList<>(Artefact.FOR_BIND);
        artefacts.add(Artefact.STAX);
        artefacts.add(Artefact.STAX2_API);
        assertEquals(
                List.of(
                        "stax order 17",
                        "dev.weir.xml.stax.WeirInputFactory",
                        "dev.weir.xml.stax.WeirOutputFactory",
                        "dev.weir.xml.stax.WeirEventFactory",
                        "dev.weir.xml.sax.WeirSaxParserFactory"),
                run(UseParsers.class, artefacts));
        assertEquals("bind weir true", run(UseBind.class, artefacts).get(0));
    }

    @Test
    void staxNamesTheArtefactThatFastInfosetNeeds() throws Exception {
        List<String> printed =
                run(UseFastInfosetByStax.class, List.of(Artefact.XML, Artefact.STAX, Artefact.STAX2_API));
        assertEquals(2, printed.size(), printed::toString);
        assertTrue(printed.get(0).startsWith("javax.xml.stream.XMLStreamException: "), printed.get(0));
        assertTrue(printed.get(1).startsWith("java.lang.IllegalArgumentException: "), printed.get(1));
        for (String message : printed) {
            assertTrue(message.contains("dev.weir:weir-fastinfoset"), message);
        }
    }

    @Test
    void staxFindsFastInfosetBesideIt() throws Exception {
        assertEquals(
                List.of("stax order"),
                run(
                        UseFastInfosetByStax.class,
                        List.of(Artefact.XML, Artefact.STAX, Artefact.STAX2_API, Artefact.FASTINFOSET)));
    }

    @Test
    void allTogether() throws Exception {
        List<String> printed = run(UseAll.class, Artefact.FOR_ALL);
        assertTrue(
                printed.containsAll(List.of(
                        "xml order 17", "stax order 17", "bind weir true", "fastinfoset order 17", "stax order")),
                printed::toString);
    }
}
