package dev.weir.bind.jaxb;

import dev.weir.bind.model.BindingModel;
import dev.weir.bind.model.BoundClass;
import dev.weir.xml.XmlName;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.JAXBIntrospector;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Determines which objects are elements, and their names. */
final class WeirIntrospector extends JAXBIntrospector {
    private final BindingModel model;

    WeirIntrospector(BindingModel model) {
        this.model = model;
    }

    static JAXBIntrospector of(BindingModel model) {
        return new WeirIntrospector(model);
    }

    @Override
    public boolean isElement(Object object) {
        return getElementName(object) != null;
    }

    @Override
    public @Nullable QName getElementName(Object object) {
        if (object instanceof JAXBElement<?> element) {
            return element.getName();
        }
        BoundClass bound = model.nearest(object.getClass());
        XmlName name = bound == null ? null : bound.rootName();
        return name == null ? null : new QName(name.namespace(), name.local());
    }
}
