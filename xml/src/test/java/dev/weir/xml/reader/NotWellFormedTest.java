package dev.weir.xml.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.xml.XmlException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** What is no document is refused, with a reason and a place, however its bytes come. */
class NotWellFormedTest {
    private record Fault(String document, String reason, long line, long column) {
        @Override
        public String toString() {
            return document;
        }
    }

    static final List<Fault> FAULTS = List.of(
            new Fault("", "empty", 1, 1),
            new Fault(" \n ", "ends before its element", 2, 2),
            new Fault("<!-- c -->", "ends before its element", 1, 11),
            new Fault("text", "before the document's element", 1, 1),
            new Fault("<a/>text", "after the document's element", 1, 5),
            new Fault("<a/><b/>", "a second", 1, 5),
            new Fault("<a/></a>", "without start tag", 1, 5),
            new Fault("</a>", "without start tag", 1, 1),
            new Fault("<a>", "ends inside the element a", 1, 4),
            new Fault("<a>\n<b>\n</b>", "ends inside the element a", 3, 5),
            new Fault("<a><b></a></b>", "does not match the element b", 1, 7),
            new Fault("<a></b>", "</b> does not match the element a", 1, 4),
            new Fault("<a></ab>", "</ab> does not match the element a", 1, 4),
            new Fault("<ab></a>", "</a> does not match the element ab", 1, 5),
            new Fault("<a></a", "must end with \">\"", 1, 7),
            new Fault("<a></a x>", "must end with \">\"", 1, 8),
            new Fault("<a></", "ends inside the element a", 1, 6),
            new Fault("<a></>", "a name must start here", 1, 6),
            new Fault("<", "a name must start here", 1, 2),
            new Fault("< a/>", "a name must start here", 1, 2),
            new Fault("<1a/>", "must not start with \"1\"", 1, 2),
            new Fault("<-a/>", "must not start with \"-\"", 1, 2),
            new Fault("<a\u00d7/>", "must not hold \"\u00d7\"", 1, 3),
            new Fault("<a/ >", "must be followed by \">\"", 1, 4),
            new Fault("<a b/>", "\"=\" must follow", 1, 5),
            new Fault("<a b=c/>", "must be quoted", 1, 6),
            new Fault("<a b='c/>", "ends inside the value of the attribute b", 1, 10),
            new Fault("<a b='<'/>", "\"<\" must not stand in the value", 1, 7),
            new Fault("<a b='1'c='2'/>", "white space", 1, 9),
            new Fault("<a b='1' b='2'/>", "attribute b comes twice", 1, 10),
            new Fault("<a a='' b='' c='' d='' e='' f='' g='' h='' i='' c = ''/>", "attribute c comes twice", 1, 49),
            new Fault("<a b='1", "ends inside the value", 1, 8),
            new Fault("<a ", "ends inside the start tag of a", 1, 4),
            new Fault("<a>]]></a>", "\"]]>\"", 1, 4),
            new Fault("<a>x]]]></a>", "\"]]>\"", 1, 6),
            new Fault("<a><!-- -- --></a>", "\"--\"", 1, 9),
            new Fault("<a><!-- ---></a>", "\"--\"", 1, 9),
            new Fault("<a><!-- ", "ends inside a comment", 1, 4),
            new Fault("<a><!- x --></a>", "a comment must start with", 1, 4),
            new Fault("<a><!ELEMENT a ANY></a>", "\"<!\" must start", 1, 4),
            new Fault("<a><![CDATA[x]]</a>", "ends inside a CDATA section", 1, 4),
            new Fault("<a><![cdata[x]]></a>", "\"<!\" must start", 1, 4),
            new Fault("<![CDATA[x]]><a/>", "\"<!\" must start a comment", 1, 1),
            new Fault("<a><?p x></a>", "ends inside a processing instruction", 1, 4),
            new Fault("<a><?p?x?></a>", "must follow the target p", 1, 7),
            new Fault("<a><? p?></a>", "a name must start here", 1, 6),
            new Fault("<a><?xml version='1.0'?></a>", "only at the very start", 1, 4),
            new Fault("<a><?XmL?></a>", "reserved", 1, 4),
            new Fault(" <?xml version='1.0'?><a/>", "only at the very start", 1, 2),
            new Fault("<?xml?><a/>", "only at the very start", 1, 1),
            new Fault("<?xml version='2.0'?><a/>", "version must be 1.0", 1, 20),
            new Fault("<?xml version='1.'?><a/>", "version must be 1.0", 1, 19),
            new Fault("<?xml encoding='UTF-8'?><a/>", "must begin with the version", 1, 7),
            new Fault("<?xml version='1.0'encoding='UTF-8'?><a/>", "white space must come before encoding", 1, 20),
            new Fault("<?xml version='1.0' standalone='maybe'?><a/>", "standalone must be yes or no", 1, 39),
            new Fault("<?xml version='1.0' standalone='yes' encoding='UTF-8'?><a/>", "in this order", 1, 38),
            new Fault("<?xml version='1.0' encoding='none-such'?><a/>", "is not known", 1, 1),
            new Fault("<?xml version='1.0' encoding='8'?><a/>", "must start with a letter", 1, 33),
            new Fault("<?xml version='1.0' encoding='UTF-8'><a/>", "ends with", 1, 37),
            new Fault(
                    "<?xml version='1.0' encoding='UTF-16'?><a/>",
                    "declares the encoding UTF-16 but is not in it",
                    1,
                    1),
            new Fault("<!DOCTYPE a><a/>", "DOCTYPE is not accepted", 1, 1),
            new Fault("<a>&lt</a>", "must start a reference", 1, 4),
            new Fault("<a>&</a>", "must start a reference", 1, 4),
            new Fault("<a>& b</a>", "must start a reference", 1, 4),
            new Fault("<a>&nbsp;</a>", "the entity &nbsp; is not declared", 1, 4),
            new Fault("<a b='&foo;'/>", "the entity &foo; is not declared", 1, 7),
            new Fault("<a>&#;</a>", "must be written like", 1, 4),
            new Fault("<a>&#x;</a>", "must be written like", 1, 4),
            new Fault("<a>&#X41;</a>", "must be written like", 1, 4),
            new Fault("<a>&#12a;</a>", "must be written like", 1, 4),
            new Fault("<a>&#0;</a>", "not allowed", 1, 4),
            new Fault("<a>&#xB;</a>", "not allowed", 1, 4),
            new Fault("<a>&#xD800;</a>", "not allowed", 1, 4),
            new Fault("<a>&#xFFFE;</a>", "not allowed", 1, 4),
            new Fault("<a>&#x110000;</a>", "not allowed", 1, 4),
            new Fault("<a>&#99999999999999999999;</a>", "not allowed", 1, 4),
            new Fault("<a>12345678\u0001</a>", "U+0001", 1, 12),
            new Fault("<a b='\u0000'/>", "U+0000", 1, 7),
            new Fault("<a><!--\u000b--></a>", "U+000B", 1, 8),
            new Fault("<a><![CDATA[\u000c]]></a>", "U+000C", 1, 13),
            new Fault("<a><?p \u001f?></a>", "U+001F", 1, 8),
            new Fault("<a>\ufffe</a>", "U+FFFE", 1, 4),
            new Fault("<a b='\uffff'/>", "U+FFFF", 1, 7),
            // Namespaces in XML
            new Fault("<p:a/>", "prefix of the element p:a is not bound", 1, 1),
            new Fault("<a p:b=''/>", "prefix of the attribute p:b is not bound", 1, 1),
            new Fault("<a><p:b xmlns:p='u'/>\n<p:c/></a>", "prefix of the element p:c is not bound", 2, 1),
            new Fault("<a:b:c xmlns:a='u'/>", "one colon", 1, 5),
            new Fault("<:a/>", "colon", 1, 2),
            new Fault("<a:/>", "colon", 1, 3),
            new Fault("<a:1 xmlns:a='u'/>", "must not start with \"1\"", 1, 4),
            new Fault("<a xmlns:p=''/>", "cannot be undeclared", 1, 4),
            new Fault("<a xmlns:xmlns='u'/>", "xmlns must not be declared", 1, 4),
            new Fault("<a xmlns:xml='u'/>", "belong to each other", 1, 4),
            new Fault("<a xmlns:p='http://www.w3.org/XML/1998/namespace'/>", "belong to each other", 1, 4),
            new Fault("<a xmlns='http://www.w3.org/XML/1998/namespace'/>", "belong to each other", 1, 4),
            new Fault("<a xmlns='http://www.w3.org/2000/xmlns/'/>", "must not be declared", 1, 4),
            new Fault("<xmlns:a/>", "not bound", 1, 1),
            new Fault("<a xmlns='u' xmlns='u'/>", "xmlns comes twice", 1, 14),
            new Fault("<a xmlns:p='u' xmlns:p='u'/>", "xmlns:p comes twice", 1, 16),
            new Fault("<a xmlns:p='u' xmlns:q='u' p:x='' q:x=''/>", "attribute {u}x comes twice", 1, 35),
            // Expected in this order by then, and well-formed before.
            new Fault(
                    "<d xmlns:p='u' xmlns:q='v'>" + "<a p:x='' q:x=''/>".repeat(3)
                            + "<b xmlns:q='u'><a p:x='' q:x=''/></b></d>",
                    "attribute {u}x comes twice",
                    1,
                    107),
            new Fault(
                    "<d xmlns:p='u' xmlns:q='v'>" + "<e a='' b='' c='' p:x='' f='' g='' h='' i='' q:x=''/>".repeat(3)
                            + "<b xmlns:q='u'><e a='' b='' c='' p:x='' f='' g='' h='' i='' q:x=''/></b></d>",
                    "attribute {u}x comes twice",
                    1,
                    247),
            new Fault(
                    "<a xmlns:p='u' xmlns:q='u' a='' b='' c='' d='' e='' f='' g='' h='' p:x='' q:x=''/>",
                    "attribute {u}x comes twice",
                    1,
                    75),
            new Fault("<a><?p:q?></a>", "colon", 1, 4));

    @ParameterizedTest
    @FieldSource("FAULTS")
    void eachFaultHasItsReasonAndItsPlace(Fault fault) {
        byte[] bytes = fault.document.getBytes(StandardCharsets.UTF_8);
        for (Feeding feeding : Feeding.values()) {
            XmlException refused = assertThrows(
                    XmlException.class, () -> Recording.of(feeding.open(bytes)), () -> feeding + " accepts it");
            String message = String.valueOf(refused.getMessage());
            assertTrue(message.contains(fault.reason), feeding + ": " + message);
            assertEquals(
                    fault.line + ":" + fault.column,
                    refused.location().line() + ":" + refused.location().column(),
                    feeding + ": " + message);
        }
    }

    @ParameterizedTest
    @FieldSource("FAULTS")
    void noBoundaryHidesAFault(Fault fault) {
        byte[] bytes = fault.document.getBytes(StandardCharsets.UTF_8);
        String expected = message(0, bytes);
        for (int boundary = 1; boundary < bytes.length; boundary++) {
            assertEquals(expected, message(boundary, bytes), "split at " + boundary);
        }
    }

    private static String message(int boundary, byte[] bytes) {
        return String.valueOf(assertThrows(
                        XmlException.class,
                        () -> Recording.of(
                                new XmlTextReader(Feeding.splitAt(bytes, boundary), ReadOptions.DEFAULT, 32)))
                .getMessage());
    }

    @Test
    void everyPrefixOfADocumentIsRefusedAndNeverReadAsComplete() {
        byte[] whole =
                ("<?xml version='1.0'?><!-- c --><a x='1&amp;2' xmlns:p='u'>t\u00e9xt\u6f22&#65;<![CDATA[x]]><?p i?>"
                                + "<p:b/></a>")
                        .getBytes(StandardCharsets.UTF_8);
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            for (Feeding feeding : Feeding.values()) {
                assertThrows(XmlException.class, () -> Recording.of(feeding.open(cut)), feeding + " of " + cut.length);
            }
        }
        assertEquals(7, Recording.of(Feeding.WHOLE.open(whole)).size());
    }

    @Test
    void messagesAreBoundedHoweverLongTheFaultIs() {
        String entity = "<a>&" + "e".repeat(900) + ";</a>";
        XmlException refused = assertThrows(
                XmlException.class, () -> Recording.of(Feeding.WHOLE.open(entity.getBytes(StandardCharsets.UTF_8))));
        assertTrue(String.valueOf(refused.getMessage()).length() < 300, refused::toString);
    }
}
