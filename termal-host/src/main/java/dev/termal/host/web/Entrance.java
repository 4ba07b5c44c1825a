package dev.termal.host.web;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.InetAddressSet;

/**
 * Where a server is reached, by which names, and from where. A page from elsewhere in somebody's browser can reach a server
 * too, by a name that it has pointed there, or across origins; neither can pretend the {@code Host} and {@code Origin} that are
 * wanted. Headers that tell of somebody behind a proxy are never believed, and not needed.
 *
 * @param address to listen on
 * @param tls what the server shows of itself; empty where it speaks plainly
 * @param publicUrl the one place it is asked for by, such as {@code https://name:8443}, whichever way leads there; where empty
 *     each name of the certificate, or of loopback, will do
 * @param proxies the addresses that requests may come from; where empty from any
 */
public record Entrance(
        InetAddress address,
        Optional<TlsCertificate> tls,
        Optional<URI> publicUrl,
        Optional<Predicate<InetAddress>> proxies) {
    private static final Set<String> LOOPBACK_NAMES = Set.of("127.0.0.1", "localhost", "::1");
    private static final int HTTPS_PORT = 443;

    /** An address or a range of addresses; a name could come to mean another machine. */
    private static final Pattern RANGE =
            Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}(/\\d{1,2})?|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*(/\\d{1,3})?");

    /** This machine alone. */
    public static Entrance loopback() {
        return new Entrance(InetAddress.getLoopbackAddress(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    /**
     * Addresses and ranges of them, such as {@code 10.0.0.0/24}.
     *
     * @throws IllegalArgumentException whose message is the one that is neither
     */
    public static Predicate<InetAddress> within(List<String> ranges) {
        InetAddressSet addresses = new InetAddressSet();
        for (String range : ranges) {
            try {
                if (!RANGE.matcher(range).matches()) {
                    throw new IllegalArgumentException(range);
                }
                addresses.add(range);
            } catch (IllegalArgumentException wrong) {
                throw new IllegalArgumentException(range, wrong);
            }
        }
        return address -> addresses.test(address);
    }

    /** Why a request is not let in; empty where it is. */
    Optional<String> objection(Request request) {
        if (!isFromTheProxy(request)) {
            return Optional.of("only the proxy that is trusted may ask here");
        }
        HttpURI asked = request.getHttpURI();
        if (asked.getHost() == null || !isNamed(asked)) {
            return Optional.of("this server is not asked for by that name");
        }
        return isOfOwnOrigin(request) ? Optional.empty() : Optional.of("pages of other origins may not ask here");
    }

    private boolean isFromTheProxy(Request request) {
        if (proxies.isEmpty()) {
            return true;
        }
        SocketAddress from = request.getConnectionMetaData().getRemoteSocketAddress();
        return from instanceof InetSocketAddress client && proxies.get().test(client.getAddress());
    }

    private boolean isNamed(HttpURI asked) {
        String host = bare(asked.getHost());
        if (publicUrl.isPresent()) {
            URI own = publicUrl.get();
            return bare(own.getHost()).equals(host) && port(own.getPort()) == port(asked.getPort());
        }
        return tls.map(certificate -> certificate.isFor(host)).orElseGet(() -> LOOPBACK_NAMES.contains(host));
    }

    /** A program sends no origin; a page of this server sends the place it was asked for by. */
    private boolean isOfOwnOrigin(Request request) {
        String authority = String.valueOf(request.getHttpURI().getAuthority());
        String own = publicUrl.map(URI::toString).orElse(scheme() + "://" + authority);
        return Optional.ofNullable(request.getHeaders().get(HttpHeader.ORIGIN))
                .map(own::equalsIgnoreCase)
                .orElse(true);
    }

    private static String bare(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        return name.startsWith("[") && name.endsWith("]") ? name.substring(1, name.length() - 1) : name;
    }

    private static int port(int named) {
        return named > 0 ? named : HTTPS_PORT;
    }

    private String scheme() {
        return tls.isPresent() ? "https" : "http";
    }

    /** Where it is asked for, once it listens on a port. */
    URI uri(int port) {
        return publicUrl.orElseGet(() -> {
            String host = tls.map(certificate -> certificate.nameFor(address)).orElse(address.getHostAddress());
            return URI.create(scheme() + "://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port);
        });
    }
}
