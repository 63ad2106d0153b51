package dev.weir.server.admin;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.weir.composite.assembly.Composite;
import dev.weir.composite.assess.CompositeReport;
import dev.weir.composite.deployment.Change;
import dev.weir.composite.runtime.OwnServices;
import dev.weir.server.access.Role;
import dev.weir.server.admin.AdminRecords.AssessmentView;
import dev.weir.server.admin.AdminRecords.CompositeChange;
import dev.weir.server.admin.AdminRecords.CompositeParts;
import dev.weir.server.admin.AdminRecords.CompositeView;
import dev.weir.server.assess.AssessmentText;
import dev.weir.soap.wsdl.ServiceDescription;
import dev.weir.store.CompositeRevision;
import dev.weir.store.Store;
import dev.weir.xml.Problem;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/** The composites: which there are, how they are deployed and changed. */
final class CompositeRoutes {
    static final String JAR = "application/java-archive";

    private final CompositeControl composites;
    private final Store store;
    private final OwnServices services;

    CompositeRoutes(CompositeControl composites, Store store, OwnServices services) {
        this.composites = composites;
        this.store = store;
        this.services = services;
    }

    List<AdminRoute> routes() {
        return List.of(
                AdminRoute.get(
                        "/composites",
                        Role.VIEWER,
                        "The composites, also those that are not served.",
                        new TypeReference<List<CompositeView>>() {},
                        request -> composites.composites()),
                AdminRoute.get(
                        "/composites/names",
                        Role.VIEWER,
                        "The names of the composites, in order; also of those that are not deployed any more and have instances.",
                        new TypeReference<List<String>>() {},
                        request -> names()),
                AdminRoute.get(
                        "/composites/{composite}",
                        Role.VIEWER,
                        "What a composite is made of, and the properties of its parts.",
                        CompositeParts.class,
                        this::parts),
                AdminRoute.post("/composites", Role.ADMINISTRATOR, "Deploys a SAR.", CompositeView.class, this::deploy)
                        .with("partition", "string", "where to, instead of default")
                        .with("overwrite", "boolean", "whether it may take the place of the same revision")
                        .with("default", "boolean", "whether its revision becomes the default one; true unless said")
                        .taking(JAR, true),
                AdminRoute.post(
                                "/assess",
                                Role.OPERATOR,
                                "Judges a SAR as it would be deployed; nothing is changed.",
                                AssessmentView.class,
                                this::assess)
                        .taking(JAR, true),
                change(Change.START, "Lets a stopped composite take messages."),
                change(Change.STOP, "Lets a composite take no messages."),
                change(Change.RETIRE, "Lets a composite take only messages of its instances."),
                change(Change.ACTIVATE, "Lets a retired composite take all messages."),
                change(Change.DEFAULT, "Makes this revision the default one."),
                change(Change.UNDEPLOY, "Takes the composite away; its instances rest."));
    }

    private List<String> names() {
        TreeSet<String> names = new TreeSet<>();
        store.composites().forEach(each -> names.add(each.toString()));
        composites.composites().forEach(each -> names.add(each.name()));
        return List.copyOf(names);
    }

    private CompositeParts parts(AdminRequest request) {
        CompositeRevision name = AdminRequest.composite(request.path("composite"));
        Composite composite = composites.composite(name);
        Map<String, ServiceDescription> offered = services.of(name);
        CompositeView view = composites.composites().stream()
                .filter(each -> each.name().equals(name.toString()))
                .findFirst()
                .orElse(null);
        if (composite == null || offered == null || view == null) {
            throw new RefusedException(
                    404, "admin-composite-unknown", name + " is not served", "see `weir list` for those that are");
        }
        return PartsView.of(view, composite, offered.keySet());
    }

    private AssessmentView assess(AdminRequest request) {
        CompositeReport report = composites.assess(sar(request));
        String file = report.place().toString();
        return new AssessmentView(
                report.name().equals(report.place().getFileName().toString()) ? "The file" : report.id(),
                report.grade(),
                AssessmentText.verdict(report),
                List.copyOf(report.features()),
                report.problems().stream()
                        .map(problem -> inArchive(problem, file))
                        .toList(),
                report.moreProblems(),
                report.warnings().stream()
                        .map(problem -> inArchive(problem, file))
                        .toList());
    }

    /** Without the place where it was kept meanwhile. */
    private static Problem inArchive(Problem problem, String archive) {
        return problem.file().startsWith(archive)
                ? problem.inFile("the archive" + problem.file().substring(archive.length()))
                : problem;
    }

    private AdminRoute change(Change change, String summary) {
        return AdminRoute.post(
                "/composites/{composite}/" + change.name().toLowerCase(Locale.ROOT),
                Role.ADMINISTRATOR,
                summary,
                CompositeChange.class,
                request -> change(request, change));
    }

    private CompositeChange change(AdminRequest request, Change change) {
        CompositeRevision composite = AdminRequest.composite(request.path("composite"));
        request.note().composite(composite.toString());
        CompositeChange done = composites.change(composite, change);
        request.note()
                .outcome(
                        !done.changed()
                                ? "nothing was done: it is so already"
                                : done.resting() == 0
                                        ? "done"
                                        : "done: " + done.resting()
                                                + (done.resting() == 1
                                                        ? " running instance rests"
                                                        : " running instances rest")
                                                + " until it is deployed again");
        return done;
    }

    /** The type must be said: a page of another site cannot say it without asking first. */
    private static byte[] sar(AdminRequest request) {
        if (!JAR.equals(request.contentType())) {
            throw new RefusedException(
                    415, "admin-body", "the body must be a SAR, with the type " + JAR, "send Content-Type: " + JAR);
        }
        return request.body();
    }

    private CompositeView deploy(AdminRequest request) {
        boolean overwrite = request.flag("overwrite", false);
        List<String> before = overwrite
                ? composites.composites().stream().map(CompositeView::name).toList()
                : List.of();
        CompositeView deployed = composites.deploy(
                sar(request),
                new CompositeControl.Upload(
                        request.query("partition", "default"), overwrite, request.flag("default", true)));
        request.note().composite(deployed.name());
        if (before.contains(deployed.name())) {
            request.note().outcome("done: in the place of the one before");
        }
        return deployed;
    }
}
