package dev.termal.host.cli;

import java.lang.module.ModuleDescriptor;
import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** The version that the build has written into this module. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"termal " + number(), "Java " + Runtime.version()};
    }

    static String number() {
        return Optional.ofNullable(Version.class.getModule().getDescriptor())
                .flatMap(ModuleDescriptor::rawVersion)
                .orElse("of an unknown version");
    }
}
