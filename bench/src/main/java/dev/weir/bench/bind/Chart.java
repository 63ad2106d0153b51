package dev.weir.bench.bind;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A document that consists almost entirely of attributes. */
@XmlRootElement(name = "chart", namespace = Chart.NAMESPACE)
@XmlAccessorType(XmlAccessType.FIELD)
public class Chart implements CountedDocument {
    static final String NAMESPACE = "urn:chart";
    static final String EXTRA = "urn:chart:extra";

    @XmlElement(name = "point", namespace = NAMESPACE)
    public List<Point> points = new ArrayList<>();

    @Override
    public int count() {
        return points.size();
    }

    /** A point with twelve attributes. */
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Point {
        @XmlAttribute
        public @Nullable String id;

        @XmlAttribute
        public int x;

        @XmlAttribute
        public int y;

        @XmlAttribute
        public int width;

        @XmlAttribute
        public int height;

        @XmlAttribute
        public @Nullable String color;

        @XmlAttribute(name = "class")
        public @Nullable String style;

        @XmlAttribute
        public @Nullable String label;

        @XmlAttribute
        public boolean visible;

        @XmlAttribute
        public int layer;

        @XmlAttribute(namespace = EXTRA)
        public @Nullable String source;

        @XmlAttribute(namespace = EXTRA)
        public double weight;
    }
}
