package dev.weir.composite.assess;

import dev.weir.bpel.BpelException;
import dev.weir.composite.assembly.LocalComposites;
import dev.weir.composite.assembly.WireVersions;
import dev.weir.composite.process.DeafServices;
import dev.weir.composite.runtime.AlikeOperations;
import dev.weir.composite.runtime.UncallableOperations;
import dev.weir.wsdl.MissingDocument;
import dev.weir.xml.Problem;
import dev.weir.xpath.InvalidExpression;
import dev.weir.xpath.UnavailableCallException;
import java.net.URI;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What one composite lacks, found from its problems: those with one cause are one need. Where documents are missing, what
 * can only be judged with them is no need of its own.
 */
final class Needs {
    private static final int MAX_NAME = 120;
    private static final Pattern FUNCTION = Pattern.compile("there is no function (?:\\{([^{}]*)})?([\\w.-]+)");
    private static final Pattern UNAVAILABLE = Pattern.compile("the function \\{[^{}]*}([\\w.-]+)");
    private static final Pattern QUOTED = Pattern.compile("'[^']*'");
    /** What precedes the statement in many problems: {@code rule 'x': }. */
    private static final Pattern SUBJECT = Pattern.compile("^[^:']{0,40}'[^']*'[^:']{0,40}: ");

    /** Rules that name a file of the composite's own that is not there. */
    private static final Set<String> FILE_MISSING = Set.of(
            MissingDocument.RULE,
            "composite-file-missing",
            "composite-file-unreadable",
            "composite-component-type-missing",
            "composite-wsdl-unreadable",
            "composite-wsdl-unknown",
            "mediator-stylesheet-missing",
            UnavailableCallException.DOCUMENT,
            "mediator-plan-unreadable",
            "bpel-document-unreadable",
            "bpel-import",
            "wsdl-import");

    private static final Set<String> FROM_CONTRACTS =
            Set.of("mediator-services", "mediator-reference-unknown", "mediator-operation-unknown");

    private final FeatureSurvey survey;
    private final List<URI> missing;

    /** @param missing documents from elsewhere that were not found */
    Needs(FeatureSurvey survey, List<URI> missing) {
        this.survey = survey;
        this.missing = missing;
    }

    /** True for Java that may well be sound: it is not run without the switch. */
    static boolean lacksSwitch(Problem problem) {
        return problem.rule().equals(BpelException.JAVA) && problem.remedy().contains("--allow-java")
                || problem.rule().equals(UnavailableCallException.UNSUPPORTED)
                        && problem.what().endsWith("start it with --allow-java");
    }

    /** True for a problem that a component has only because not all of its contracts are known. */
    static boolean followsFromContracts(Problem problem) {
        return FROM_CONTRACTS.contains(problem.rule()) || keepsFromBeingJudged(problem);
    }

    /** True for such a problem of a process: without what it misses the process cannot be judged whole. */
    static boolean keepsFromBeingJudged(Problem problem) {
        return problem.rule().equals("bpel-no-wsdl")
                || problem.rule().equals("SA00010") && problem.what().startsWith("no imported ");
    }

    SortedSet<Need> of(Collection<Problem> problems) {
        SortedSet<Need> needs = new TreeSet<>();
        boolean documents = problems.stream().anyMatch(this::isDocument);
        for (Problem problem : problems) {
            Need need = needOf(problem);
            if (!(documents && need.kind() == Need.Kind.CORRECTION)) {
                needs.add(need);
            }
        }
        if (needs.isEmpty() && !problems.isEmpty()) {
            needs.add(correction(problems.iterator().next()));
        }
        return needs;
    }

    /** Rules of warnings about services, references, or operations of them, at which no message arrives. */
    private static final Set<String> UNSERVED =
            Set.of(DeafServices.RULE, AlikeOperations.RULE, WireVersions.RULE, UncallableOperations.RULE);

    /** What warnings say that a part of the composite lacks: documents, and what makes messages arrive at a service. */
    SortedSet<Need> ofWarnings(Collection<Problem> warnings) {
        SortedSet<Need> needs = new TreeSet<>();
        for (Problem warning : warnings) {
            Need need = need(warning);
            if (need.kind() == Need.Kind.DOCUMENT || UNSERVED.contains(warning.rule())) {
                needs.add(need);
            }
        }
        return needs;
    }

    private boolean isDocument(Problem problem) {
        return isFileMissing(problem) || missingIn(problem) != null;
    }

    /** True for a file that is not there; one that is there has problems of its own. */
    private static boolean isFileMissing(Problem problem) {
        return FILE_MISSING.contains(problem.rule()) && !problem.remedy().equals("correct the document");
    }

    /** What is left to fail when it is reached keeps a composite from nothing else. */
    private Need needOf(Problem problem) {
        Need need = need(problem);
        return need.kind() != Need.Kind.DOCUMENT && problem.remedy().contains("--lenient")
                ? new Need(Need.Kind.PART, need.name(), need.example())
                : need;
    }

    private Need need(Problem problem) {
        String feature =
                problem.file().equals("composite.xml") && isUnsupported(problem) ? survey.at(problem.line()) : null;
        if (feature != null) {
            return new Need(
                    feature.equals("events") || feature.equals("security policy") ? Need.Kind.FEATURE : Need.Kind.PART,
                    feature,
                    problem.what());
        }
        if (problem.rule().equals("xslt") || problem.rule().equals("xquery")) {
            return new Need(Need.Kind.PART, "stylesheets and queries that do not compile", problem.what());
        }
        if (problem.rule().equals("mediator-unavailable")) {
            return new Need(
                    Need.Kind.PART, clipped(QUOTED.matcher(problem.what()).replaceAll("'…'")), problem.what());
        }
        if (problem.rule().equals("bpel-unavailable")) {
            return new Need(Need.Kind.PART, "entity variables (SDO)", problem.what());
        }
        if (problem.rule().equals(BpelException.JAVA) || lacksSwitch(problem)) {
            return lacksSwitch(problem)
                    ? new Need(Need.Kind.PART, "Java in processes (--allow-java)", problem.what())
                    : new Need(Need.Kind.FEATURE, "what the Java in processes uses", problem.what());
        }
        if (problem.rule().equals(InvalidExpression.RULE)
                && !FUNCTION.matcher(problem.what()).find()) {
            return new Need(Need.Kind.CORRECTION, "expressions that are no XPath 1.0", problem.what());
        }
        Matcher unavailable = UNAVAILABLE.matcher(problem.what());
        if (problem.rule().equals(UnavailableCallException.UNSUPPORTED) && unavailable.find()) {
            return new Need(Need.Kind.PART, "function " + unavailable.group(1), problem.what());
        }
        Matcher function = FUNCTION.matcher(problem.what());
        if (function.find()) {
            String namespace = Objects.requireNonNullElse(function.group(1), "");
            String library = namespace.substring(Math.max(namespace.lastIndexOf('/'), namespace.lastIndexOf('.')) + 1);
            return new Need(
                    Need.Kind.FEATURE,
                    "function " + function.group(2) + (library.isEmpty() ? "" : " (" + library + ")"),
                    problem.what());
        }
        URI document = missingIn(problem);
        if (document != null) {
            return new Need(Need.Kind.DOCUMENT, place(document), document.toString());
        }
        if (isFileMissing(problem)) {
            return new Need(Need.Kind.DOCUMENT, "files of the composite itself", MissingDocument.reason(problem));
        }
        if (isUnsupported(problem)) {
            String what = SUBJECT.matcher(problem.what()).replaceFirst("");
            return new Need(Need.Kind.FEATURE, clipped(QUOTED.matcher(what).replaceAll("'…'")), problem.what());
        }
        return correction(problem);
    }

    private static Need correction(Problem problem) {
        return new Need(Need.Kind.CORRECTION, problem.rule(), problem.what());
    }

    private static boolean isUnsupported(Problem problem) {
        return problem.rule().endsWith("unsupported")
                || problem.rule().endsWith("unavailable")
                || problem.rule().equals("bpel-java");
    }

    private @Nullable URI missingIn(Problem problem) {
        for (URI document : missing) {
            if (problem.what().contains(document.toString())) {
                return document;
            }
        }
        return null;
    }

    /** Where documents come from together. */
    private static String place(URI document) {
        LocalComposites.Address address = LocalComposites.Address.parse(document);
        if (address != null) {
            return clipped("the composite " + address.composite());
        }
        String scheme = String.valueOf(document.getScheme());
        String path = Objects.requireNonNullElse(document.getPath(), "");
        if (scheme.equals("oramds")) {
            String[] steps = path.split("/", 4);
            return path.startsWith("/soa/shared/")
                    ? "Oracle's shared documents (oramds:/soa/shared)"
                    : clipped("metadata (oramds:/" + (steps.length > 1 ? steps[1] : "") + "), by --mds");
        }
        if (scheme.equals("file")) {
            return "documents of the developer's machine (file:)";
        }
        String host = document.getHost();
        return clipped(host == null ? scheme + ": addresses" : "documents at " + host + ", by --allow-fetch");
    }

    private static String clipped(String name) {
        return name.length() <= MAX_NAME ? name : name.substring(0, MAX_NAME) + "…";
    }
}
