package dev.weir.server.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.server.admin.AdminClient;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Lists as files. */
class ExportTest {
    @Test
    void aRowHasACellForEachMember() {
        Map<String, Object> first = new LinkedHashMap<>();
        first.put("id", 1);
        first.put("title", "a \"b\", c");
        first.put("keys", List.of("x", "y"));
        Map<String, Object> second = new LinkedHashMap<>();
        second.put("id", 2);
        second.put("title", null);
        second.put("more", true);
        assertEquals(
                "id,title,keys,more\r\n1,\"a \"\"b\"\", c\",\"[\"\"x\"\",\"\"y\"\"]\",\r\n2,,,true\r\n",
                Export.csv(AdminClient.tree(List.of(first, second))));
    }

    @Test
    void whatOthersHaveWrittenIsNoFormula() {
        for (String text : List.of("=1+1", "+1", "-1", "@A1", "\t=1")) {
            assertEquals(
                    "title\r\n\"'" + text + "\"\r\n", Export.csv(AdminClient.tree(List.of(Map.of("title", text)))));
        }
    }
}
