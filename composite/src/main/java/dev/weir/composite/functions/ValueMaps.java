package dev.weir.composite.functions;

import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xpath.UnavailableCallException;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathFunctions;
import dev.weir.xpath.functions.OracleFunctions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * {@code dvm:lookupValue} and {@code dvm:lookupValue1M}: values looked up in the composite's domain value maps. A map
 * and columns that a call names by literals are looked for when the process is deployed; a call whose map or column is
 * missing then fails whenever it is evaluated. Thread-safe.
 */
final class ValueMaps implements XPathFunctions {
    /** Usually bound to {@code dvm}. */
    static final String FUNCTIONS = OracleFunctions.VALUE_MAPS;

    private static final int MOST_KEPT = 1_000;
    private static final String FILES = "http://xmlns.oracle.com/dvm";

    private final CompositeDocuments documents;
    private final Map<String, ValueMap> maps = new ConcurrentHashMap<>();

    ValueMaps(CompositeDocuments documents) {
        this.documents = documents;
    }

    /** A map: rows of cells under columns. */
    private record ValueMap(String location, List<String> columns, List<List<String>> rows) {
        int column(String name) {
            int column = columns.indexOf(name);
            if (column < 0) {
                throw new XPathException("the domain value map " + location + " has no column " + name + "; it has "
                        + String.join(", ", columns));
            }
            return column;
        }
    }

    @Override
    public @Nullable XPathFunction function(XmlName name) {
        if (!name.namespace().equals(FUNCTIONS)) {
            return null;
        }
        return switch (name.local()) {
            case "lookupValue" -> (scope, arguments) -> value(texts(arguments));
            case "lookupValue1M" -> (scope, arguments) -> values(texts(arguments));
            default -> null;
        };
    }

    @Override
    public @Nullable XPathFunction function(XmlName name, CallSite call) {
        List<@Nullable String> literals = call.literals();
        XPathFunction function = function(name);
        if (function == null) {
            return null;
        }
        boolean many = name.local().equals("lookupValue1M");
        if (literals.size() < (many ? 4 : 5) || !many && literals.size() % 2 == 0) {
            throw new XPathException(
                    many
                            ? "dvm:lookupValue1M() takes a map, a column, a value, and the columns wanted"
                            : "dvm:lookupValue() takes a map, a column, a value, the column wanted and a default, and"
                                    + " pairs of a further column and its value");
        }
        String location = literals.get(0);
        if (location != null) {
            try {
                ValueMap map = map(location);
                for (int i = 1; i < literals.size(); i++) {
                    String column = literals.get(i);
                    if (column != null && isColumn(i, many)) {
                        map.column(column);
                    }
                }
            } catch (XPathException e) {
                throw new UnavailableCallException(
                        UnavailableCallException.DOCUMENT, String.valueOf(e.getMessage()), e);
            }
        }
        return function;
    }

    private static boolean isColumn(int argument, boolean many) {
        return argument == 1 || (many ? argument >= 3 : argument == 3 || argument >= 5 && argument % 2 != 0);
    }

    /** The first row's cell that fits, or the default. */
    private Object value(List<String> arguments) {
        ValueMap map = map(arguments.get(0));
        int source = map.column(arguments.get(1));
        int target = map.column(arguments.get(3));
        for (List<String> row : map.rows()) {
            boolean fits = row.get(source).equals(arguments.get(2));
            for (int i = 5; fits && i < arguments.size(); i += 2) {
                fits = row.get(map.column(arguments.get(i))).equals(arguments.get(i + 1));
            }
            if (fits) {
                return row.get(target);
            }
        }
        return arguments.get(4);
    }

    /** An element for each wanted cell of each row that fits, named as its column. */
    private Object values(List<String> arguments) {
        ValueMap map = map(arguments.get(0));
        int source = map.column(arguments.get(1));
        List<XmlNode> found = new ArrayList<>();
        for (List<String> row : map.rows()) {
            if (row.get(source).equals(arguments.get(2))) {
                for (String column : arguments.subList(3, arguments.size())) {
                    XmlElement cell = new XmlElement(XmlName.of(column));
                    cell.setText(row.get(map.column(column)));
                    found.add(cell);
                }
            }
        }
        return found;
    }

    private ValueMap map(String location) {
        ValueMap known = maps.get(location);
        if (known == null) {
            known = read(location, documents.find("domain value map", location));
            // A location may come with a message, and has any number of spellings.
            if (maps.size() < MOST_KEPT) {
                maps.put(location, known);
            }
        }
        return known;
    }

    private static ValueMap read(String location, CompositeDocuments.Found found) {
        XmlElement root = found.parsed();
        if (!root.name().equals(XmlName.of(FILES, "dvm"))) {
            throw new XPathException(location + " is no domain value map: its document element is " + root.name());
        }
        List<String> columns = new ArrayList<>();
        for (XmlElement list : root.elements(XmlName.of(FILES, "columns"))) {
            for (XmlElement column : list.elements(XmlName.of(FILES, "column"))) {
                columns.add(String.valueOf(column.attributeValue("name")));
            }
        }
        List<List<String>> rows = new ArrayList<>();
        for (XmlElement list : root.elements(XmlName.of(FILES, "rows"))) {
            for (XmlElement row : list.elements(XmlName.of(FILES, "row"))) {
                List<String> cells = row.elements(XmlName.of(FILES, "cell")).stream()
                        .map(XmlElement::stringValue)
                        .toList();
                if (cells.size() != columns.size()) {
                    throw new XPathException("the domain value map " + location + " has " + columns.size()
                            + " columns, and a row of " + cells.size() + " cells at line " + row.line());
                }
                rows.add(cells);
            }
        }
        return new ValueMap(location, List.copyOf(columns), List.copyOf(rows));
    }

    private static List<String> texts(List<Object> arguments) {
        return arguments.stream()
                .map(argument -> argument instanceof List<?> nodes
                        ? nodes.isEmpty() ? "" : ((XmlNode) nodes.get(0)).stringValue()
                        : argument.toString())
                .toList();
    }
}
