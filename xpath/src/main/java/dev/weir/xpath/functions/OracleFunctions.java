package dev.weir.xpath.functions;

import dev.weir.xml.XmlName;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathFunctions;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The extension functions of Oracle SOA Suite that need nothing but their arguments, a clock and a source of ids; the
 * table of docs/bpel.md lists them. Those of the SQL database are refused by name when an expression is compiled.
 * Thread-safe.
 */
public final class OracleFunctions implements XPathFunctions {
    /** Usually bound to {@code xp20}, later to {@code xpath20}. */
    public static final String XPATH20 =
            "http://www.oracle.com/XSL/Transform/java/oracle.tip.pc.services.functions.Xpath20";

    /** Usually bound to {@code orcl} or {@code oraext}. */
    public static final String EXTENSION =
            "http://www.oracle.com/XSL/Transform/java/oracle.tip.pc.services.functions.ExtFunc";

    /** Usually bound to {@code ora}. */
    public static final String XPATH = "http://schemas.oracle.com/xpath/extension";

    private static final Set<String> OF_DATABASES = Set.of("sequence-next-val", "query-database", "lookup-table");

    private final FunctionTable functions = new FunctionTable();

    /** Functions by the system's clock, in its time zone, with random ids. */
    public static final OracleFunctions SYSTEM =
            new OracleFunctions(InstantSource.system(), ZoneId.systemDefault(), UUID::randomUUID);

    /**
     * @param clock the time now
     * @param zone the zone of times that are returned
     * @param ids fresh ids
     */
    public OracleFunctions(InstantSource clock, ZoneId zone, Supplier<UUID> ids) {
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
    }

    @Override
    public @Nullable XPathFunction function(XmlName name) {
        if (OF_DATABASES.contains(name.local())
                && (name.namespace().equals(EXTENSION) || name.namespace().equals(XPATH))) {
            throw new XPathException("the function " + name
                    + " needs a data source, and Weir has none: call a service that asks the database");
        }
        return functions.get(name);
    }
}
