package dev.weir.server.console;

import dev.weir.server.admin.AdminException;
import dev.weir.xml.Problem;
import java.util.List;

/** Why something was not shown or not done. */
public record Problems(int status, String title, List<Problem> problems) {
    static Problems of(AdminException e) {
        int status = e.status() == 0 ? 503 : e.status();
        String title = switch (status) {
            case 400 -> "This cannot be read";
            case 403 -> "You may not do this";
            case 404 -> "There is no such thing";
            case 503 -> "The server cannot do this now";
            default -> "This was refused";
        };
        return new Problems(
                status,
                title,
                e.problems().isEmpty()
                        ? List.of(new Problem("", 0, 0, "", String.valueOf(e.getMessage()), ""))
                        : e.problems());
    }

    static Problems of(int status, String title, String why, String remedy) {
        return new Problems(status, title, List.of(new Problem("", 0, 0, "", why, remedy)));
    }

    static Problems noPage(String path) {
        return new Problems(
                404,
                "There is no such page",
                List.of(new Problem(path, 0, 0, "", "the console has no page here", "begin at " + Console.PREFIX)));
    }
}
