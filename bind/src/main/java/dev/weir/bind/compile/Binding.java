package dev.weir.bind.compile;

import dev.weir.bind.model.BindingModel;
import dev.weir.bind.model.BoundArray;
import dev.weir.bind.model.BoundClass;
import dev.weir.bind.model.BoundEnum;
import dev.weir.bind.model.Content;
import dev.weir.bind.model.DeclaredElement;
import dev.weir.bind.value.SimpleType;
import dev.weir.xml.XmlName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** A model with its codecs, each made on first use. Thread-safe. */
public final class Binding {
    static final String XML_SCHEMA = "http://www.w3.org/2001/XMLSchema";

    /** The system property that says how often a class is read or written before its codec is compiled. */
    private static final String INTERPRETED = "dev.weir.bind.interpreted";

    /** Where the time of compiling, a few ms on a JVM that has just started, is about won back. */
    private static final int USUALLY_INTERPRETED = 256;

    private final BindingModel model;
    private final Map<BoundClass, CodecRef> refs = new ConcurrentHashMap<>();
    private final Map<XmlName, RootElement> roots = new HashMap<>();
    private final Map<XmlName, List<RootElement>> declarations = new HashMap<>();
    private final List<String> namespaces;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Map<XmlName, XmlName> canonical = new ConcurrentHashMap<>();
    private volatile @Nullable ItemCodecs items;
    private volatile @Nullable Prefixes prefixes;
    private final int interpreted;

    /** With codecs that are compiled after some objects of their class. */
    public Binding(BindingModel model) {
        this(model, Integer.getInteger(INTERPRETED, USUALLY_INTERPRETED));
    }

    /**
     * @param interpreted so often is a class read or written before its codec is compiled; {@code Integer.MAX_VALUE} for
     *     never
     */
    public Binding(BindingModel model, int interpreted) {
        this.interpreted = interpreted;
        this.model = model;
        namespaces = List.copyOf(model.namespaces());
        for (String namespace : namespaces) {
            numbers.put(namespace, numbers.size());
        }
        for (DeclaredElement declaration : model.declarations()) {
            RootElement element = element(declaration);
            declarations
                    .computeIfAbsent(declaration.name(), name -> new ArrayList<>())
                    .add(element);
            if (declaration.scope() == null) {
                roots.putIfAbsent(declaration.name(), element);
            }
        }
        for (XmlName name : model.rootNames()) {
            BoundClass bound = model.root(name);
            if (bound != null) {
                roots.put(name, new RootElement(name, item(new Content.Bean(bound)), null, null, null));
            }
        }
    }

    int interpreted() {
        return interpreted;
    }

    public BindingModel model() {
        return model;
    }

    List<String> namespaces() {
        return namespaces;
    }

    int number(String namespace) {
        Integer number = numbers.get(namespace);
        if (number == null) {
            throw new IllegalStateException("a namespace that the model does not know: " + namespace);
        }
        return number;
    }

    /** A name made of Strings of which there is one only, so that writers see at a glance what they saw before. */
    XmlName canonical(XmlName name) {
        XmlName known = canonical.get(name);
        if (known == null) {
            Integer number = numbers.get(name.namespace());
            String namespace = number == null ? name.namespace() : namespaces.get(number);
            known = XmlName.of(namespace, name.local().intern());
            canonical.put(name, known);
        }
        return known;
    }

    /** The prefixes that nobody asked to be others; chosen when something is written first. */
    public Prefixes prefixes() {
        Prefixes known = prefixes;
        if (known == null) {
            known = new Prefixes(this, null);
            prefixes = known; // threads that race choose the same ones
        }
        return known;
    }

    /** Prefixes by somebody's wish: from namespace and suggestion to prefix, or null. */
    public Prefixes prefixes(BiFunction<String, String, @Nullable String> wish) {
        return new Prefixes(this, wish);
    }

    CodecRef ref(BoundClass bound) {
        CodecRef known = refs.get(bound);
        return known != null ? known : makeRef(bound);
    }

    private CodecRef makeRef(BoundClass bound) {
        if (model.classOf(bound.type()) != bound) {
            throw new IllegalStateException(bound + " is of another model");
        }
        CodecRef made = new CodecRef(bound, this);
        CodecRef other = refs.putIfAbsent(bound, made);
        return other == null ? made : other;
    }

    /** The element with a name that a document may begin with. */
    @Nullable RootElement root(XmlName name) {
        return roots.get(name);
    }

    String expectedRoots() {
        return NameSlots.expected(roots.keySet());
    }

    /** What a registry says of an element in the content of a class, or anywhere. */
    @Nullable RootElement declaration(XmlName name, @Nullable Class<?> scope) {
        RootElement global = null;
        for (RootElement one : declarations.getOrDefault(name, List.of())) {
            if (one.scope() != null && one.scope() == scope) {
                return one;
            }
            if (one.scope() == null) {
                global = one;
            }
        }
        return global;
    }

    RootElement element(DeclaredElement declaration) {
        return new RootElement(
                declaration.name(),
                item(declaration.content()),
                declaration.type(),
                declaration.scope(),
                declaration.defaultValue());
    }

    // ---------------------------------------------------------------- items

    ItemCodec item(Content content) {
        return items().of(content);
    }

    /** How values of a class are read and written; null where the class is not known. */
    @Nullable ItemCodec itemOf(Class<?> type) {
        return items().ofClass(type);
    }

    /** How values of a type are read that xsi:type names; null where it is not known. */
    @Nullable ItemCodec itemOfType(XmlName type) {
        return items().ofType(type);
    }

    /** Made when the first is asked for: a context alone does without the dozen classes of items. */
    private ItemCodecs items() {
        ItemCodecs known = items;
        if (known == null) {
            known = new ItemCodecs(this);
            items = known; // of threads that race each has its own: they are alike
        }
        return known;
    }

    /** The nearest class above one whose values are simple: an implementation is written as what it implements. */
    static @Nullable Class<?> simpleAbove(Class<?> type) {
        Class<?> above = type.getSuperclass();
        while (above != null && !SimpleType.isSimple(above)) {
            above = above.getSuperclass();
        }
        return above;
    }

    @Nullable CodecRef refOfType(XmlName type) {
        BoundClass bound = model.type(type);
        return bound == null ? null : ref(bound);
    }

    /** What xsi:type says of a value; null for nothing. */
    @Nullable XmlName typeNameOf(Object value) {
        if (value instanceof XMLGregorianCalendar moment) {
            QName type = moment.getXMLSchemaType();
            return XmlName.of(type.getNamespaceURI(), type.getLocalPart());
        }
        return typeNameOf(value.getClass());
    }

    private @Nullable XmlName typeNameOf(Class<?> type) {
        if (SimpleType.isSimple(type)) {
            return SimpleType.of(type, null).schemaType();
        }
        BoundArray array = model.arrayOf(type);
        if (array != null) {
            return array.typeName();
        }
        BoundEnum constant = model.enumOf(type);
        if (constant != null) {
            return constant.typeName();
        }
        BoundClass bound = model.nearest(type);
        if (bound != null) {
            return bound.typeName();
        }
        Class<?> simple = simpleAbove(type);
        return simple == null ? null : typeNameOf(simple);
    }
}
