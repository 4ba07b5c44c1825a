package dev.termal.host.web;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.ssl.X509;

/** A certificate with its key, by which a server shows who it is. It is read once; a renewed one counts after a restart. */
public final class TlsCertificate {
    private static final Pattern PEM_KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
    private static final String IN_MEMORY = "in memory"; // the password of a store that is never written
    private static final int DNS_NAME = 2; // kinds of alternative names, RFC 5280
    private static final int IP_ADDRESS = 7;

    private final KeyStore keys;
    private final X509 names;
    private final List<String> spelled;

    private TlsCertificate(Path file, PrivateKey key, List<? extends Certificate> chain)
            throws IOException, GeneralSecurityException {
        if (chain.isEmpty() || !(chain.get(0) instanceof X509Certificate own)) {
            throw new IOException(file + " holds no certificate");
        }
        try {
            own.checkValidity();
        } catch (CertificateException notNow) {
            throw new IOException(
                    "the certificate of " + file + " is not valid now, but from "
                            + own.getNotBefore().toInstant() + " until "
                            + own.getNotAfter().toInstant(),
                    notNow);
        }
        names = new X509("termal", own);
        spelled = spelled(own);
        if (spelled.isEmpty()) {
            throw new IOException("the certificate of " + file
                    + " names no host: browsers want its names and addresses as subjectAltName");
        }
        if (!isPair(key, own)) {
            throw new IOException("the key is not that of the certificate of " + file);
        }
        keys = KeyStore.getInstance("PKCS12");
        keys.load(null, null);
        keys.setKeyEntry("termal", key, IN_MEMORY.toCharArray(), chain.toArray(Certificate[]::new));
    }

    /**
     * From files in PEM form.
     *
     * @param certificate the server's own first, then those that vouch for it
     * @param key in the form PKCS #8, not encrypted
     * @throws IOException in words for people, where one cannot be read or they do not belong together
     */
    public static TlsCertificate pem(Path certificate, Path key) throws IOException {
        Collection<? extends Certificate> chain;
        try (InputStream in = Files.newInputStream(certificate)) {
            chain = CertificateFactory.getInstance("X.509").generateCertificates(in);
        } catch (CertificateException unreadable) {
            throw new IOException(certificate + " holds no certificate in PEM form", unreadable);
        }
        Matcher found = PEM_KEY.matcher(Files.readString(key, StandardCharsets.ISO_8859_1));
        if (!found.find()) {
            throw new IOException(key + " holds no private key in the form that is wanted (BEGIN PRIVATE KEY);"
                    + " 'openssl pkcs8 -topk8 -nodes -in KEY -out NEW' makes one of another");
        }
        List<? extends Certificate> list = List.copyOf(chain);
        try {
            String algorithm =
                    list.isEmpty() ? "RSA" : list.get(0).getPublicKey().getAlgorithm();
            byte[] bytes = Base64.getMimeDecoder().decode(found.group(1));
            PrivateKey read = KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(bytes));
            return new TlsCertificate(certificate, read, list);
        } catch (GeneralSecurityException | IllegalArgumentException unreadable) {
            throw new IOException(key + " is not the key of " + certificate + ", or cannot be read", unreadable);
        }
    }

    /**
     * From a file in the form PKCS #12, as {@code keytool} makes it.
     *
     * @param password empty for none
     * @throws IOException in words for people, where it cannot be read or holds no key
     */
    public static TlsCertificate pkcs12(Path file, Optional<String> password) throws IOException {
        char[] word = password.map(String::toCharArray).orElse(null);
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, word);
            for (String alias : Collections.list(store.aliases())) {
                Key key = store.isKeyEntry(alias) ? store.getKey(alias, word) : null;
                if (key instanceof PrivateKey own) {
                    return new TlsCertificate(file, own, List.of(store.getCertificateChain(alias)));
                }
            }
            throw new IOException(file + " holds no private key");
        } catch (GeneralSecurityException unreadable) {
            throw new IOException(file + " cannot be read: " + unreadable.getMessage(), unreadable);
        }
    }

    private static boolean isPair(PrivateKey key, X509Certificate certificate) throws GeneralSecurityException {
        String algorithm = switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> key.getAlgorithm();
        };
        byte[] something = certificate.getEncoded();
        Signature signing = Signature.getInstance(algorithm);
        signing.initSign(key);
        signing.update(something);
        Signature checking = Signature.getInstance(algorithm);
        checking.initVerify(certificate.getPublicKey());
        checking.update(something);
        return checking.verify(signing.sign());
    }

    private static List<String> spelled(X509Certificate certificate) throws CertificateException {
        return Stream.ofNullable(certificate.getSubjectAlternativeNames())
                .flatMap(Collection::stream)
                .filter(name -> name.get(0).equals(DNS_NAME) || name.get(0).equals(IP_ADDRESS))
                .map(name -> String.valueOf(name.get(1)))
                .toList();
    }

    /** Whether it is for a host, by name or by address. */
    public boolean isFor(String host) {
        return names.matches(host);
    }

    /** A host that it is for: this address, if it is, else the first that stands in it; empty text for none but wildcards. */
    public String nameFor(InetAddress address) {
        String literal = address.getHostAddress();
        return isFor(literal)
                ? literal
                : spelled.stream()
                        .filter(name -> !name.contains("*"))
                        .findFirst()
                        .orElse("");
    }

    SslContextFactory.Server context() {
        SslContextFactory.Server context = new SslContextFactory.Server();
        context.setKeyStore(keys);
        context.setKeyStorePassword(IN_MEMORY);
        return context;
    }
}
