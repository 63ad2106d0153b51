package dev.weir.xpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.xml.Problem;
import dev.weir.xml.tree.Problems;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xpath.functions.OracleFunctions;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls of functions that are known and not there. */
class StandInsTest {
    private static final XPathScope EMPTY = new XPathScope() {
        @Override
        public XmlNode contextNode() {
            return new XmlElement(dev.weir.xml.XmlName.of("any"));
        }

        @Override
        public Object variable(String name) {
            throw new XPathException(name);
        }
    };

    private final StandIns functions = new StandIns(OracleFunctions.SYSTEM);
    private final XmlElement place = new XmlElement(dev.weir.xml.XmlName.of("from"));

    private XPathExpression compile(String text) {
        return XPathExpression.compile(text, prefix -> OracleFunctions.EXTENSION, functions);
    }

    @Test
    void anExpressionCompilesAndFailsWhereTheCallIsEvaluated() {
        XPathExpression expression = compile("oraext:sequence-next-val('s', 'jdbc/db')");
        XPathException failure = assertThrows(XPathException.class, () -> expression.evaluate(EMPTY));
        assertTrue(String.valueOf(failure.getMessage()).contains("sequence-next-val"), failure.getMessage());
    }

    @Test
    void aCallThatIsNotReachedDoesNoHarm() {
        assertEquals(
                true,
                compile("true() or oraext:sequence-next-val('s', 'd') = 1").evaluate(EMPTY));
    }

    @Test
    void withoutLenienceTheCallIsAProblemThatNamesTheSwitch() {
        compile("oraext:lookup-table('t', 'c', 'k', 'o', 'd')");
        Problems problems = new Problems("p.bpel");
        functions.report(problems, place);
        List<Problem> found = problems.list();
        assertEquals(1, found.size());
        assertEquals(UnavailableCallException.UNSUPPORTED, found.get(0).rule());
        assertTrue(found.get(0).remedy().contains("--lenient"));
    }

    @Test
    void lenientlyItIsAWarning() {
        compile("oraext:lookup-table('t', 'c', 'k', 'o', 'd')");
        Problems problems = new Problems("p.bpel", true);
        functions.report(problems, place);
        assertTrue(problems.isEmpty());
        assertEquals(1, problems.warnings().size());
    }

    @Test
    void javaOfUsersIsKnownByItsNamespaceAndNotCalled() {
        XPathExpression expression = XPathExpression.compile(
                "my:shout('a')", prefix -> "http://www.oracle.com/XSL/Transform/java/shop.Functions", functions);
        assertThrows(XPathException.class, () -> expression.evaluate(EMPTY));
        Problems problems = new Problems("p.bpel", true);
        functions.report(problems, place);
        assertEquals(List.of(), problems.list());
        assertTrue(problems.warnings().get(0).what().contains("shop.Functions}shout"));
    }
}
