package dev.termal.host.parity;

import dev.termal.api.AgentEvent;
import dev.termal.api.ContentBlock;
import dev.termal.api.EngineId;
import dev.termal.api.Prompt;
import dev.termal.host.ModelList;
import dev.termal.host.SessionSpec;
import dev.termal.host.Termal;
import dev.termal.host.TermalSession;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.TurnReport;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

/** One engine, on which sessions with an agent are opened. */
record Stage(Termal host, SessionSpec spec, EngineId engine) {
    private SessionSpec.Builder here() {
        SessionSpec.Builder builder = SessionSpec.builder(spec.cwd()).engine(engine.value());
        spec.agent().ifPresent(builder::agent);
        spec.model().ifPresent(builder::model);
        spec.permissions().ifPresent(builder::permissions);
        spec.timeout().ifPresent(builder::timeout);
        return builder;
    }

    Talk open() throws InterruptedException {
        return new Talk(host.open(here().build()));
    }

    Talk open(String model) throws InterruptedException {
        return new Talk(host.open(here().model(model).build()));
    }

    List<ModelList.Model> models() throws InterruptedException {
        return host.models(here().build()).models();
    }

    /** A session with all its entries. */
    static final class Talk implements AutoCloseable {
        private final TermalSession session;
        private final List<SessionEntry> entries = new CopyOnWriteArrayList<>();
        private final AtomicBoolean cancelAtFirstWord = new AtomicBoolean();

        Talk(TermalSession session) {
            this.session = session;
            session.read(0, this::entry);
        }

        private void entry(SessionEntry entry) {
            entries.add(entry);
            boolean speaks = entry.body() instanceof EntryBody.Said said
                    && ((said.event() instanceof AgentEvent.MessageChunk chunk && chunk.role() == AgentEvent.Role.AGENT)
                            || said.event() instanceof AgentEvent.ThoughtChunk);
            if (speaks && cancelAtFirstWord.compareAndSet(true, false)) {
                session.cancel();
            }
        }

        TermalSession session() {
            return session;
        }

        List<SessionEntry> entries() {
            return entries;
        }

        TurnReport ask(String text) throws InterruptedException {
            return session.prompt(Prompt.of(text));
        }

        TurnReport askAndCancel(String text) throws InterruptedException {
            cancelAtFirstWord.set(true);
            return ask(text);
        }

        /** The pieces of the agent's messages, in order. */
        List<String> pieces() {
            return entries.stream()
                    .map(SessionEntry::body)
                    .flatMap(body -> body instanceof EntryBody.Said said
                                    && said.event() instanceof AgentEvent.MessageChunk chunk
                                    && chunk.role() == AgentEvent.Role.AGENT
                                    && chunk.delta() instanceof ContentBlock.Text text
                            ? List.of(text.text()).stream()
                            : List.<String>of().stream())
                    .toList();
        }

        @Override
        public void close() {
            session.close();
        }
    }
}
