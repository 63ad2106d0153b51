package dev.weir.bind.compile;

import static org.objectweb.asm.Opcodes.*;

import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/** Builds a class file together with the constants it refers to. */
final class CodecClassBuilder {
    private final String self;
    private final List<Object> constants = new ArrayList<>();
    private final List<String> constantTypes = new ArrayList<>();
    private final ClassWriter type = new ClassWriter(ClassWriter.COMPUTE_FRAMES) {
        @Override
        protected String getCommonSuperClass(String one, String other) {
            return one.equals(other) ? one : CodecEmitter.OBJECT;
        }
    };

    /** Starts a subclass of BeanCodec in this package. */
    CodecClassBuilder(Class<?> bound) {
        this.self = "dev/weir/bind/compile/Codec$"
                + bound.getName()
                        .replace('.', '_')
                        .replace('/', '_')
                        .replace(';', '_')
                        .replace('[', '_');
        type.visit(V17, ACC_FINAL | ACC_SUPER, self, null, CodecEmitter.CODEC, null);
    }

    String name() {
        return self;
    }

    MethodVisitor method(String name, String descriptor) {
        MethodVisitor m = type.visitMethod(ACC_PUBLIC | ACC_FINAL, name, descriptor, null, null);
        m.visitCode();
        return m;
    }

    MethodVisitor constructor(String descriptor) {
        MethodVisitor m = type.visitMethod(ACC_PUBLIC, "<init>", descriptor, null, null);
        m.visitCode();
        return m;
    }

    /** Pushes a constant of this codec on the stack. */
    void constant(MethodVisitor m, Object value, String internalName) {
        int index = -1;
        for (int i = 0; i < constants.size() && index < 0; i++) {
            index = constants.get(i) == value ? i : -1;
        }
        if (index < 0) {
            index = constants.size();
            constants.add(value);
            constantTypes.add(internalName);
        }
        m.visitFieldInsn(GETSTATIC, self, "c" + index, "L" + constantTypes.get(index) + ";");
    }

    /** Defines the class file as a hidden class. */
    Class<?> define() throws IllegalAccessException {
        fields();
        type.visitEnd();
        return MethodHandles.lookup()
                .defineHiddenClassWithClassData(type.toByteArray(), List.copyOf(constants), true)
                .lookupClass();
    }

    /**
     * Emits the fields that hold the constants, which are passed as class data. They are not dynamic constants of the
     * class file: the JVM does not compile a method with a constant that was never resolved, on a path that was never
     * taken.
     */
    private void fields() {
        String list = Type.getInternalName(List.class);
        String handles = Type.getInternalName(MethodHandles.class);
        String lookup = "L" + handles + "$Lookup;";
        MethodVisitor m = type.visitMethod(ACC_STATIC, "<clinit>", "()V", null, null);
        m.visitCode();
        m.visitMethodInsn(INVOKESTATIC, handles, "lookup", "()" + lookup, false);
        m.visitLdcInsn("_");
        m.visitLdcInsn(Type.getType(List.class));
        m.visitMethodInsn(
                INVOKESTATIC,
                handles,
                "classData",
                "(" + lookup + "Ljava/lang/String;Ljava/lang/Class;)L" + CodecEmitter.OBJECT + ";",
                false);
        m.visitTypeInsn(CHECKCAST, list);
        m.visitVarInsn(ASTORE, 0);
        for (int i = 0; i < constants.size(); i++) {
            String descriptor = "L" + constantTypes.get(i) + ";";
            type.visitField(ACC_STATIC | ACC_FINAL, "c" + i, descriptor, null, null)
                    .visitEnd();
            m.visitVarInsn(ALOAD, 0);
            CodecEmitter.number(m, i);
            m.visitMethodInsn(INVOKEINTERFACE, list, "get", "(I)L" + CodecEmitter.OBJECT + ";", true);
            m.visitTypeInsn(CHECKCAST, constantTypes.get(i));
            m.visitFieldInsn(PUTSTATIC, self, "c" + i, descriptor);
        }
        m.visitInsn(RETURN);
        CodecEmitter.end(m);
    }
}
