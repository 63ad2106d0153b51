package dev.weir.bpel.analysis.assign;

import static dev.weir.bpel.analysis.rule.ProcessSource.bpel;

import dev.weir.bpel.analysis.rule.ImportedDefinitions.Message;
import dev.weir.bpel.analysis.rule.ImportedDefinitions.Part;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.ProcessSource.VariableType;
import dev.weir.xml.tree.XmlElement;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the ends of copies are declared to be, where they are whole variables or whole parts. */
final class CopyEnds {
    private static final Pattern PLACE = Pattern.compile("\\$([^\\s./\\[\\]()+*-]+)(?:\\.([^\\s./\\[\\]()+*]+))?");

    private CopyEnds() {}

    /** Null for anything but a whole variable or part, and for one whose declaration is not known. */
    static @Nullable VariableType declared(ProcessSource process, XmlElement spec) {
        String variable = spec.attributeValue("variable");
        String part = spec.attributeValue("part");
        if (variable == null) {
            Matcher place = PLACE.matcher(spec.stringValue().strip());
            if (spec.attributeValue("partnerLink") != null || spec.firstElement() != null || !place.matches()) {
                return null;
            }
            variable = place.group(1);
            part = place.group(2);
        } else if (spec.attributeValue("property") != null || spec.element(bpel("query")) != null) {
            return null;
        }
        VariableType type = process.variable(variable, spec);
        if (type == null || part == null) {
            return type;
        }
        Message message = process.imported().message(type.messageType());
        Part declared = message == null ? null : message.parts().get(part);
        return declared == null ? null : new VariableType(null, declared.element(), declared.type());
    }
}
