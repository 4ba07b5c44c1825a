package dev.termal.agent.antigravity;

/**
 * What nobody has seen on a live Antigravity yet: each question is one switch here, and what TermAl takes to be so until
 * somebody has looked is {@link #ASSUMED}. How to find out stands in {@code docs/antigravity.md}.
 *
 * @param tokens what a process that lives on counts in the end of a turn
 * @param servers how the CLI comes to know of the host's MCP servers, where no setting says it
 * @param cancel in which form the ACP server wants to be asked to stop
 * @param resumes whether the ACP server's {@code session/resume} continues without repeating history, as it says
 * @param namesHarness whether the ACP server needs to be told where its second file is
 */
record OpenFacts(Tokens tokens, Servers servers, Cancel cancel, boolean resumes, boolean namesHarness) {
    /** What the tokens in the end of a turn are the sum of. */
    enum Tokens {
        /** That turn. */
        OF_THE_TURN,
        /** All turns of the process so far. */
        OF_THE_PROCESS
    }

    /** Where the CLI reads of MCP servers. */
    enum Servers {
        /** In a folder of the process, named as one more folder to work in. */
        ADDED_FOLDER,
        /** In the person's own file. */
        SHARED_FILE
    }

    /** How a turn is ended early. */
    enum Cancel {
        /** As the protocol says. */
        NOTIFICATION("notification"),
        /** As a request that is answered. */
        REQUEST("request"),
        /** Not at all: its process is ended and the session continued in a new one. */
        NONE("none");

        private final String word;

        Cancel(String word) {
            this.word = word;
        }

        /** As the engine's option says it. */
        String word() {
            return word;
        }
    }

    static final OpenFacts ASSUMED =
            new OpenFacts(Tokens.OF_THE_PROCESS, Servers.ADDED_FOLDER, Cancel.NOTIFICATION, true, true);
}
