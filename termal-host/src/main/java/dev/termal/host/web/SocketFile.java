package dev.termal.host.web;

import dev.termal.host.process.PrivateFiles;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.eclipse.jetty.util.component.LifeCycle;
import org.slf4j.LoggerFactory;

/** The file of a Unix socket: for its owner alone, and gone with the server. */
final class SocketFile implements LifeCycle.Listener {
    private final Path path;

    SocketFile(Path path) {
        this.path = path.toAbsolutePath().normalize();
    }

    Path path() {
        return path;
    }

    /** Makes room where a server that has ended left its file. */
    void clear() throws IOException {
        Path folder = path.getParent();
        if (folder != null) {
            PrivateFiles.folder(folder);
        }
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        boolean socket = !Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
                && !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)
                && !Files.isSymbolicLink(path);
        if (!socket) {
            throw new IOException(path + " is no socket");
        }
        if (isListenedOn()) {
            throw new IOException("somebody listens on " + path + " already");
        }
        Files.delete(path);
    }

    private boolean isListenedOn() {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
            return channel.isConnected();
        } catch (IOException nobody) {
            return false;
        }
    }

    @Override
    public void lifeCycleStarted(LifeCycle listening) {
        try {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
        } catch (IOException | UnsupportedOperationException e) {
            LoggerFactory.getLogger(SocketFile.class).warn("{} cannot be closed to others", path, e);
        }
    }

    @Override
    public void lifeCycleStopped(LifeCycle listening) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            LoggerFactory.getLogger(SocketFile.class).warn("{} cannot be deleted", path, e);
        }
    }
}
