package dev.weir.bind.compile;

import static org.objectweb.asm.Opcodes.*;

import dev.weir.bind.codec.CodecRegistry;
import dev.weir.bind.model.Property;
import dev.weir.bind.plan.CodecPlan;
import java.lang.invoke.MethodHandle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;

/** Emits access to members by property number, for the operations that are not worth byte code of their own. */
final class MemberAccessEmitter extends CodecEmitter {
    MemberAccessEmitter(CodecClassBuilder made, CodecPlan plan, CodecRegistry registry) {
        super(made, plan, registry);
    }

    void write() {
        MethodVisitor get = method("get", "(L" + OBJECT + ";I)L" + OBJECT + ";");
        MethodVisitor set = method("set", "(L" + OBJECT + ";IL" + OBJECT + ";)V");
        int count = plan.properties.size();
        Label[] gets = labels(count);
        Label[] sets = labels(count);
        Label getNone = new Label();
        Label setNone = new Label();
        if (count > 0) {
            get.visitVarInsn(ILOAD, 2);
            get.visitTableSwitchInsn(0, count - 1, getNone, gets);
            set.visitVarInsn(ILOAD, 2);
            set.visitTableSwitchInsn(0, count - 1, setNone, sets);
        }
        for (int i = 0; i < count; i++) {
            Property property = plan.properties.get(i);
            get.visitLabel(gets[i]);
            MethodHandle getter = MemberHandles.getter(property.accessor(), true);
            if (getter == null) {
                get.visitInsn(ACONST_NULL);
            } else {
                constant(get, getter, HANDLE);
                get.visitVarInsn(ALOAD, 1);
                invoke(get, HANDLE, "invokeExact", "(L" + OBJECT + ";)L" + OBJECT + ";");
            }
            get.visitInsn(ARETURN);
            set.visitLabel(sets[i]);
            MethodHandle setter = MemberHandles.setter(property.accessor(), true);
            if (setter != null) {
                constant(set, setter, HANDLE);
                set.visitVarInsn(ALOAD, 1);
                set.visitVarInsn(ALOAD, 3);
                invoke(set, HANDLE, "invokeExact", "(L" + OBJECT + ";L" + OBJECT + ";)V");
            }
            set.visitInsn(RETURN);
        }
        get.visitLabel(getNone);
        get.visitInsn(ACONST_NULL);
        get.visitInsn(ARETURN);
        end(get);
        set.visitLabel(setNone);
        set.visitInsn(RETURN);
        end(set);
    }
}
