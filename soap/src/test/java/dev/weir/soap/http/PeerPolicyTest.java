package dev.weir.soap.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PeerPolicyTest {
    private static String refusal(PeerPolicy policy, String host, int port, String address) {
        try {
            return policy.refusal(host, port, InetAddress.getByName(address));
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1", "127.255.255.254", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.0.1",
                "169.254.169.254", "100.64.0.1", "192.0.0.8", "198.18.0.1", "224.0.0.1", "239.1.1.1", "240.0.0.1",
                "255.255.255.255", "203.0.113.7", "::1", "::", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1",
                "fe80::1", "fc00::1", "fd12:3456::1", "fec0::1", "ff02::1", "64:ff9b::7f00:1", "64:ff9b:1::1",
                "2002:7f00:1::", "2001:0:7f00:1::", "2001:db8::1", "100::1"
            })
    void whatTheInternetDoesNotKnowIsRefused(String address) {
        String refusal = refusal(PeerPolicy.PUBLIC, "evil.example", 80, address);
        assertNotNull(refusal);
        assertTrue(refusal.startsWith("evil.example is "), refusal);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"8.8.8.8", "172.15.0.1", "172.32.0.1", "223.255.255.255", "2606:4700::1111", "2a00:1450::1"})
    void theInternetIsNot(String address) {
        assertNull(refusal(PeerPolicy.PUBLIC, "partner.example", 443, address));
    }

    @Test
    void whatIsListedIsAdmittedByNameAddressOrNetworkAndPort() {
        PeerPolicy policy = PeerPolicy.PUBLIC.with(List.of(
                "Erp.Example", "mail.example:25", "10.1.0.0/16", "192.168.7.7:8080", "[fd00:1::]/32", "[::1]:99"));
        assertNull(refusal(policy, "ERP.example", 1, "10.9.9.9"));
        assertNull(refusal(policy, "mail.example", 25, "10.9.9.9"));
        assertNotNull(refusal(policy, "mail.example", 26, "10.9.9.9"));
        assertNotNull(refusal(policy, "sub.erp.example", 1, "10.9.9.9"));
        assertNull(refusal(policy, "any.example", 1, "10.1.255.255"));
        assertNotNull(refusal(policy, "any.example", 1, "10.2.0.0"));
        assertNull(refusal(policy, "192.168.7.7", 8080, "192.168.7.7"));
        assertNotNull(refusal(policy, "192.168.7.7", 8081, "192.168.7.7"));
        assertNull(refusal(policy, "any.example", 1, "fd00:1:2::3"));
        assertNotNull(refusal(policy, "any.example", 1, "fd00:2::3"));
        assertNull(refusal(policy, "::1", 99, "::1"));
        assertNotNull(refusal(policy, "::1", 98, "::1"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":80",
                "a:0",
                "a:65536",
                "a:b",
                "http://a",
                "a/8",
                "10.0.0.0/33",
                "10.0.0.0/x",
                "[fd00::]/129",
                "a b",
                "*.example",
                "[fd00::",
                "-a",
                "256.1.1.1"
            })
    void anEntryOfAnotherFormIsAnError(String entry) {
        IllegalArgumentException error =
                assertThrows(IllegalArgumentException.class, () -> PeerPolicy.PUBLIC.with(List.of(entry)));
        assertTrue(String.valueOf(error.getMessage()).contains(entry), error.getMessage());
    }

    @Test
    void anAddressWrittenAsNumbersIsJudgedWithoutANameServer() {
        for (String url : List.of(
                "http://localhost/",
                "http://LOCALHOST:99/",
                "http://127.1/",
                "http://2130706433/",
                "http://[::1]/",
                "http://[::ffff:7f00:1]/",
                "https://169.254.169.254/latest/meta-data")) {
            assertNotNull(PeerPolicy.PUBLIC.refusal(URI.create(url)), url);
        }
        for (String url : List.of("http://8.8.8.8/", "http://name.that.is.looked.up.later.example/")) {
            assertNull(PeerPolicy.PUBLIC.refusal(URI.create(url)), url);
        }
        PeerPolicy listed = PeerPolicy.PUBLIC.with(List.of("localhost:99"));
        assertNull(listed.refusal(URI.create("http://localhost:99/")));
        assertEquals(
                "localhost is 127.0.0.1, which is not an address of the public internet, and not listed",
                listed.refusal(URI.create("http://localhost/")));
    }
}
