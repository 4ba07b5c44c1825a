package dev.termal.host.cli;

import dev.termal.host.text.IoReason;
import dev.termal.host.web.Entrance;
import dev.termal.host.web.TlsCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import picocli.CommandLine.Option;

/** Where {@code termal serve} listens: on this machine alone unless it is said how others reach it safely. */
final class EntranceOptions {
    @Option(
            names = "--host",
            paramLabel = "ADDR",
            description = "The address to listen on, such as 0.0.0.0 for all; needs TLS or a proxy. Default: loopback.")
    private Optional<String> host = Optional.empty();

    @Option(
            names = "--tls-cert",
            paramLabel = "FILE",
            converter = Converters.File.class,
            description = "The server's certificate and those that vouch for it, as PEM.")
    private Optional<Path> certificate = Optional.empty();

    @Option(
            names = "--tls-key",
            paramLabel = "FILE",
            converter = Converters.File.class,
            description = "The certificate's key, as PEM (PKCS #8).")
    private Optional<Path> key = Optional.empty();

    @Option(
            names = "--tls-keystore",
            paramLabel = "FILE",
            converter = Converters.File.class,
            description = "Both as PKCS #12, instead.")
    private Optional<Path> keystore = Optional.empty();

    @Option(
            names = "--tls-password-file",
            paramLabel = "FILE",
            converter = Converters.File.class,
            description = "The password of the keystore: the first line of a file.")
    private Optional<Path> password = Optional.empty();

    @Option(
            names = "--trusted-proxy",
            paramLabel = "ADDR[/BITS]",
            description = "Let in only what comes from this proxy, which does the TLS; can be given again.")
    private List<String> proxies = List.of();

    @Option(
            names = "--public-url",
            paramLabel = "URL",
            description = "Where browsers ask for it, such as https://termal.example.net.")
    private Optional<String> publicUrl = Optional.empty();

    /**
     * What the options say together.
     *
     * @param cwd which files are relative to
     * @throws UsageError says which option is missing or wrong
     */
    Entrance entrance(Path cwd) {
        InetAddress address = host.map(EntranceOptions::address).orElse(InetAddress.getLoopbackAddress());
        Optional<TlsCertificate> tls = tls(cwd);
        if (!address.isLoopbackAddress() && tls.isEmpty() && proxies.isEmpty()) {
            throw new UsageError(
                    "--host " + address.getHostAddress() + " lets other machines in: add --tls-cert and --tls-key"
                            + " (or --tls-keystore), or name the proxy that does TLS with --trusted-proxy and --public-url");
        }
        Optional<URI> place = publicUrl.map(EntranceOptions::place);
        if (place.isEmpty() && !proxies.isEmpty()) {
            throw new UsageError("--trusted-proxy needs --public-url: where browsers ask for the proxy, such as"
                    + " https://termal.example.net");
        }
        if (place.isPresent() && tls.isEmpty() && proxies.isEmpty()) {
            throw new UsageError("--public-url needs --trusted-proxy, or --tls-cert and --tls-key");
        }
        tls.ifPresent(shown -> check(shown, address, place));
        return new Entrance(address, tls, place, trusted());
    }

    private void check(TlsCertificate shown, InetAddress address, Optional<URI> place) {
        if (place.isEmpty() && shown.nameFor(address).isEmpty()) {
            throw new UsageError(
                    "the certificate is for any name of a domain: say with --public-url which one is used");
        }
        if (proxies.isEmpty() && place.isPresent() && !shown.isFor(place.get().getHost())) {
            throw new UsageError("the certificate is not for the name of --public-url, "
                    + place.get().getHost());
        }
    }

    private static InetAddress address(String typed) {
        try {
            return InetAddress.getByName(typed);
        } catch (UnknownHostException unknown) {
            throw new UsageError("--host takes an address of this machine; '" + typed + "' is none", unknown);
        }
    }

    private Optional<TlsCertificate> tls(Path cwd) {
        if (certificate.isPresent() != key.isPresent()) {
            throw new UsageError(
                    certificate.isPresent()
                            ? "--tls-cert needs --tls-key, the file with its key"
                            : "--tls-key needs --tls-cert, the file with the certificate");
        }
        if (keystore.isPresent() && certificate.isPresent()) {
            throw new UsageError("--tls-keystore holds certificate and key: leave out --tls-cert and --tls-key");
        }
        if (password.isPresent() && keystore.isEmpty()) {
            throw new UsageError("--tls-password-file needs --tls-keystore, the file that the password opens");
        }
        try {
            if (keystore.isPresent()) {
                Optional<String> word =
                        password.isPresent() ? Optional.of(word(cwd.resolve(password.get()))) : Optional.empty();
                return Optional.of(TlsCertificate.pkcs12(cwd.resolve(keystore.get()), word));
            }
            return certificate.isPresent()
                    ? Optional.of(TlsCertificate.pem(cwd.resolve(certificate.get()), cwd.resolve(key.orElseThrow())))
                    : Optional.empty();
        } catch (IOException e) {
            String file = e instanceof FileSystemException there ? there.getFile() + ": " : "";
            throw new UsageError("TLS: " + file + IoReason.of(e), e);
        }
    }

    private static String word(Path file) throws IOException {
        return Files.readString(file).lines().findFirst().orElse("");
    }

    private static URI place(String typed) {
        try {
            URI uri = new URI(typed.endsWith("/") ? typed.substring(0, typed.length() - 1) : typed);
            String plain = "https://" + uri.getHost() + (uri.getPort() < 0 ? "" : ":" + uri.getPort());
            if (uri.getHost() != null && uri.toString().equalsIgnoreCase(plain)) {
                return new URI(plain.toLowerCase(Locale.ROOT).replaceFirst(":443$", "")); // as browsers spell it
            }
        } catch (URISyntaxException noUrl) {
            // told below
        }
        throw new UsageError(
                "--public-url takes https://NAME or https://NAME:PORT, without a path; '" + typed + "' is none");
    }

    private Optional<Predicate<InetAddress>> trusted() {
        try {
            return proxies.isEmpty() ? Optional.empty() : Optional.of(Entrance.within(proxies));
        } catch (IllegalArgumentException wrong) {
            throw new UsageError(
                    "--trusted-proxy takes an address such as 10.0.0.2 or fd00::2, or a range such as"
                            + " 10.0.0.0/24; '" + wrong.getMessage() + "' is neither",
                    wrong);
        }
    }
}
