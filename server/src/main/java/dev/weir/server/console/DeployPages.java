package dev.weir.server.console;

import dev.weir.composite.assess.Grade;
import dev.weir.server.access.Role;
import dev.weir.server.admin.AdminRecords.AssessmentView;
import dev.weir.server.admin.AdminRecords.CompositeView;
import dev.weir.server.admin.CompositeControl.Upload;
import dev.weir.soap.http.HttpReply;
import java.util.List;

/** Deploying: an archive is judged first, then deployed. Its bytes come from the browser each time. */
public final class DeployPages {
    private static final String SECTION = "composites";

    private final Pages pages;

    DeployPages(Pages pages) {
        this.pages = pages;
    }

    List<ConsoleRoute> routes() {
        return List.of(
                ConsoleRoute.page("/deploy", this::show),
                ConsoleRoute.upload("/deploy/assess", this::assess),
                ConsoleRoute.upload("/deploy/sar", this::deploy, "partition", "overwrite", "default"));
    }

    private HttpReply show(ConsoleRequest request) {
        request.needs(Role.ADMINISTRATOR);
        return pages.page(request, "deploy", SECTION, "Deploy a composite", "");
    }

    /** The page of what is to be expected. */
    public record AssessedPage(AssessmentView assessment) {
        /** True where there is nothing to deploy. */
        public boolean unreadable() {
            return assessment.grade() == Grade.UNREADABLE;
        }

        /** The class of the grade in the style sheet. */
        public String tone() {
            return switch (assessment.grade()) {
                case RUNS -> "good";
                case PARTLY -> "";
                case NEEDS, UNREADABLE -> "bad";
            };
        }
    }

    private HttpReply assess(ConsoleRequest request) {
        request.needs(Role.ADMINISTRATOR);
        return pages.page(
                request,
                "assessed",
                SECTION,
                "What is to be expected",
                new AssessedPage(request.admin().assess(request.body())));
    }

    private HttpReply deploy(ConsoleRequest request) {
        request.needs(Role.ADMINISTRATOR);
        String partition = request.query().get("partition");
        CompositeView deployed = request.admin()
                .deploy(
                        request.body(),
                        new Upload(
                                partition.isEmpty() ? "default" : partition,
                                request.query().get("overwrite").equals("yes"),
                                request.query().get("default").equals("yes")));
        request.say("Deployed: " + deployed.name() + (deployed.defaultRevision() ? ", the default revision." : "."));
        // No redirect: the script would follow it, and what is said there would be read by nobody.
        return Pages.guarded(HttpReply.of(201))
                .with("Location", Console.PREFIX + "/composites/" + Fields.encoded(deployed.name()));
    }
}
