package dev.weir.soap.jaxws.peers;

import jakarta.jws.WebService;
import jakarta.xml.ws.Holder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** The implementation that peers call. */
@WebService(
        endpointInterface = "dev.weir.soap.jaxws.peers.Courier",
        targetNamespace = "urn:test:courier",
        serviceName = "CourierService",
        portName = "CourierPort")
public class CourierService implements Courier {
    final BlockingQueue<String> notes = new LinkedBlockingQueue<>();

    @Override
    public String describe(Parcel parcel) {
        return parcel.toString();
    }

    @Override
    public Parcel make(boolean full) {
        return full ? Parcel.full() : Parcel.small();
    }

    @Override
    public List<Parcel> turned(List<Parcel> parcels) {
        List<Parcel> turned = new ArrayList<>(parcels);
        Collections.reverse(turned);
        return turned;
    }

    @Override
    public List<String> words(List<String> words) {
        return words;
    }

    @Override
    public Speed faster(Speed speed) {
        Speed[] all = Speed.values();
        return all[(speed.ordinal() + 1) % all.length];
    }

    @Override
    public Integer twice(Integer number) {
        return number == null ? null : Integer.valueOf(2 * number);
    }

    @Override
    public byte[] bytes(byte[] bytes) {
        byte[] turned = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            turned[i] = bytes[bytes.length - 1 - i];
        }
        return turned;
    }

    @Override
    public List<Vehicle> exchanged(List<Vehicle> vehicles) {
        List<Vehicle> exchanged = new ArrayList<>();
        for (Vehicle vehicle : vehicles) {
            Vehicle other = new Vehicle();
            if (vehicle instanceof Bicycle bicycle) {
                other.wheels = bicycle.gears;
            } else {
                Bicycle bicycle = new Bicycle();
                bicycle.gears = vehicle.wheels;
                bicycle.wheels = 2;
                other = bicycle;
            }
            other.name = vehicle.name;
            exchanged.add(other);
        }
        return exchanged;
    }

    @Override
    public Parcel stamp(Parcel parcel) {
        parcel.id++;
        return parcel;
    }

    @Override
    public String track(Ticket ticket, Holder<String> receipt, String text) {
        receipt.value = "receipt " + ticket.number + " for " + ticket.owner;
        return text;
    }

    @Override
    public String send(String to) throws Refused {
        switch (to) {
            case "nowhere" -> {
                Refusal refusal = new Refusal();
                refusal.code = 42;
                refusal.reason = Parcel.HARD_TEXT;
                refusal.allowed = List.of("here", "there");
                throw new Refused("Not <there> \u00e9.", refusal);
            }
            case "broken" -> throw new IllegalStateException("the password is secret");
            default -> {
                return "sent to " + to;
            }
        }
    }

    @Override
    public void nothing() {}

    @Override
    public void note(String text) {
        notes.add(text);
    }
}
