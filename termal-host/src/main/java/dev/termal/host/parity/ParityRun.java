package dev.termal.host.parity;

import dev.termal.api.AgentException;
import dev.termal.api.AgentId;
import dev.termal.api.EngineId;
import dev.termal.host.SessionPlan;
import dev.termal.host.SessionSpec;
import dev.termal.host.Termal;
import dev.termal.host.parity.ParityMatrix.Cell;
import dev.termal.host.parity.ParityMatrix.Line;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Has an agent do the same few things by each of its engines. Spends tokens: up to fifteen short turns by each. */
public final class ParityRun {
    private final Termal host;
    private final Clock clock;

    /** By this host, which is used as any program would use it. */
    public ParityRun(Termal host, Clock clock) {
        this.host = host;
        this.clock = clock;
    }

    private interface Scenario {
        Cell run(Stage stage) throws InterruptedException;
    }

    /**
     * The engines that an agent can be driven by.
     *
     * @throws AgentException {@link dev.termal.api.ErrorCode#CONFIGURATION} where there is no such agent
     */
    public List<EngineId> engines(SessionSpec spec) throws InterruptedException {
        AgentId agent = host.plan(spec).agent();
        return host.agents().stream()
                .filter(status -> status.id().equals(agent))
                .findFirst()
                .map(status -> status.engines())
                .orElseThrow();
    }

    /**
     * Runs all lines by all engines, one after another.
     *
     * @param spec the agent, its folder and, if wished, its model
     * @param progress told each line when it is there
     */
    public ParityMatrix run(SessionSpec spec, List<EngineId> engines, Consumer<Line> progress)
            throws InterruptedException {
        Map<String, Scenario> scenarios = new LinkedHashMap<>();
        scenarios.put("text-stream", Scenarios::textStream);
        scenarios.put("continuity", Scenarios::continuity);
        scenarios.put("round-trip", HostScenarios::roundTrip);
        scenarios.put("serialization", Scenarios::serialization);
        scenarios.put("abort-recover", Scenarios::abortRecover);
        scenarios.put("usage", Scenarios::usage);
        scenarios.put(
                "model-switch",
                Scenarios::modelSwitch); // the last one of the shared session: those before keep the model
        scenarios.put("digest", HostScenarios::digest);
        scenarios.put("system-prompt", HostScenarios::systemPrompt);
        scenarios.put("skills", HostScenarios::skills);
        List<Stage> stages = engines.stream()
                .map(engine -> new Stage(host, spec, engine, another(engine, engines)))
                .toList();
        List<Line> lines = new ArrayList<>();
        try {
            for (Map.Entry<String, Scenario> scenario : scenarios.entrySet()) {
                List<Cell> cells = new ArrayList<>();
                for (Stage stage : stages) {
                    cells.add(cell(scenario.getValue(), stage));
                }
                Line line = new Line(scenario.getKey(), cells);
                lines.add(line);
                progress.accept(line);
            }
        } finally {
            stages.forEach(Stage::close);
        }
        SessionPlan plan = host.plan(spec);
        return new ParityMatrix(
                plan.agent(), build(plan), clock.instant().truncatedTo(ChronoUnit.SECONDS), engines, lines);
    }

    private static EngineId another(EngineId engine, List<EngineId> engines) {
        return engines.stream().filter(each -> !each.equals(engine)).findFirst().orElse(engine);
    }

    /** What failed may have spoilt the session for others. */
    private static Cell cell(Scenario scenario, Stage stage) throws InterruptedException {
        Cell cell;
        try {
            cell = scenario.run(stage);
        } catch (AgentException e) {
            cell = Cell.fail(String.valueOf(e.getMessage()));
        }
        if (cell.status() == ParityMatrix.Status.FAIL) {
            stage.close();
        }
        return cell;
    }

    private static String build(SessionPlan plan) {
        Optional<String> program = plan.command().stream().findFirst();
        if (program.isEmpty()) {
            return "no program";
        }
        try {
            Path file = Path.of(program.get()).toRealPath();
            return file + ", " + Files.size(file) + " bytes, "
                    + Files.getLastModifiedTime(file).toInstant().truncatedTo(ChronoUnit.SECONDS);
        } catch (IOException gone) {
            return program.get();
        }
    }
}
