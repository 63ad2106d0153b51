package dev.weir.bpel.analysis.messaging;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ImportedDefinitions.Message;
import dev.weir.bpel.analysis.rule.ImportedDefinitions.Operation;
import dev.weir.bpel.analysis.rule.Messaging;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.ProcessSource.VariableType;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import org.jspecify.annotations.Nullable;

/** The variable that an activity's attribute names can hold the activity's message. */
final class FittingVariables {
    private FittingVariables() {}

    static void check(
            XmlElement activity,
            String attribute,
            Messaging messaging,
            @Nullable Message message,
            ProcessSource process,
            Findings findings) {
        String name = activity.attributeValue(attribute);
        VariableType type = process.variable(name, activity);
        if (message != null && type != null && !Messaging.fits(type, message)) {
            findings.add(
                    activity,
                    "the variable " + name + " does not hold the message " + message.name()
                            + ofSeveral(messaging, process),
                    "use a variable of messageType " + message.name());
        }
    }

    /** Which operation is meant where several documents define the port type. */
    private static String ofSeveral(Messaging messaging, ProcessSource process) {
        XmlName portType = messaging.portType();
        Operation operation = messaging.operation();
        return portType == null
                        || operation == null
                        || process.imported().placesOfSeveral(portType).isEmpty()
                ? ""
                : " of the operation " + operation.name() + " in "
                        + process.imported().placeOf(operation.source());
    }
}
