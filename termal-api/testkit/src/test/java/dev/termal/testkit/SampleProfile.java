package dev.termal.testkit;

import dev.termal.api.AgentException;
import dev.termal.api.AgentId;
import dev.termal.api.AuthStatus;
import dev.termal.api.Diagnostics;
import dev.termal.api.EngineId;
import dev.termal.api.ErrorCode;
import dev.termal.api.PermissionPolicy;
import dev.termal.api.spi.AgentProfile;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LaunchSpec;
import dev.termal.api.spi.Setting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A sound profile, which can be told to be unsound in one way. */
final class SampleProfile implements AgentProfile {
    enum Defect {
        NONE,
        POLICY_IN_LAUNCH,
        SECRET_ARGUMENT,
        UNMARKED_SECRET,
        RELATIVE_PROGRAM,
        UNNAMED_EXECUTABLE,
        WRONG_DEFAULT,
        TWO_BINDINGS,
        LONG_BADGE,
        WRITES_A_FILE,
        DIAGNOSIS_THROWS,
        IMPURE
    }

    private static final String KEY = "SAMPLE_API_KEY";

    private final Defect defect;
    private int launches;

    SampleProfile(Defect defect) {
        this.defect = defect;
    }

    @Override
    public AgentId id() {
        return new AgentId("sample");
    }

    @Override
    public String displayName() {
        return "Sample";
    }

    @Override
    public String badge() {
        return defect == Defect.LONG_BADGE ? "Sample" : "Sa";
    }

    @Override
    public List<EngineBinding> bindings() {
        EngineBinding binding = new Binding();
        return defect == Defect.TWO_BINDINGS ? List.of(binding, binding) : List.of(binding);
    }

    @Override
    public List<Setting> settings() {
        return List.of(
                Setting.choice("approval", List.of("ask", "never"), "When it asks.")
                        .withDefault(defect == Defect.WRONG_DEFAULT ? "sometimes" : "ask"),
                Setting.text("apiKey", "The key.").withEnvironment(KEY));
    }

    @Override
    public Diagnostics diagnose(HostEnvironment environment) {
        if (defect == Defect.DIAGNOSIS_THROWS
                && environment.findExecutable("sample").isEmpty()) {
            throw new IllegalStateException("no sample");
        }
        return Diagnostics.NONE;
    }

    @Override
    public AuthStatus authStatus(HostEnvironment environment) {
        if (defect == Defect.WRITES_A_FILE) {
            try {
                Files.writeString(environment.home().resolve("trace"), "looked");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return environment.variables().containsKey(KEY)
                ? AuthStatus.signedIn("by " + KEY)
                : AuthStatus.required("set " + KEY);
    }

    @Override
    public String installInstructions() {
        return "Fetch it.";
    }

    private final class Binding implements EngineBinding {
        @Override
        public EngineId engine() {
            return new EngineId("lines");
        }

        @Override
        public Optional<LaunchSpec> launchSpec(LaunchRequest request, HostEnvironment environment) {
            Path program = environment
                    .findExecutable("sample")
                    .orElseThrow(() -> new AgentException(
                            ErrorCode.EXECUTABLE_NOT_FOUND,
                            defect == Defect.UNNAMED_EXECUTABLE ? "not found" : "no \"sample\" on the search path"));
            String key = environment.setting(id(), "apiKey").orElse("");
            List<String> args = new ArrayList<>();
            if (defect == Defect.POLICY_IN_LAUNCH && request.session().permissions() == PermissionPolicy.AUTO) {
                args.add("--yolo");
            }
            if (defect == Defect.SECRET_ARGUMENT) {
                args.add("--key=" + key);
            }
            if (defect == Defect.IMPURE) {
                args.add("--launch=" + launches++);
            }
            LaunchSpec.Builder spec = LaunchSpec.builder(
                            defect == Defect.RELATIVE_PROGRAM ? Path.of("sample") : program,
                            request.session().cwd())
                    .args(args);
            return Optional.of(
                    (defect == Defect.UNMARKED_SECRET ? spec.env(KEY, key) : spec.secretEnv(KEY, key)).build());
        }
    }
}
