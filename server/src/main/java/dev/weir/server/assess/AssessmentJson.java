package dev.weir.server.assess;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.weir.composite.assess.CompositeReport;
import dev.weir.composite.assess.CompositeReport.Sources.Count;
import dev.weir.composite.assess.Grade;
import dev.weir.composite.assess.Need;
import dev.weir.composite.assess.Totals;
import dev.weir.xml.Problem;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * An assessment as one JSON object: {@code archives}, written one by one, then {@code totals}. Grades and kinds of needs
 * are in lower case.
 */
public final class AssessmentJson {
    private final JsonGenerator json;

    /** Begins the object. */
    public AssessmentJson(Writer out) throws IOException {
        json = new JsonFactory()
                .createGenerator(out)
                .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
                .useDefaultPrettyPrinter();
        json.writeStartObject();
        json.writeArrayFieldStart("archives");
    }

    public void archive(CompositeReport report) throws IOException {
        json.writeStartObject();
        json.writeStringField("place", report.place().toString());
        json.writeStringField("name", report.name());
        json.writeStringField("revision", report.revision());
        json.writeStringField("grade", word(report.grade()));
        json.writeArrayFieldStart("needs");
        for (Need need : report.needs()) {
            json.writeStartObject();
            need(need);
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("features");
        for (String feature : report.features()) {
            json.writeString(feature);
        }
        json.writeEndArray();
        sources(report.sources());
        problems("problems", report.problems());
        json.writeNumberField("moreProblems", report.moreProblems());
        problems("warnings", report.warnings());
        json.writeEndObject();
    }

    private void problems(String name, List<Problem> problems) throws IOException {
        json.writeArrayFieldStart(name);
        for (Problem problem : problems) {
            json.writeStartObject();
            json.writeStringField("file", problem.file());
            json.writeNumberField("line", problem.line());
            json.writeNumberField("column", problem.column());
            json.writeStringField("rule", problem.rule());
            json.writeStringField("what", problem.what());
            json.writeStringField("remedy", problem.remedy());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** Ends the object. */
    public void totals(Totals totals) throws IOException {
        json.writeEndArray();
        json.writeObjectFieldStart("totals");
        json.writeNumberField("archives", totals.archives());
        json.writeNumberField("differentComposites", totals.distinct());
        json.writeObjectFieldStart("grades");
        for (Grade grade : Grade.values()) {
            json.writeNumberField(word(grade), totals.of(grade));
        }
        json.writeEndObject();
        sources(totals.sources());
        json.writeArrayFieldStart("needs");
        for (Totals.NeedCount count : totals.needs()) {
            json.writeStartObject();
            need(count.need());
            json.writeNumberField("archives", count.archives());
            json.writeNumberField("alone", count.alone());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("features");
        for (Totals.FeatureCount count : totals.features()) {
            json.writeStartObject();
            json.writeStringField("feature", count.feature());
            json.writeNumberField("archives", count.archives());
            json.writeNumberField("lacking", count.lacking());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
        json.writeEndObject();
        json.writeRaw('\n');
        json.flush();
    }

    private void need(Need need) throws IOException {
        json.writeStringField("kind", word(need.kind()));
        json.writeStringField("name", need.name());
        json.writeStringField("example", need.example());
    }

    private void sources(CompositeReport.Sources sources) throws IOException {
        json.writeObjectFieldStart("sources");
        for (Map.Entry<String, Count> of : sources.counts().entrySet()) {
            String files = of.getKey();
            json.writeNumberField(files, of.getValue().all());
            json.writeNumberField(
                    "sound" + Character.toUpperCase(files.charAt(0)) + files.substring(1),
                    of.getValue().sound());
        }
        json.writeEndObject();
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
