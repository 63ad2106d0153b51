package dev.weir.xml.reader;

import java.util.List;

/** Well-formed documents that visit every corner of the grammar. */
public final class WellFormed {
    public static final List<String> DOCUMENTS = List.of(
            "<a/>",
            "<a />",
            "<a></a >",
            "<a\t\r\n></a\n>",
            "\uFEFF<a/>",
            "<?xml version='1.0'?><a/>",
            "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\" ?>\n<a/>\n",
            "<?xml version = '1.0'\n\tencoding = 'utf-8'\r\nstandalone='no'?><a/>",
            "<?xml version='1.0' encoding='US-ASCII'?><a>plain</a>",
            "\uFEFF<?xml version='1.0'?><a/>",
            "<?xml-stylesheet href='x'?><a/>",
            "<!-- before --><?pi before?><a/><!-- after --><?pi after?>\n",
            "<!----><a><!-- - --><!--x--></a>",
            "<a><?p?><?p ?><?p  a b  ?><?p ??><?p a?b ?></a>",
            "<a>text</a>",
            "<a> \t\n </a>",
            "<a>one\rtwo\r\nthree\nfour\r\r\nfive\n\rsix&#13;\r&#10;seven</a>",
            "<a>&lt;&gt;&amp;&apos;&quot;&#65;&#x41;&#x1F600;&#0000065;&#xE9;&#xFFFD;&#x10FFFF;</a>",
            "<a>]] ]&gt; ]]&gt; ] > ]x></a>",
            "<a>]</a>",
            "<a>]]</a>",
            "<a><![CDATA[<&]]]]><![CDATA[>&amp;\r\n\r]]>x<![CDATA[]]>y<![CDATA[]]]]></a>",
            "<a>before<b/>between<b></b>after</a>",
            "<a x='1' y=\"2\"/>",
            "<a x = '1'\n y\t=\r\n\"2\" />",
            "<a x='\"' y=\"'\" z='>' w=''/>",
            "<a x='a\tb\nc\rd\r\ne  f'/>",
            "<a x='&#9;&#10;&#13;&#32; &lt;&amp;&quot;&apos;'/>",
            "<a x='\u00e9\u6f22\ud83d\ude00&#233;\u00e9'/>",
            "<\u00e9l\u00e9ment \u6f22\u5b57='\u503c'><\u03b1.\u03b2-\u03b3_9/></\u00e9l\u00e9ment>",
            "<a>gr\u00fc\u00df \u6f22\u5b57\u304b\u306a \ud83d\ude00\ud834\udd1e \u0080\u009f\u2028\ufffd\ud7ff\ue000</a>",
            "<_:a xmlns:_='u'/>",
            "<a xmlns='u'><b xmlns=''><c xmlns='v'/></b><b/></a>",
            "<p:a xmlns:p='u' p:x='1' x='2'><p:b xmlns:p='v' p:x='3'/><p:b p:x='4'/></p:a>",
            "<a xmlns:p='u' xmlns:q='u'><p:b q:x='1'/></a>",
            "<a xmlns:p='u' xmlns='u' p:x='1' x='2'/>",
            "<a xml:lang='en' xml:space='preserve'> </a>",
            "<a xmlns:xml='http://www.w3.org/XML/1998/namespace' xml:id='x'/>",
            "<a p:x='1' xmlns:p='late'/>",
            "<a xmlns='a&amp;b' xmlns:p='a&#x26;b' p:x=''/>",
            "<a b='1' c='2' d='3' e='4' f='5' g='6' h='7' i='8' j='9' k='10' l='11' m='12'/>",
            "<a xmlns:p='u' p:b='1' b='2' p:c='2' c='3' p:d='4' d='5' p:e='6' e='7' p:f='8' f='9'/>",
            "<a><b><c><d><e><f><g><h><i><j><k><l><m><n><o><p><q><r>deep</r></q></p></o></n></m></l></k></j></i></h>"
                    + "</g></f></e></d></c></b></a>",
            "<aaaaaaaabbbbbbbbcccccccc aaaaaaaabbbbbbbb='x' aaaaaaaa='y' aaaaaaa='z'/>",
            "<a>" + "0123456789".repeat(30) + "&amp;" + "\u6f22".repeat(50) + "</a>",
            "<a>" + "<b x='" + "v".repeat(40) + "'>" + "t".repeat(40) + "</b>" + "</a>");

    private WellFormed() {}
}
