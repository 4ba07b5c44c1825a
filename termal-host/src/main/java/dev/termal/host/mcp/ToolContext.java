package dev.termal.host.mcp;

import dev.termal.api.Answer;
import dev.termal.api.Question;
import dev.termal.api.spi.HostTool;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/** For whom one call runs. */
final class ToolContext implements HostTool.Context {
    private final Borrower borrower;
    private final String callId;
    private final AtomicInteger asked = new AtomicInteger();

    ToolContext(Borrower borrower, String callId) {
        this.borrower = borrower;
        this.callId = callId;
    }

    @Override
    public List<Path> folders() {
        return borrower.folders();
    }

    @Override
    public String session() {
        return borrower.session();
    }

    @Override
    public CompletionStage<Answer> ask(String title, String text, List<Question.Field> fields) {
        String id = callId + "-q" + asked.incrementAndGet();
        return borrower.ask(new Question(id, title, text, fields, Optional.empty(), true));
    }
}
