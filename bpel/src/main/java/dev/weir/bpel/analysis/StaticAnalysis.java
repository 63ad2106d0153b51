package dev.weir.bpel.analysis;

import dev.weir.bpel.analysis.assign.Sa00032CopyVariants;
import dev.weir.bpel.analysis.assign.Sa00034PartsOfMessages;
import dev.weir.bpel.analysis.assign.Sa00035OwnEndpoint;
import dev.weir.bpel.analysis.assign.Sa00036PartnerEndpoint;
import dev.weir.bpel.analysis.assign.Sa00037AssignedEndpoint;
import dev.weir.bpel.analysis.assign.Sa00038SingleItemLiterals;
import dev.weir.bpel.analysis.assign.Sa00042KeptElementNames;
import dev.weir.bpel.analysis.assign.Sa00043MessagesToMessages;
import dev.weir.bpel.analysis.correlation.Sa00019PropertyTypes;
import dev.weir.bpel.analysis.correlation.Sa00020AliasTargets;
import dev.weir.bpel.analysis.correlation.Sa00021MissingAliases;
import dev.weir.bpel.analysis.correlation.Sa00022UniqueAliases;
import dev.weir.bpel.analysis.correlation.Sa00044UniqueCorrelationSets;
import dev.weir.bpel.analysis.correlation.Sa00045CorrelationPropertyTypes;
import dev.weir.bpel.analysis.correlation.Sa00046CorrelationPatterns;
import dev.weir.bpel.analysis.correlation.Sa00057SharedStartCorrelation;
import dev.weir.bpel.analysis.event.Sa00083EmptyEventHandlers;
import dev.weir.bpel.analysis.event.Sa00084OnEventPartnerLinks;
import dev.weir.bpel.analysis.event.Sa00085OnEventVariableOrParts;
import dev.weir.bpel.analysis.event.Sa00086OnEventImpliedVariables;
import dev.weir.bpel.analysis.event.Sa00087OnEventMessages;
import dev.weir.bpel.analysis.event.Sa00088OnEventCorrelations;
import dev.weir.bpel.analysis.event.Sa00089OnEventExchanges;
import dev.weir.bpel.analysis.event.Sa00090OnEventVariableTypes;
import dev.weir.bpel.analysis.event.Sa00095OnEventVariableScope;
import dev.weir.bpel.analysis.handler.Sa00003StandardFaultsThatExit;
import dev.weir.bpel.analysis.handler.Sa00006RethrowInFaultHandler;
import dev.weir.bpel.analysis.handler.Sa00007CompensateScopeInHandler;
import dev.weir.bpel.analysis.handler.Sa00008CompensateInHandler;
import dev.weir.bpel.analysis.handler.Sa00077CompensatedScopes;
import dev.weir.bpel.analysis.handler.Sa00078CompensableTargets;
import dev.weir.bpel.analysis.handler.Sa00079RootScopesOfHandlers;
import dev.weir.bpel.analysis.handler.Sa00080EmptyFaultHandlers;
import dev.weir.bpel.analysis.handler.Sa00081FaultVariables;
import dev.weir.bpel.analysis.handler.Sa00093UniqueCatches;
import dev.weir.bpel.analysis.link.Sa00064UniqueLinks;
import dev.weir.bpel.analysis.link.Sa00065DeclaredLinks;
import dev.weir.bpel.analysis.link.Sa00066LinkEnds;
import dev.weir.bpel.analysis.link.Sa00067ParallelLinks;
import dev.weir.bpel.analysis.link.Sa00068UniqueSources;
import dev.weir.bpel.analysis.link.Sa00069UniqueTargets;
import dev.weir.bpel.analysis.link.Sa00070LinksAcrossRepetition;
import dev.weir.bpel.analysis.link.Sa00071LinksIntoHandlers;
import dev.weir.bpel.analysis.link.Sa00072ControlCycles;
import dev.weir.bpel.analysis.messaging.Sa00001UnsupportedOperations;
import dev.weir.bpel.analysis.messaging.Sa00002OverloadedOperations;
import dev.weir.bpel.analysis.messaging.Sa00005PortTypesAgree;
import dev.weir.bpel.analysis.messaging.Sa00016PartnerLinkRoles;
import dev.weir.bpel.analysis.messaging.Sa00017InitializedPartnerRoles;
import dev.weir.bpel.analysis.messaging.Sa00018UniquePartnerLinks;
import dev.weir.bpel.analysis.messaging.Sa00047MessageVariables;
import dev.weir.bpel.analysis.messaging.Sa00048InvokeVariables;
import dev.weir.bpel.analysis.messaging.Sa00050AllPartsSent;
import dev.weir.bpel.analysis.messaging.Sa00051InputOrToParts;
import dev.weir.bpel.analysis.messaging.Sa00052OutputOrFromParts;
import dev.weir.bpel.analysis.messaging.Sa00053KnownFromParts;
import dev.weir.bpel.analysis.messaging.Sa00054KnownToParts;
import dev.weir.bpel.analysis.messaging.Sa00055ReceiveVariableOrParts;
import dev.weir.bpel.analysis.messaging.Sa00058ReceivedAndRepliedVariables;
import dev.weir.bpel.analysis.messaging.Sa00059ReplyVariableOrParts;
import dev.weir.bpel.analysis.messaging.Sa00061MessageExchanges;
import dev.weir.bpel.analysis.messaging.Sa00063OnMessageVariableOrParts;
import dev.weir.bpel.analysis.process.Sa00004KnownLanguages;
import dev.weir.bpel.analysis.process.Sa00009KnownExtensions;
import dev.weir.bpel.analysis.process.Sa00010DefinedReferences;
import dev.weir.bpel.analysis.process.Sa00011ImportNamespaces;
import dev.weir.bpel.analysis.process.Sa00012ImportsWithoutNamespace;
import dev.weir.bpel.analysis.process.Sa00013ImportTypes;
import dev.weir.bpel.analysis.process.Sa00014ConflictingDefinitions;
import dev.weir.bpel.analysis.process.Sa00015StartActivity;
import dev.weir.bpel.analysis.process.Sa00056ActivitiesBeforeStart;
import dev.weir.bpel.analysis.process.Sa00062StartWithAlarm;
import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ImportedDefinitions;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.bpel.analysis.scope.Sa00076ForEachCounters;
import dev.weir.bpel.analysis.scope.Sa00082PeerScopeCycles;
import dev.weir.bpel.analysis.scope.Sa00091IsolatedScopes;
import dev.weir.bpel.analysis.scope.Sa00092UniqueScopes;
import dev.weir.bpel.analysis.variable.Sa00023UniqueVariables;
import dev.weir.bpel.analysis.variable.Sa00024VariableNames;
import dev.weir.bpel.analysis.variable.Sa00025VariableTypes;
import dev.weir.bpel.dialect.Dialect;
import dev.weir.wsdl.Resources;
import dev.weir.xml.tree.Problems;
import dev.weir.xml.tree.XmlElement;
import java.net.URI;
import java.util.List;
import java.util.Map;

/**
 * Applies every rule that can be decided from the documents, in the order of their numbers. Rules on the text of
 * expressions are where expressions are compiled.
 */
public final class StaticAnalysis {
    private static final List<Rule> RULES = List.of(
            new Sa00001UnsupportedOperations(),
            new Sa00002OverloadedOperations(),
            new Sa00003StandardFaultsThatExit(),
            new Sa00004KnownLanguages(),
            new Sa00005PortTypesAgree(),
            new Sa00006RethrowInFaultHandler(),
            new Sa00007CompensateScopeInHandler(),
            new Sa00008CompensateInHandler(),
            new Sa00009KnownExtensions(),
            new Sa00010DefinedReferences(),
            new Sa00011ImportNamespaces(),
            new Sa00012ImportsWithoutNamespace(),
            new Sa00013ImportTypes(),
            new Sa00014ConflictingDefinitions(),
            new Sa00015StartActivity(),
            new Sa00016PartnerLinkRoles(),
            new Sa00017InitializedPartnerRoles(),
            new Sa00018UniquePartnerLinks(),
            new Sa00019PropertyTypes(),
            new Sa00020AliasTargets(),
            new Sa00021MissingAliases(),
            new Sa00022UniqueAliases(),
            new Sa00023UniqueVariables(),
            new Sa00024VariableNames(),
            new Sa00025VariableTypes(),
            new Sa00032CopyVariants(),
            new Sa00034PartsOfMessages(),
            new Sa00038SingleItemLiterals(),
            new Sa00042KeptElementNames(),
            new Sa00043MessagesToMessages(),
            new Sa00035OwnEndpoint(),
            new Sa00036PartnerEndpoint(),
            new Sa00037AssignedEndpoint(),
            new Sa00044UniqueCorrelationSets(),
            new Sa00045CorrelationPropertyTypes(),
            new Sa00046CorrelationPatterns(),
            new Sa00047MessageVariables(),
            new Sa00048InvokeVariables(),
            new Sa00050AllPartsSent(),
            new Sa00051InputOrToParts(),
            new Sa00052OutputOrFromParts(),
            new Sa00053KnownFromParts(),
            new Sa00054KnownToParts(),
            new Sa00055ReceiveVariableOrParts(),
            new Sa00056ActivitiesBeforeStart(),
            new Sa00057SharedStartCorrelation(),
            new Sa00058ReceivedAndRepliedVariables(),
            new Sa00059ReplyVariableOrParts(),
            new Sa00061MessageExchanges(),
            new Sa00062StartWithAlarm(),
            new Sa00063OnMessageVariableOrParts(),
            new Sa00064UniqueLinks(),
            new Sa00065DeclaredLinks(),
            new Sa00066LinkEnds(),
            new Sa00067ParallelLinks(),
            new Sa00068UniqueSources(),
            new Sa00069UniqueTargets(),
            new Sa00070LinksAcrossRepetition(),
            new Sa00071LinksIntoHandlers(),
            new Sa00072ControlCycles(),
            new Sa00076ForEachCounters(),
            new Sa00077CompensatedScopes(),
            new Sa00078CompensableTargets(),
            new Sa00079RootScopesOfHandlers(),
            new Sa00080EmptyFaultHandlers(),
            new Sa00081FaultVariables(),
            new Sa00082PeerScopeCycles(),
            new Sa00083EmptyEventHandlers(),
            new Sa00084OnEventPartnerLinks(),
            new Sa00085OnEventVariableOrParts(),
            new Sa00086OnEventImpliedVariables(),
            new Sa00087OnEventMessages(),
            new Sa00088OnEventCorrelations(),
            new Sa00089OnEventExchanges(),
            new Sa00090OnEventVariableTypes(),
            new Sa00091IsolatedScopes(),
            new Sa00092UniqueScopes(),
            new Sa00093UniqueCatches(),
            new Sa00095OnEventVariableScope());

    private StaticAnalysis() {}

    /**
     * Where a process finds definitions.
     *
     * @param further documents whose definitions it sees without importing them itself
     * @param linkWsdls the WSDLs of its partner links, by name, as far as they are known
     */
    public record Seen(List<URI> further, Map<String, URI> linkWsdls, Resources resources) {}

    /**
     * Looks for violations of all rules.
     *
     * @param root a process of WS-BPEL 2.0, or a sub-process, which no activity starts; any other document is ignored
     * @param seen what definitions it may refer to
     * @param dialect says whether some violations are warnings only
     * @param problems collects the violations: rule, file, line, error and remedy
     */
    public static void check(XmlElement root, URI location, Seen seen, Dialect dialect, Problems problems) {
        boolean isProcess = root.name().equals(ProcessSource.bpel("process"));
        if (!isProcess && !ProcessSource.isSubProcess(root)) {
            return;
        }
        ImportedDefinitions imported = ImportedDefinitions.read(
                root.elements(ProcessSource.bpel("import")),
                seen.further(),
                seen.linkWsdls(),
                location,
                seen.resources());
        ProcessSource process = new ProcessSource(root, imported);
        for (Rule rule : RULES) {
            if (isProcess || !(rule instanceof Sa00015StartActivity)) {
                rule.check(process, new Findings(rule.id(), imported, dialect, problems));
            }
        }
    }
}
