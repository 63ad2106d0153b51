package dev.weir.bench.arrays;

import jakarta.jws.WebService;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Does what the operations' names say, and no more. Thread-safe. */
@WebService(
        endpointInterface = "dev.weir.bench.arrays.ArrayService",
        targetNamespace = ArrayService.NAMESPACE,
        serviceName = "ArrayService",
        portName = "ArrayServicePort")
public class ArrayServiceBean implements ArrayService {
    @Override
    public void echoVoid() {}

    @Override
    public byte[] echoBase64(byte[] input) {
        return input;
    }

    @Override
    public int receiveBase64(byte[] input) {
        return input.length;
    }

    @Override
    public byte[] sendBase64(int size) {
        byte[] made = new byte[size];
        for (int i = 0; i < size; i++) {
            made[i] = (byte) i;
        }
        return made;
    }

    @Override
    public String[] echoStrings(String[] input) {
        return input;
    }

    @Override
    public int receiveStrings(String[] input) {
        return input.length;
    }

    @Override
    public String[] sendStrings(int size) {
        return IntStream.range(0, size).mapToObj(i -> "s" + i).toArray(String[]::new);
    }

    @Override
    public int[] echoInts(int[] input) {
        return input;
    }

    @Override
    public int receiveInts(int[] input) {
        return input.length;
    }

    @Override
    public int[] sendInts(int size) {
        return IntStream.range(0, size).toArray();
    }

    @Override
    public double[] echoDoubles(double[] input) {
        return input;
    }

    @Override
    public int receiveDoubles(double[] input) {
        return input.length;
    }

    @Override
    public double[] sendDoubles(int size) {
        double[] made = new double[size];
        Arrays.setAll(made, i -> i);
        return made;
    }

    @Override
    public SimpleEvent[] echoSimpleEvents(SimpleEvent[] input) {
        return input;
    }

    @Override
    public int receiveSimpleEvents(SimpleEvent[] input) {
        return input.length;
    }

    @Override
    public SimpleEvent[] sendSimpleEvents(int size) {
        return IntStream.range(0, size).mapToObj(SimpleEvent::at).toArray(SimpleEvent[]::new);
    }

    @Override
    public MeshInterfaceObject[] echoMeshInterfaceObjects(MeshInterfaceObject[] input) {
        return input;
    }

    @Override
    public int receiveMeshInterfaceObjects(MeshInterfaceObject[] input) {
        return input.length;
    }

    @Override
    public MeshInterfaceObject[] sendMeshInterfaceObjects(int size) {
        return IntStream.range(0, size).mapToObj(MeshInterfaceObject::at).toArray(MeshInterfaceObject[]::new);
    }
}
