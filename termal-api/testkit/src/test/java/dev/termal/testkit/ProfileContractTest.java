package dev.termal.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.termal.api.spi.AgentProfileProvider;
import dev.termal.testkit.SampleProfile.Defect;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A sound profile passes; one that is unsound in one way fails the check that is about it, and no other. */
final class ProfileContractTest {
    @TempDir
    private Path folder;

    static class SampleContract extends ProfileContract {
        private final Defect defect;

        SampleContract(Defect defect) {
            this.defect = defect;
        }

        @Override
        protected AgentProfileProvider provider() {
            SampleProfile profile = new SampleProfile(defect);
            return environment -> List.of(profile);
        }

        @Override
        protected void install(FakeMachine machine) {
            machine.executable("sample");
        }

        @Override
        protected List<String> executables() {
            return List.of("sample");
        }

        @Override
        protected Set<String> secretVariables() {
            return Set.of("SAMPLE_API_KEY");
        }
    }

    @Nested
    final class KeptByASoundProfile extends SampleContract {
        KeptByASoundProfile() {
            super(Defect.NONE);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "POLICY_IN_LAUNCH, thePolicyDoesNotTouchAnAgentThatAsks",
        "SECRET_ARGUMENT, secretsStaySecret",
        "UNMARKED_SECRET, secretsStaySecret",
        "RELATIVE_PROGRAM, aLaunchNamesItsPlaces",
        "UNNAMED_EXECUTABLE, withoutTheAgentALaunchSaysWhatWasTried",
        "WRONG_DEFAULT, settingsAreSound",
        "TWO_BINDINGS, eachEngineHasOneBinding",
        "LONG_BADGE, itCanBeShown",
        "DIAGNOSIS_THROWS, itDiagnosesAnyMachine"
    })
    void anUnsoundProfileFailsItsCheck(Defect defect, String check) throws Exception {
        assertEquals(List.of(check), failing(defect));
    }

    @Test
    void aProfileThatWritesFailsWhereverItDid() throws Exception {
        assertNotEquals(List.of(), failing(Defect.WRITES_A_FILE));
    }

    @Test
    void anImpureLaunchFails() throws Exception {
        assertEquals(true, failing(Defect.IMPURE).contains("aLaunchIsPure"));
    }

    private List<String> failing(Defect defect) throws Exception {
        List<String> failed = new ArrayList<>();
        List<Method> checks = Arrays.stream(ProfileContract.class.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(Test.class))
                .toList();
        for (Method check : checks) {
            SampleContract contract = new SampleContract(defect);
            contract.makeMachines(Files.createDirectories(folder.resolve(check.getName())));
            try {
                check.invoke(contract);
                contract.filesAreUntouched();
            } catch (InvocationTargetException | AssertionError e) {
                failed.add(check.getName());
            }
        }
        return failed;
    }
}
