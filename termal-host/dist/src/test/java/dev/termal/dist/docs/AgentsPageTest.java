package dev.termal.dist.docs;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.spi.AgentProfile;
import dev.termal.api.spi.AgentProfileProvider;
import dev.termal.dist.OurModules;
import dev.termal.testkit.FakeMachine;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Makes {@code docs/agents.md} from the profiles that are built in. */
class AgentsPageTest {
    @TempDir
    private Path folder;

    @Test
    void thePageSaysWhatTheProfilesSay() throws Exception {
        FakeMachine machine = FakeMachine.in(folder);
        List<AgentProfile> profiles = profiles(machine);
        profiles.forEach(machine::knows);
        assertTrue(profiles.size() > 3, profiles::toString);
        GeneratedPage.check("agents.md", new AgentsPage(machine).text(profiles));
    }

    private static List<AgentProfile> profiles(FakeMachine machine) throws ReflectiveOperationException {
        List<String> names = OurModules.all()
                .flatMap(module -> module.descriptor().provides().stream())
                .filter(provides -> provides.service().equals(AgentProfileProvider.class.getName()))
                .map(ModuleDescriptor.Provides::providers)
                .flatMap(List::stream)
                .toList();
        List<AgentProfile> profiles = new ArrayList<>();
        for (String name : names) {
            Object provider = Class.forName(name).getConstructor().newInstance();
            profiles.addAll(((AgentProfileProvider) provider).profiles(machine));
        }
        profiles.sort(Comparator.comparing(profile -> profile.id().value()));
        return profiles;
    }
}
