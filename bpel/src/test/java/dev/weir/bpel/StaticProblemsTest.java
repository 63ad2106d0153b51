package dev.weir.bpel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.xml.Problem;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StaticProblemsTest {
    private static List<Problem> problems(String activity) {
        return assertThrows(
                        BpelException.class,
                        () -> Shop.process("<sequence>" + Shop.BUY + "\n" + activity + "</sequence>"))
                .problems();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            <invoke partnerLink='nobody' operation='check'/>                    | the partner link nobody is not declared; declare it
            <invoke partnerLink='bank' operation='rob' inputVariable='number'/> | has no operation rob; use one of check, book
            <invoke partnerLink='shop' operation='buy' inputVariable='in'/>     | the partner link shop has no partnerRole
            <invoke partnerLink='bank' operation='book' inputVariable='number'/> | the variable number does not hold the message {urn:shop}orderMessage
            <invoke partnerLink='bank' operation='check' outputVariable='credit'/> | has parts, and nothing fills them
            <receive partnerLink='bank' operation='check' variable='number'/>   | the partner link bank has no myRole
            <reply partnerLink='shop' operation='submit' variable='out'/>       | is one-way and takes no reply
            <reply partnerLink='shop' operation='buy' variable='nothing'/>      | the variable nothing is not declared
            <reply partnerLink='shop' operation='buy' variable='out' messageExchange='m'/> | the message exchange m is not declared
            <assign><copy><from>$nothing</from><to>$count</to></copy></assign>  | the variable nothing is not declared
            <assign><copy><from>$in</from><to>$count</to></copy></assign>       | write $in. and one of order
            <assign><copy><from>$in.body</from><to>$count</to></copy></assign>  | $in.body names no part
            <assign><copy><from>$text.part</from><to>$count</to></copy></assign> | has no parts
            <assign><copy><from>1 +</from><to>$count</to></copy></assign>       | correct the expression
            <assign><copy><from>nosuch:f()</from><to>$count</to></copy></assign> | nosuch
            <assign><copy><from>bpel:unknown()</from><to>$count</to></copy></assign> | unknown
            <assign><copy><from>1</from><to>concat('a', $text)</to></copy></assign> | does not start with a variable
            <assign><copy><from>1</from></copy></assign>                        | give it a <from> and a <to>
            <assign><copy><from variable='in' part='x'/><to>$count</to></copy></assign> | has no part x; use one of order
            <assign><copy><from variable='credit' property='t:number'/><to>$text</to></copy></assign> | has no alias for the type of the variable credit
            <receive partnerLink='shop' operation='cancel'><correlations><correlation set='none'/></correlations></receive> | the correlation set none is not declared
            <assign><copy><from><literal><a/><b/></literal></from><to>$credit</to></copy></assign> | SA00038: the literal holds 2 elements
            <assign><copy><from><literal>text<a/></literal></from><to>$credit</to></copy></assign> | SA00038: the literal holds an element and text
            <assign><copy keepSrcElementName='yes'><from><literal>1</literal></from><to>$count</to></copy></assign> | SA00042: keepSrcElementName is given
            <assign><copy keepSrcElementName='no'><from>$text</from><to>$count</to></copy></assign> | SA00042: keepSrcElementName is given
            <assign><copy><from variable='in'/><to variable='order'/></copy></assign> | SA00043: a whole message is copied to something other than a message
            <assign><copy><from>$order</from><to variable='in'/></copy></assign> | SA00043: something other than a message is copied to a whole message
            <assign><copy><from variable='in' part='order'/><to variable='in'/></copy></assign> | SA00043: something other than a message is copied to a whole message
            <assign><copy><from><literal><t:order/></literal></from><to variable='in'/></copy></assign> | SA00043: a literal is copied to a whole message
            <assign><copy><from>bpel:getVariableProperty($text, 't:number')</from><to>$count</to></copy></assign> | SA00030: the arguments of getVariableProperty must be string literals
            <assign><copy><from>bpel:getVariableProperty('in', 'no name')</from><to>$count</to></copy></assign> | SA00031: the second argument
            <assign><copy><from>bpel:doXslTransform($text, $credit)</from><to>$credit</to></copy></assign> | SA00039: the first argument of doXslTransform
            <assign><copy><from>bpel:doXslTransform('a.xsl', $credit, 'p')</from><to>$credit</to></copy></assign> | SA00040: the parameters of doXslTransform
            <assign><copy><from>bpel:doXslTransform('a.xsl', $credit, $text, 1)</from><to>$credit</to></copy></assign> | SA00041: the name of a parameter
            <flow><links><link name='l'/></links><empty><sources><source linkName='l'/></sources></empty><empty><targets><joinCondition>bpel:getVariableProperty('in', 't:number') = 1</joinCondition><target linkName='l'/></targets></empty></flow> | SA00028: a join condition must not use functions of BPEL: getVariableProperty()
            <rethrow/>                                                          | is outside of a fault handler
            <wait/>                                                             | exactly one of <for> and <until>
            <if><empty/></if>                                                   | <if> has no <condition>
            <scope/>                                                            | <scope> holds no activity
            <scope><empty/><empty/></scope>                                     | holds more than one activity
            <compensate/>                                                       | <compensate> is outside of a handler
            <sequence><nonsense/></sequence>                                    | <nonsense> is not expected here
            <throw faultName='unbound:x'/>                                      | the prefix of unbound:x is not bound
            <scope><variables><variable name='v'/></variables><empty/></scope>  | has 0 types
            <scope><variables><variable name='v' messageType='t:no'/></variables><empty/></scope> | no imported WSDL defines the message {urn:shop}no
            <pick createInstance='perhaps'><onMessage partnerLink='shop' operation='cancel'><empty/></onMessage></pick> | say yes or no
            <assign><copy expressionLanguage='x'><from expressionLanguage='urn:x'>1</from><to>$count</to></copy></assign> | the language urn:x is not supported
            """)
    void aProblemNamesFileLineAndRemedy(String activity, String expected) {
        List<Problem> found = problems(activity);

        assertTrue(
                found.stream()
                        .anyMatch(problem ->
                                (problem.rule() + ": " + problem.what() + "; " + problem.remedy()).contains(expected)),
                () -> "expected: " + expected + "\nfound: " + found);
        int line = Shop.text(Shop.DECLARATIONS).split("\n").length + 1;
        assertTrue(
                found.stream()
                        .allMatch(problem -> problem.file().equals("file:/shop/order.bpel") && problem.line() == line),
                () -> "line " + line + " expected: " + found);
    }

    @Test
    void allProblemsAreFoundAtOnce() {
        assertEquals(
                3,
                problems("<empty/>\n<rethrow/>\n<wait/>\n<invoke partnerLink='nobody' operation='x'/>")
                        .size());
    }

    @Test
    void aProcessMustBeStartedByAMessage() {
        BpelException refusal = assertThrows(BpelException.class, () -> Shop.process("<empty/>"));

        assertTrue(refusal.getMessage().contains("no activity starts an instance"), refusal.getMessage());
    }

    @ParameterizedTest
    @CsvSource({
        "<process xmlns='http://docs.oasis-open.org/wsbpel/2.0/process/abstract'/>, abstract process",
        "<other/>, the document's element is other",
        "<process, cannot be read"
    })
    void whatIsNoExecutableProcessIsRefused(String document, String expected) {
        BpelException refusal = assertThrows(BpelException.class, () -> Shop.compile(document.replace("''", "'")));

        assertTrue(refusal.getMessage().contains(expected), refusal.getMessage());
        assertTrue(refusal.getMessage().startsWith("file:/shop/order.bpel:"), refusal.getMessage());
    }

    @Test
    void aMissingImportIsNamed() {
        BpelException refusal = assertThrows(
                BpelException.class,
                () -> Shop.compile(
                        Shop.text(Shop.DECLARATIONS).replace("location=\"shop.wsdl\"", "location=\"no.wsdl\"")));

        assertTrue(
                refusal.getMessage().contains("file:/shop/order.bpel:6: no document file:/shop/no.wsdl"),
                refusal.getMessage());
    }

    @Test
    void oraclesAnnotationsAreNoProblem() {
        Shop.process("<sequence><bpelx:annotation><bpelx:general>x</bpelx:general></bpelx:annotation>"
                + Shop.BUY.replace("<receive ", "<receive bpelx:colour='red' ") + Shop.answer("1") + Shop.REPLY
                + "</sequence>");
    }

    @Test
    void nestingHasALimit() {
        List<Problem> found = problems("<sequence>".repeat(400) + "<empty/>" + "</sequence>".repeat(400));

        assertTrue(found.get(0).what().contains("nested more than 200 deep"), () -> "" + found.get(0));
    }
}
