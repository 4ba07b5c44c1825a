package dev.termal.host.parity;

import dev.termal.api.AgentId;
import dev.termal.api.EngineId;
import java.time.Instant;
import java.util.List;

/**
 * What an agent did by each of its engines.
 *
 * @param build which build of the agent it was: its program, size and time
 * @param engines in the order of the cells of each line
 */
public record ParityMatrix(AgentId agent, String build, Instant at, List<EngineId> engines, List<Line> lines) {
    /** How something came out. */
    public enum Status {
        /** As it should be. */
        PASS,
        /** Not as it should be. */
        FAIL,
        /** The engine says that it does not have it. */
        ABSENT,
        /** It was not tried. */
        UNTESTED
    }

    /** How it came out by one engine, and what that is said from. */
    public record Cell(Status status, String evidence) {
        static Cell pass(String evidence) {
            return new Cell(Status.PASS, evidence);
        }

        static Cell fail(String evidence) {
            return new Cell(Status.FAIL, evidence);
        }

        static Cell absent(String evidence) {
            return new Cell(Status.ABSENT, evidence);
        }

        static Cell untested(String evidence) {
            return new Cell(Status.UNTESTED, evidence);
        }
    }

    /** One thing that was tried, by each engine. */
    public record Line(String id, List<Cell> cells) {
        /** Copies its list. */
        public Line {
            cells = List.copyOf(cells);
        }

        /** Whether no engine fails at it; what an engine says it does not have is no failure. */
        public boolean matches() {
            return cells.stream().noneMatch(cell -> cell.status() == Status.FAIL);
        }
    }

    /** Copies its lists. */
    public ParityMatrix {
        engines = List.copyOf(engines);
        lines = List.copyOf(lines);
    }

    /** Whether all lines match. */
    public boolean matches() {
        return lines.stream().allMatch(Line::matches);
    }
}
