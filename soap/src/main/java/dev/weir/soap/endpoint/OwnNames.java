package dev.weir.soap.endpoint;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The names of a server, which a request may have in its Host field for addresses to be made of it: anybody can send any name
 * there, and a cache or a reader of the WSDL would take it for the server's. Immutable and thread-safe.
 */
public final class OwnNames {
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
    /** Nothing that would be looked up. */
    private static final Pattern LITERAL = Pattern.compile("\\[[0-9A-Fa-f:.]+]|[0-9]{1,3}(\\.[0-9]{1,3}){3}");

    private final String address;
    private final Set<String> names;

    /**
     * @param address what addresses begin with for those who name another server, without a slash at its end
     * @param names host names, without ports, beside localhost and the addresses of this machine
     */
    public OwnNames(String address, Collection<String> names) {
        this.address = address;
        Set<String> known = new HashSet<>(LOOPBACK);
        names.forEach(name -> known.add(name.toLowerCase(Locale.ROOT)));
        this.names = Set.copyOf(known);
    }

    /**
     * What the addresses begin with for a request.
     *
     * @param authority a host, and a port where it is given
     */
    String server(String scheme, String authority) {
        String host = authority.replaceFirst(":[0-9]*$", "").toLowerCase(Locale.ROOT);
        return names.contains(host) || isOfThisMachine(host) ? scheme + "://" + authority : address;
    }

    private static boolean isOfThisMachine(String host) {
        if (!LITERAL.matcher(host).matches()) {
            return false;
        }
        try {
            return NetworkInterface.getByInetAddress(InetAddress.getByName(host)) != null;
        } catch (UnknownHostException | SocketException e) {
            return false; // none that this machine could have
        }
    }
}
