package dev.termal.host.cli;

import dev.termal.host.Termal;
import picocli.CommandLine.IVersionProvider;

/** The version that the build has written into this module. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"termal " + Termal.hostVersion(), "Java " + Runtime.version()};
    }
}
