package dev.termal.dist.arch;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Arrays;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Who may know whom. Each rule takes the package that everything stands under, so that the same rule can be shown
 * classes that break it.
 */
record Rules(String root) {

    private static final String[] JSON = {"tools.jackson..", "com.fasterxml.jackson.annotation.."};

    /** Annotations that only the compiler reads. */
    private static final String NULLNESS = "org.jspecify.annotations..";

    ArchRule hostKnowsNoEngineAndNoAgent() {
        return noClasses()
                .that()
                .resideInAPackage(root + ".host..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(root + ".engine..", root + ".agent..")
                .allowEmptyShould(true);
    }

    ArchRule apiKnowsJavaAlone() {
        return classes()
                .that()
                .resideInAPackage(root + ".api..")
                .should(dependOnlyOn("java..", NULLNESS, root + ".api.."))
                .allowEmptyShould(true);
    }

    ArchRule testkitKnowsTheApiAlone() {
        return noClasses()
                .that()
                .resideInAPackage(root + ".testkit..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(root + ".host..", root + ".engine..", root + ".agent..")
                .allowEmptyShould(true);
    }

    /** Each plugin module: the API, itself, Java, and a JSON library; no other plugin and not the host. */
    ArchRule pluginsKnowTheApiAlone() {
        return classes()
                .that()
                .resideInAnyPackage(root + ".engine..", root + ".agent..")
                .should(dependOnlyOnTheirOwn())
                .allowEmptyShould(true);
    }

    /** Processes are the host's: it ends them. */
    ArchRule pluginsStartNoProcess() {
        return noClasses()
                .that()
                .resideInAnyPackage(root + ".engine..", root + ".agent..")
                .should()
                .dependOnClassesThat(describe("start processes", c -> c.isEquivalentTo(ProcessBuilder.class)))
                .orShould()
                .accessTargetWhere(calls(Runtime.class, "exec"))
                .allowEmptyShould(true);
    }

    ArchRule profilesOpenNoSocket() {
        return noClasses()
                .that()
                .resideInAPackage(root + ".agent..")
                .should()
                .dependOnClassesThat(describe("open sockets", Rules::opensSockets))
                .orShould()
                .accessTargetWhere(calls(java.net.URL.class, "open.*|getContent"))
                .allowEmptyShould(true);
    }

    ArchRule profilesWriteNoFile() {
        return noClasses()
                .that()
                .resideInAPackage(root + ".agent..")
                .should()
                .dependOnClassesThat(describe("write files", Rules::writesFiles))
                .orShould()
                .accessTargetWhere(calls(
                        java.nio.file.Files.class,
                        "write.*|newOutputStream|newBufferedWriter|newByteChannel|create.*|delete.*|move|copy|set.*"))
                .orShould()
                .accessTargetWhere(calls(java.io.File.class, "delete.*|mkdirs?|create.*|renameTo|set.*"))
                .orShould()
                .accessTargetWhere(constructsFromFile())
                .allowEmptyShould(true);
    }

    /** A library's JVM is its caller's. The command line, the demo agent and the test kit's agents are programs of their own. */
    ArchRule onlyProgramsEndTheJvm() {
        return noClasses()
                .that()
                .resideOutsideOfPackages(root + ".host.cli..", root + ".engine.acp.demo..", root + ".testkit..")
                .should()
                .accessTargetWhere(calls(System.class, "exit"))
                .orShould()
                .accessTargetWhere(calls(Runtime.class, "exit|halt"))
                .allowEmptyShould(true);
    }

    /** Two hosts in one JVM share nothing that changes. */
    ArchRule nothingThatChangesIsStatic() {
        return fields().that().areStatic().should().beFinal().allowEmptyShould(true);
    }

    /** Packages of one module, {@code module} being its name below the root: "host", "engine.acp". */
    ArchRule noCyclesIn(String module) {
        String prefix = root + "." + module;
        return slices().assignedFrom(new SliceAssignment() {
                    @Override
                    public SliceIdentifier getIdentifierOf(JavaClass c) {
                        String p = c.getPackageName();
                        return p.equals(prefix) || p.startsWith(prefix + ".")
                                ? SliceIdentifier.of(p)
                                : SliceIdentifier.ignore();
                    }

                    @Override
                    public String getDescription() {
                        return "packages of " + prefix;
                    }
                })
                .should()
                .beFreeOfCycles()
                .allowEmptyShould(true);
    }

    private static boolean opensSockets(JavaClass c) {
        String name = c.getName();
        return name.startsWith("java.net.http.")
                || name.startsWith("com.sun.net.httpserver.")
                || Set.of(
                                "java.net.Socket",
                                "java.net.ServerSocket",
                                "java.net.DatagramSocket",
                                "java.net.URLConnection")
                        .contains(name)
                || name.matches("java\\.nio\\.channels\\.(Asynchronous)?(Server)?SocketChannel")
                || name.equals("java.nio.channels.DatagramChannel")
                || name.startsWith("javax.net.");
    }

    private static boolean writesFiles(JavaClass c) {
        return Set.of(
                        "java.io.FileOutputStream",
                        "java.io.FileWriter",
                        "java.io.RandomAccessFile",
                        "java.nio.channels.FileChannel",
                        "java.nio.channels.AsynchronousFileChannel",
                        "java.util.logging.FileHandler")
                .contains(c.getName());
    }

    private static DescribedPredicate<JavaAccess<?>> calls(Class<?> owner, String method) {
        Pattern name = Pattern.compile(method);
        return describe(
                "calls " + owner.getSimpleName() + "." + method,
                access -> access.getTarget() instanceof CodeUnitAccessTarget
                        && access.getTargetOwner().isEquivalentTo(owner)
                        && name.matcher(access.getTarget().getName()).matches());
    }

    /** {@code new PrintWriter(file)} and its like, whose other constructors are harmless. */
    private static DescribedPredicate<JavaAccess<?>> constructsFromFile() {
        Set<String> owners = Set.of("java.io.PrintWriter", "java.io.PrintStream", "java.util.Formatter");
        return describe(
                "opens a writer on a file",
                access -> access.getTarget() instanceof CodeUnitAccessTarget target
                        && target.getName().equals("<init>")
                        && owners.contains(access.getTargetOwner().getName())
                        && target.getRawParameterTypes().stream()
                                .limit(1)
                                .anyMatch(p -> p.isEquivalentTo(java.io.File.class) || p.isEquivalentTo(String.class)));
    }

    private static ArchCondition<JavaClass> dependOnlyOn(String... packages) {
        DescribedPredicate<JavaClass> allowed = resideInAnyPackage(packages);
        return new ArchCondition<>("depend only on " + String.join(", ", packages)) {
            @Override
            public void check(JavaClass c, ConditionEvents events) {
                report(c, allowed, events);
            }
        };
    }

    private ArchCondition<JavaClass> dependOnlyOnTheirOwn() {
        return new ArchCondition<>("depend only on the API, their own module, Java and JSON") {
            @Override
            public void check(JavaClass c, ConditionEvents events) {
                report(
                        c,
                        resideInAnyPackage("java..", NULLNESS, root + ".api..", ownModule(c) + "..")
                                .or(json()),
                        events);
            }
        };
    }

    private static DescribedPredicate<JavaClass> json() {
        return resideInAnyPackage(JSON);
    }

    /** {@code dev.termal.engine.acp} of {@code dev.termal.engine.acp.rpc}. */
    private String ownModule(JavaClass c) {
        String[] below = c.getPackageName().substring(root.length() + 1).split("\\.");
        return root + "." + String.join(".", Arrays.copyOf(below, Math.min(2, below.length)));
    }

    private static void report(JavaClass c, DescribedPredicate<JavaClass> allowed, ConditionEvents events) {
        for (Dependency d : c.getDirectDependenciesFromSelf()) {
            JavaClass target = d.getTargetClass().getBaseComponentType();
            if (!target.isPrimitive() && !allowed.test(target)) {
                events.add(SimpleConditionEvent.violated(d, d.getDescription()));
            }
        }
    }
}
