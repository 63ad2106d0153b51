package dev.weir.bind.compile;

import static org.objectweb.asm.Opcodes.*;

import dev.weir.bind.codec.BeanCodec;
import dev.weir.bind.codec.CodecRegistry;
import dev.weir.bind.model.BoundClass;
import dev.weir.bind.plan.CodecPlan;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.InvocationTargetException;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * Makes the codec of one class: a hidden class beside this one, whose constants are method handles for the members, names,
 * and codecs of other values. As Java, what it generates for a class with an element {@code name} and elements {@code line}
 * reads about like this:
 *
 * <pre>{@code
 * void readInto(Object bean, XmlReader r, Reading in) {
 *     attributes(bean, r, in);
 *     int depth = r.depth();
 *     int expected = 0;
 *     Object lines = null;
 *     XmlEvent event = r.next();
 *     while (event != END_ELEMENT) {
 *         if (event == START_ELEMENT) {
 *             try {
 *                 switch (SLOTS.find(r.name(), expected)) {
 *                     case 0: read0(bean, r, in); expected = 1; break;
 *                     case 1: if (lines == null) lines = begin(bean, 1);
 *                             expected = 2; event = read1(bean, r, in, lines); continue;
 *                     default: in.unexpected(r);
 *                 }
 *             } catch (RuntimeException failed) {
 *                 in.elementFailed(r, failed, depth + 1);
 *             }
 *         }
 *         event = r.next();
 *     }
 * }
 * }</pre>
 *
 * {@code read1} goes on as long as elements of the same name follow.
 */
public final class CodecGenerator extends CodecEmitter {
    private CodecGenerator(CodecClassBuilder made, CodecPlan plan, CodecRegistry registry) {
        super(made, plan, registry);
    }

    public static BeanCodec generate(CodecPlan plan, CodecRegistry registry) {
        BoundClass bound = plan.bound;
        CodecClassBuilder made = new CodecClassBuilder(bound.type());
        new CodecGenerator(made, plan, registry).write();
        try {
            return (BeanCodec)
                    made.define().getDeclaredConstructor(BoundClass.class).newInstance(bound);
        } catch (InvocationTargetException failed) {
            throw new IllegalStateException("the codec of " + bound + " cannot be made", failed.getCause());
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException("the codec of " + bound + " cannot be made", impossible);
        }
    }

    private void write() {
        constructor();
        read();
        new AttributeReadEmitter(made, plan, registry).attributes();
        new ElementReadEmitter(made, plan, registry).write();
        new PropertyWriteEmitter(made, plan, registry).write();
        new MemberAccessEmitter(made, plan, registry).write();
    }

    private void constructor() {
        String descriptor = "(" + Type.getDescriptor(BoundClass.class) + ")V";
        MethodVisitor m = made.constructor(descriptor);
        m.visitVarInsn(ALOAD, 0);
        m.visitVarInsn(ALOAD, 1);
        m.visitMethodInsn(INVOKESPECIAL, CODEC, "<init>", descriptor, false);
        m.visitInsn(RETURN);
        end(m);
    }

    private void read() {
        MethodVisitor m = method("read", "(L" + READER + ";L" + READING + ";L" + OBJECT + ";)L" + OBJECT + ";");
        if (plan.bound.construction() != null) {
            for (int i = 0; i <= 3; i++) {
                m.visitVarInsn(ALOAD, i);
            }
            invoke(m, CODEC, "construct", "(L" + READER + ";L" + READING + ";L" + OBJECT + ";)L" + OBJECT + ";");
            m.visitInsn(ARETURN);
            end(m);
            return;
        }
        MethodHandle creator = MemberHandles.creator(plan.bound);
        if (creator == null) {
            m.visitVarInsn(ALOAD, 2);
            m.visitVarInsn(ALOAD, 1);
            m.visitLdcInsn(plan.bound.cannotCreate());
            invoke(m, READING, "cannotCreate", "(L" + READER + ";Ljava/lang/String;)L" + OBJECT + ";");
            m.visitInsn(ARETURN);
            end(m);
            return;
        }
        constant(m, creator, HANDLE);
        invoke(m, HANDLE, "invokeExact", "()L" + OBJECT + ";");
        m.visitVarInsn(ASTORE, 4);
        for (String when : new String[] {"enter", "leave"}) {
            m.visitVarInsn(ALOAD, 2);
            m.visitVarInsn(ALOAD, 4);
            m.visitVarInsn(ALOAD, 3);
            m.visitVarInsn(ALOAD, 0);
            invoke(m, READING, when, "(L" + OBJECT + ";L" + OBJECT + ";L" + PROPERTIES + ";)V");
            if (when.equals("enter")) {
                m.visitVarInsn(ALOAD, 0);
                m.visitVarInsn(ALOAD, 4);
                m.visitVarInsn(ALOAD, 1);
                m.visitVarInsn(ALOAD, 2);
                invoke(m, self, "readInto", READ_INTO);
            }
        }
        m.visitVarInsn(ALOAD, 4);
        m.visitInsn(ARETURN);
        end(m);
    }
}
