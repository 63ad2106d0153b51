package dev.weir.bpel.analysis;

import dev.weir.bpel.language.Problems;
import dev.weir.wsdl.Resources;
import dev.weir.xml.tree.XmlElement;
import java.net.URI;
import java.util.List;

/**
 * Applies every rule that can be decided from the documents, in the order of their numbers. Rules on the text of
 * expressions are where expressions are compiled.
 */
public final class StaticAnalysis {
    private static final List<Rule> RULES = List.of(
            new RequestsOnly(),
            new NoOverloadedOperations(),
            new StandardFaultsThatExit(),
            new KnownLanguages(),
            new PortTypesAgree(),
            new RethrowInFaultHandler(),
            new CompensateScopeInHandler(),
            new CompensateInHandler(),
            new KnownExtensions(),
            new EverythingDefined(),
            new ImportNamespaces(),
            new ImportsWithoutNamespace(),
            new ImportTypes(),
            new NoConflictingDefinitions(),
            new StartActivity(),
            new PartnerLinkRoles(),
            new InitializedPartnerRoles(),
            new UniquePartnerLinks(),
            new PropertyTypes(),
            new AliasTargets(),
            new AliasesExist(),
            new UniqueAliases(),
            new UniqueVariables(),
            new VariableNames(),
            new VariableTypes(),
            new CopySpecs(),
            new PartsOfMessages(),
            new LiteralsOfOneItem(),
            new KeptElementNames(),
            new MessagesToMessages(),
            new OwnEndpoint(),
            new PartnersEndpoint(),
            new AssignedEndpoint(),
            new UniqueCorrelationSets(),
            new CorrelationProperties(),
            new CorrelationPatterns(),
            new MessagesAreHeld(),
            new InvokeVariables(),
            new AllPartsAreSent(),
            new InputOrToParts(),
            new OutputOrFromParts(),
            new KnownFromParts(),
            new KnownToParts(),
            new ReceiveVariableOrParts(),
            new NothingBeforeTheStart(),
            new SharedStartCorrelation(),
            new ReceivedAndRepliedVariables(),
            new ReplyVariableOrParts(),
            new MessageExchanges(),
            new NoAlarmAtTheStart(),
            new OnMessageVariableOrParts(),
            new UniqueLinks(),
            new DeclaredLinks(),
            new LinkEnds(),
            new NoParallelLinks(),
            new UniqueSources(),
            new UniqueTargets(),
            new LinksAndRepetition(),
            new LinksIntoHandlers(),
            new NoControlCycles(),
            new ForEachCounters(),
            new CompensatedScopes(),
            new CompensableTargets(),
            new RootScopesOfHandlers(),
            new FaultHandlersNotEmpty(),
            new FaultVariables(),
            new PeerScopeOrder(),
            new EventHandlersNotEmpty(),
            new OnEventPartnerLinks(),
            new OnEventVariableOrParts(),
            new OnEventVariablesAreImplied(),
            new OnEventTypes(),
            new OnEventCorrelations(),
            new OnEventExchanges(),
            new OnEventVariableTypes(),
            new IsolatedScopes(),
            new UniqueScopes(),
            new UniqueCatches(),
            new OnEventVariablesStayInside());

    private StaticAnalysis() {}

    /**
     * Looks for violations of all rules.
     *
     * @param root a process of WS-BPEL 2.0, or a sub-process, which no activity starts; of anything else nothing is said
     * @param further documents whose definitions the process sees without importing them itself
     * @param problems takes what is found: rule, file, line, what is wrong and what to do
     */
    public static void check(XmlElement root, URI location, List<URI> further, Resources resources, Problems problems) {
        boolean isProcess = root.name().equals(ProcessSource.bpel("process"));
        if (!isProcess && !ProcessSource.isSubProcess(root)) {
            return;
        }
        ImportedDefinitions imported =
                ImportedDefinitions.read(root.elements(ProcessSource.bpel("import")), further, location, resources);
        ProcessSource process = new ProcessSource(root, imported);
        for (Rule rule : RULES) {
            if (isProcess || !(rule instanceof StartActivity)) {
                rule.check(process, new Findings(rule.id(), imported, problems));
            }
        }
    }
}
