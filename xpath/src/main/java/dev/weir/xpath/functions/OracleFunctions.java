package dev.weir.xpath.functions;

import dev.weir.xml.XmlName;
import dev.weir.xpath.XPathFunctions;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The extension functions of Oracle SOA Suite that need nothing but their arguments, a clock, a source of ids and a
 * {@link FunctionContext}; the table of docs/bpel.md lists them. Those that need what Weir does not have, such as a
 * database, are refused by name when an expression is compiled. The same functions serve processes, mediators, fault
 * policies, event filters and stylesheets. Thread-safe.
 */
public final class OracleFunctions implements XPathFunctions {
    private static final String JAVA = "http://www.oracle.com/XSL/Transform/java/";

    /** Usually bound to {@code fn}: the functions of XPath 2.0. */
    private static final String XPATH_FUNCTIONS = "http://www.w3.org/2005/xpath-functions";

    /** Usually bound to {@code xp20}, later to {@code xpath20}. */
    public static final String XPATH20 = JAVA + "oracle.tip.pc.services.functions.Xpath20";

    /** Usually bound to {@code orcl} or {@code oraext}. */
    public static final String EXTENSION = JAVA + "oracle.tip.pc.services.functions.ExtFunc";

    /** Usually bound to {@code ora}. */
    public static final String XPATH = "http://schemas.oracle.com/xpath/extension";

    /** Usually bound to {@code med}, in plans. */
    public static final String MEDIATOR = "http://schemas.oracle.com/mediator/xpath";

    /** Usually bound to {@code mhdr}, in plans and in stylesheets. */
    public static final String MEDIATOR_HEADERS =
            JAVA + "oracle.tip.mediator.service.common.functions.MediatorExtnFunction";

    /** As JDeveloper's first versions wrote the latter. */
    public static final String REQUEST_HEADERS =
            JAVA + "oracle.tip.mediator.service.common.functions.GetRequestHeaderExtnFunction";

    /** Usually bound to {@code dvm}: domain value maps, which need the files of a composite. */
    public static final String VALUE_MAPS = JAVA + "oracle.tip.dvm.LookupValue";

    private static final String WITH_ADAPTERS =
            "needs a data source, and data sources come with the adapters: until then call a service that asks the database";
    private static final String WITH_WORKFLOW =
            "needs the identity or workflow service of Oracle SOA Suite, which Weir does not have: call a service that"
                    + " knows the users";
    private static final String WITH_FILES =
            "reads or writes files outside of the composite: it comes with the adapters; call a service that does it";
    private static final String WITH_FORMATS =
            "translates native formats (nXSD): it comes with the adapters; call a service that does it";
    private static final String BY_ACTIVITY =
            "changes a variable within an expression: use the extension bpelx:copyList";
    private static final String OF_USERS =
            "is a Java method of somebody's own, and expressions call no Java here: call a service that does the same";
    private static final String NOT_KEPT = "asks for what Weir does not keep of an instance";

    private final FunctionTable functions;

    /** Functions by the system's clock, in its time zone, with random ids. */
    public static final OracleFunctions SYSTEM =
            new OracleFunctions(InstantSource.system(), ZoneId.systemDefault(), UUID::randomUUID);

    /**
     * @param clock the time now
     * @param zone the zone of times that are returned
     * @param ids fresh ids
     */
    public OracleFunctions(InstantSource clock, ZoneId zone, Supplier<UUID> ids) {
        functions = new FunctionTable();
        DateTimeFunctions times = new DateTimeFunctions(clock, zone);
        FunctionTable.Namespace xp20 = functions.namespace(XPATH20, "xp20");
        times.addXpath20(xp20);
        StringFunctions.addXpath20(xp20);
        FunctionTable.Namespace oraext = functions.namespace(EXTENSION, "oraext");
        StringFunctions.addExtension(oraext, ids);
        NodeFunctions.addExtension(oraext);
        FunctionTable.Namespace ora = functions.namespace(XPATH, "ora");
        times.addXpath(ora);
        StringFunctions.addXpath(ora, ids);
        NodeFunctions.addXpath(ora);
        NodeFunctions.addData(functions.namespace("", ""));
        NodeFunctions.addData(functions.namespace(XPATH_FUNCTIONS, "fn"));
        FunctionTable.Namespace med = functions.namespace(MEDIATOR, "med");
        FunctionTable.Namespace mhdr = functions.namespace(MEDIATOR_HEADERS, "mhdr");
        FunctionTable.Namespace requests = functions.namespace(REQUEST_HEADERS, "mhdr");
        for (FunctionTable.Namespace namespace : List.of(ora, oraext, med, mhdr, requests)) {
            PlaceFunctions.addOfInstance(namespace);
        }
        for (FunctionTable.Namespace namespace : List.of(med, mhdr, requests)) {
            PlaceFunctions.addOfMessage(namespace);
        }
        refuse();
    }

    /** The functions that say where they are evaluated. */
    private OracleFunctions(ComponentPlace place) {
        functions = new FunctionTable();
        for (String namespace : List.of(XPATH, MEDIATOR, MEDIATOR_HEADERS, REQUEST_HEADERS)) {
            PlaceFunctions.add(functions.namespace(namespace, namespace.equals(XPATH) ? "ora" : "med"), place);
        }
    }

    /** These functions as a component evaluates them, {@code ora:getCompositeName} and its kin among them. */
    public XPathFunctions at(ComponentPlace place) {
        return new OracleFunctions(place).or(this);
    }

    private void refuse() {
        for (String namespace : List.of(XPATH, EXTENSION)) {
            functions
                    .namespace(namespace, "ora")
                    .refuse(WITH_ADAPTERS, "sequence-next-val", "query-database", "lookup-table")
                    .refuse(WITH_FILES, "readBinaryFromFile", "writeBinaryToFile", "get-content-from-file-function")
                    .refuse(
                            WITH_FORMATS,
                            "doTranslateFromNative",
                            "doTranslateToNative",
                            "doStreamingTranslate",
                            "processXSQL");
        }
        functions
                .namespace(XPATH, "ora")
                .refuse(
                        WITH_WORKFLOW,
                        "authenticate",
                        "listUsers",
                        "lookupUser",
                        "search",
                        "getUserAliasId",
                        "getUserIdsFromGroupAlias",
                        "getGroupIdsFromGroupAlias",
                        "getProcessOwnerId",
                        "isUserInGroupAlias")
                .refuse(BY_ACTIVITY, "copyList", "appendToList")
                .refuse(
                        NOT_KEPT,
                        "getParentComponentInstanceId",
                        "getParentComponentInstanceID",
                        "batchProcessActive",
                        "batchProcessCompleted");
        functions
                .namespace(JAVA + "oracle.tip.xref.xpath.XRefXPathFunctions", "xref")
                .refuseOthers(WITH_ADAPTERS);
        functions
                .namespace("http://schemas.oracle.com/xpath/extension/ldap", "ldap")
                .refuseOthers(WITH_WORKFLOW);
        functions
                .namespace("http://xmlns.oracle.com/bpel/services/IdentityService/xpath", "ids")
                .refuseOthers(WITH_WORKFLOW);
        functions
                .namespace("http://xmlns.oracle.com/bpel/workflow/xpath", "hwf")
                .refuseOthers(WITH_WORKFLOW);
        functions.namespace("http://schemas.oracle.com/bpm/xpath", "bpmn").refuseOthers(WITH_WORKFLOW);
        functions
                .namespace(JAVA + "oracle.tip.adapter.socket.ProtocolTranslator", "socket")
                .refuseOthers(WITH_FORMATS);
        functions.refuseOtherNamespaces(JAVA, JAVA + "oracle.", OF_USERS);
    }

    @Override
    public @Nullable XPathFunction function(XmlName name) {
        return function(name, new CallSite(List.of(), prefix -> null));
    }

    @Override
    public @Nullable XPathFunction function(XmlName name, CallSite call) {
        return functions.get(name, call);
    }
}
