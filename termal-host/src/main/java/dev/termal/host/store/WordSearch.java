package dev.termal.host.store;

import dev.termal.api.AgentException;
import dev.termal.host.event.SearchHit;
import java.util.List;

/** Finds words in what is kept, and sees to it that the index has all of them. Thread-safe. */
record WordSearch(Reads reads, Writer writer) {
    /** Where all these words stand, also in what no index has taken in yet. */
    List<SearchHit> find(String words, int limit) throws InterruptedException {
        for (long id : reads.ifThere(List.<Long>of(), WordIndex::behind)) {
            writer.call(database -> {
                WordIndex.takeIn(database, id);
                return id;
            });
        }
        return reads.ifThere(
                List.of(),
                database -> WordIndex.search(
                        database,
                        words,
                        limit,
                        id -> SessionRows.list(database, "WHERE id = ?", id).stream()
                                .map(SessionRow::session)
                                .findFirst()));
    }

    /** Takes the words of a session's ended turns in, soon. */
    void takeIn(long id) {
        writer.submit(
                new Writer.Step() {
                    @Override
                    public void apply(Database database) {
                        WordIndex.takeIn(database, id);
                    }

                    @Override
                    public void done() {}

                    @Override
                    public void failed(AgentException why) {} // a search will take them in
                },
                false);
    }
}
