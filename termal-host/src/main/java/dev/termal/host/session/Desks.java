package dev.termal.host.session;

import dev.termal.host.permission.PermissionDesk;
import dev.termal.host.permission.QuestionDesk;

/** All that an agent can ask in a session, settled together. */
record Desks(PermissionDesk permissions, QuestionDesk questions) {
    /** Answers all that is open as cancelled. */
    void cancelOpen() {
        permissions.cancelOpen();
        questions.cancelOpen();
    }

    /** Answers all that is open, and all that comes until {@link #reopen}, as cancelled. */
    void shut() {
        permissions.shut();
        questions.shut();
    }

    void reopen() {
        permissions.reopen();
        questions.reopen();
    }
}
