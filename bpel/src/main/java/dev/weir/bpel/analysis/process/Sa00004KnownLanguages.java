package dev.weir.bpel.analysis.process;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.bpel.language.ExpressionLanguage;
import dev.weir.bpel.language.ProcessReader;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xpath.second.XPath20;
import java.util.List;
import java.util.Locale;

/** The languages of expressions and queries are known. */
public final class Sa00004KnownLanguages implements Rule {
    @Override
    public String id() {
        return "SA00004";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement element : process.all()) {
            for (String attribute : List.of("expressionLanguage", "queryLanguage")) {
                String language = element.attributeValue(attribute);
                if (language == null || ExpressionLanguage.named(language) != null) {
                    continue;
                }
                if (language.toLowerCase(Locale.ROOT).contains("xpath")) {
                    findings.addTolerable(
                            element,
                            "the language " + language + " is not known, and is taken for XPath 1.0",
                            "write " + ProcessReader.XPATH + ", or, for 2.0, " + XPath20.LANGUAGE);
                } else {
                    findings.add(
                            element,
                            "the language " + language + " is not supported",
                            "use XPath 1.0, " + ProcessReader.XPATH + ", or 2.0, " + XPath20.LANGUAGE);
                }
            }
        }
    }
}
