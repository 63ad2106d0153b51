package dev.weir.bind.binding;

import dev.weir.bind.codec.BeanCodec;
import dev.weir.bind.codec.CodecFactory;
import dev.weir.bind.codec.CodecRef;
import dev.weir.bind.codec.CodecRegistry;
import dev.weir.bind.codec.ItemCodec;
import dev.weir.bind.codec.RootElement;
import dev.weir.bind.compile.CodecGenerator;
import dev.weir.bind.context.NameSlots;
import dev.weir.bind.context.Prefixes;
import dev.weir.bind.interpret.InterpretedCodec;
import dev.weir.bind.item.ItemCodecs;
import dev.weir.bind.model.BindingModel;
import dev.weir.bind.model.BoundArray;
import dev.weir.bind.model.BoundClass;
import dev.weir.bind.model.BoundEnum;
import dev.weir.bind.model.Content;
import dev.weir.bind.model.DeclaredElement;
import dev.weir.bind.plan.CodecPlan;
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

/**
 * A model with its codecs, each created on first use: the entry point of binding. It decides whether a class is
 * interpreted or compiled, and is the {@link CodecRegistry} in which codecs look one another up. Thread-safe.
 */
public final class Binding implements CodecRegistry, CodecFactory {
    /** As the number of uses before a codec is compiled: never compile. */
    private static final int NEVER = InterpretedCodec.UNLIMITED;

    /** The system property for the number of times a class is read or written before its codec is compiled. */
    private static final String INTERPRETED = "dev.weir.bind.interpreted";

    /** The number of uses that about pays for compiling, which takes a few ms on a JVM that has just started. */
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
    private final boolean inAnyNamespace;

    /** A binding that compiles a codec after the default number of uses. */
    public Binding(BindingModel model) {
        this(model, Integer.getInteger(INTERPRETED, USUALLY_INTERPRETED));
    }

    /**
     * A binding that reads child elements in whatever namespace they are, where their local names alone say which they are;
     * {@link NameSlots#inAnyNamespace}. A class with a wildcard, which takes what it does not know, is read as always.
     */
    public static Binding inAnyNamespace(BindingModel model) {
        return new Binding(model, Integer.getInteger(INTERPRETED, USUALLY_INTERPRETED), true);
    }

    /**
     * @param interpreted the number of times a class is read or written before its codec is compiled; {@code
     *     Integer.MAX_VALUE} for never
     */
    public Binding(BindingModel model, int interpreted) {
        this(model, interpreted, false);
    }

    private Binding(BindingModel model, int interpreted, boolean inAnyNamespace) {
        this.interpreted = interpreted;
        this.inAnyNamespace = inAnyNamespace;
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

    @Override
    public BindingModel model() {
        return model;
    }

    @Override
    public BeanCodec firstCodec(CodecRef ref) {
        CodecPlan plan = new CodecPlan(ref.bound, this);
        boolean atOnce = interpreted == 0 || interpreted != NEVER && plan.hasPrimitiveArray();
        return atOnce ? ref.compiled() : new InterpretedCodec(ref, plan, this, interpreted);
    }

    @Override
    public BeanCodec compile(CodecRef ref) {
        return CodecGenerator.generate(new CodecPlan(ref.bound, this), this);
    }

    @Override
    public NameSlots elementNames(List<XmlName> names) {
        return inAnyNamespace ? NameSlots.inAnyNamespace(names) : new NameSlots(names);
    }

    @Override
    public int number(String namespace) {
        Integer number = numbers.get(namespace);
        if (number == null) {
            throw new IllegalStateException("a namespace that the model does not know: " + namespace);
        }
        return number;
    }

    @Override
    public XmlName canonical(XmlName name) {
        XmlName known = canonical.get(name);
        if (known == null) {
            Integer number = numbers.get(name.namespace());
            String namespace = number == null ? name.namespace() : namespaces.get(number);
            known = XmlName.of(namespace, name.local().intern());
            canonical.put(name, known);
        }
        return known;
    }

    /** The default prefixes, without a user's preferences; computed on the first marshalling. */
    public Prefixes prefixes() {
        Prefixes known = prefixes;
        if (known == null) {
            known = new Prefixes(model, namespaces, null);
            prefixes = known; // racing threads compute equal values
        }
        return known;
    }

    /** Prefixes with a preference: a function from namespace and suggested prefix to prefix, or null. */
    public Prefixes prefixes(BiFunction<String, String, @Nullable String> wish) {
        return new Prefixes(model, namespaces, wish);
    }

    @Override
    public CodecRef ref(BoundClass bound) {
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

    @Override
    public @Nullable RootElement root(XmlName name) {
        return roots.get(name);
    }

    String expectedRoots() {
        return NameSlots.expected(roots.keySet());
    }

    @Override
    public @Nullable RootElement declaration(XmlName name, @Nullable Class<?> scope) {
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

    @Override
    public RootElement element(DeclaredElement declaration) {
        return new RootElement(
                declaration.name(),
                item(declaration.content()),
                declaration.type(),
                declaration.scope(),
                declaration.defaultValue());
    }

    // ---------------------------------------------------------------- items

    @Override
    public ItemCodec item(Content content) {
        return items().of(content);
    }

    @Override
    public @Nullable ItemCodec itemOf(Class<?> type) {
        return items().ofClass(type);
    }

    @Override
    public @Nullable ItemCodec itemOfType(XmlName type) {
        return items().ofType(type);
    }

    /** Created on demand: a context that is never used need not load the dozen item classes. */
    private ItemCodecs items() {
        ItemCodecs known = items;
        if (known == null) {
            known = new ItemCodecs(this);
            items = known; // racing threads may each use their own; they are equivalent
        }
        return known;
    }

    @Override
    public @Nullable CodecRef refOfType(XmlName type) {
        BoundClass bound = model.type(type);
        return bound == null ? null : ref(bound);
    }

    @Override
    public @Nullable XmlName typeNameOf(Object value) {
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
        Class<?> simple = SimpleType.nearestAbove(type);
        return simple == null ? null : typeNameOf(simple);
    }
}
