package dev.weir.soap.http;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * To which machines requests may be sent whose address came from somebody else, such as a {@code wsa:ReplyTo}: to those
 * that the internet knows, and to those that are listed. Loopback, link-local, private, multicast and all other addresses
 * that IANA's registries of special-purpose addresses (RFC 6890) do not call globally reachable are refused, so that a
 * stranger cannot make this server talk to what only this server can reach. Immutable.
 */
public final class PeerPolicy {
    /** Nothing is listed. */
    public static final PeerPolicy PUBLIC = new PeerPolicy(List.of());

    private static final List<Network> SPECIAL = networks(
            "0.0.0.0/8",
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.88.99.0/24",
            "192.168.0.0/16",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/3",
            // Teredo and 6to4, IPv4 addresses in another guise, among them.
            "2001::/23",
            "2001:db8::/32",
            "2002::/16",
            "3fff::/20");

    private final List<Entry> listed;

    private PeerPolicy(List<Entry> listed) {
        this.listed = List.copyOf(listed);
    }

    /** @param port 0 for all */
    private record Entry(@Nullable String host, @Nullable Network network, int port) {}

    private record Network(byte[] address, int bits) {
        boolean contains(InetAddress other) {
            byte[] bytes = other.getAddress();
            if (bytes.length != address.length) {
                return false;
            }
            for (int i = 0; i < bits; i++) {
                int mask = 0x80 >> (i & 7);
                if ((bytes[i >> 3] & mask) != (address[i >> 3] & mask)) {
                    return false;
                }
            }
            return true;
        }
    }

    private static List<Network> networks(String... texts) {
        List<Network> networks = new ArrayList<>();
        for (String text : texts) {
            networks.add(network(text));
        }
        return networks;
    }

    private static Network network(String text) {
        int slash = text.indexOf('/');
        String address = slash < 0 ? text : text.substring(0, slash);
        if (!isLiteral(address)) {
            throw new IllegalArgumentException("not an IP address: " + address);
        }
        byte[] bytes;
        try {
            bytes = InetAddress.getByName(address).getAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("not an IP address: " + address, e);
        }
        int bits = 8 * bytes.length;
        if (slash >= 0) {
            String length = text.substring(slash + 1);
            bits = length.matches("\\d{1,3}") ? Integer.parseInt(length) : -1;
            if (bits < 0 || bits > 8 * bytes.length) {
                throw new IllegalArgumentException("a network must end in /0 to /" + 8 * bytes.length + ": " + text);
            }
        }
        return new Network(bytes, bits);
    }

    /**
     * With others listed, too.
     *
     * @param entries {@code HOST}, {@code ADDRESS} or {@code ADDRESS/BITS}, each with {@code :PORT} or without; IPv6
     *     addresses in brackets, {@code [fd00::]/8}. A host counts by its name, whatever addresses it has
     * @throws IllegalArgumentException if one has another form; the message says which
     */
    public PeerPolicy with(Collection<String> entries) {
        List<Entry> all = new ArrayList<>(listed);
        for (String entry : entries) {
            all.add(entry(entry.strip()));
        }
        return new PeerPolicy(all);
    }

    private static Entry entry(String text) {
        String place = text;
        int port = 0;
        int colon = text.lastIndexOf(':');
        if (colon > text.lastIndexOf(']')) {
            place = text.substring(0, colon);
            String number = text.substring(colon + 1);
            port = number.matches("\\d{1,5}") ? Integer.parseInt(number) : 0;
            if (port < 1 || port > 65_535 || place.isEmpty()) {
                throw malformed(text);
            }
        }
        String bare = place.replaceFirst("^\\[([^\\]]*)]", "$1");
        try {
            if (isLiteral(bare.replaceFirst("/.*", ""))) {
                return new Entry(null, network(bare), port);
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(text + ": " + e.getMessage(), e);
        }
        if (!place.matches("[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_])?")) {
            throw malformed(text);
        }
        return new Entry(place.toLowerCase(Locale.ROOT), null, port);
    }

    private static IllegalArgumentException malformed(String text) {
        return new IllegalArgumentException(
                "'" + text + "' must be HOST, ADDRESS or ADDRESS/BITS, perhaps with :PORT, such"
                        + " as partner.example:8443, 10.1.0.0/16 or [fd00::]/8");
    }

    /** True for what no name server is asked about, in any of the forms that the JDK reads. */
    private static boolean isLiteral(String host) {
        return host.matches("[0-9]+(\\.[0-9]+){0,3}") || host.matches("[0-9A-Fa-f:.%]*:[0-9A-Za-z:.%]*");
    }

    /**
     * Why no connection may be made.
     *
     * @param host as the request names it
     * @param address what the name stands for at the moment, with which the connection is made
     * @return null if it may be made
     */
    public @Nullable String refusal(String host, int port, InetAddress address) {
        String name = host.toLowerCase(Locale.ROOT);
        for (Entry entry : listed) {
            boolean here = entry.host != null
                    ? entry.host.equals(name)
                    : entry.network != null && entry.network.contains(address);
            if (here && (entry.port == 0 || entry.port == port)) {
                return null;
            }
        }
        if (isPublic(address)) {
            return null;
        }
        String literal = address.getHostAddress();
        return (name.equals(literal) ? host : host + " is " + literal + ", which")
                + " is not an address of the public internet, and not listed";
    }

    private static boolean isPublic(InetAddress address) {
        if (address instanceof Inet6Address) {
            // Global unicast (RFC 4291, 2.4) is all that is assigned.
            return (address.getAddress()[0] & 0xE0) == 0x20 && isOrdinary(address);
        }
        return isOrdinary(address);
    }

    private static boolean isOrdinary(InetAddress address) {
        return SPECIAL.stream().noneMatch(network -> network.contains(address));
    }

    /**
     * Why an address is refused, as far as it can be said without asking a name server: for those that are written as
     * numbers, and for localhost.
     *
     * @return null if it is not, or if only its name's addresses decide
     */
    public @Nullable String refusal(URI address) {
        String host = host(address);
        if (host == null) {
            return "it names no host";
        }
        if (!isLiteral(host) && !host.equalsIgnoreCase("localhost")) {
            return null;
        }
        try {
            return refusal(host, port(address), InetAddress.getByName(host));
        } catch (UnknownHostException e) {
            return host + " is no address";
        }
    }

    static @Nullable String host(URI address) {
        String host = address.getHost();
        return host == null ? null : host.replaceFirst("^\\[(.*)]$", "$1");
    }

    static int port(URI address) {
        return address.getPort() >= 0 ? address.getPort() : "https".equalsIgnoreCase(address.getScheme()) ? 443 : 80;
    }
}
