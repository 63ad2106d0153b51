package dev.weir.bench.arrays;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlType;

/** A struct of numbers; its elements may come in any order (xsd:all). */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(
        name = "MeshInterfaceObject",
        namespace = ArrayService.NAMESPACE,
        propOrder = {})
public class MeshInterfaceObject {
    public int x;
    public int y;
    public double value;

    /** The one that the suite has at a place of its arrays. */
    public static MeshInterfaceObject at(int place) {
        MeshInterfaceObject object = new MeshInterfaceObject();
        object.x = place;
        object.y = place;
        object.value = Math.sqrt(place);
        return object;
    }
}
