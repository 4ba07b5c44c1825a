package dev.termal.host.cli;

import dev.termal.api.AuthStatus.State;
import dev.termal.host.SignInStatus;
import dev.termal.host.cli.output.Look;
import java.util.List;

/** Which agents are signed in, as a table. */
final class SignInTable {
    private SignInTable() {}

    static String of(Look look, List<SignInStatus> statuses) {
        Table table = new Table(look, "AGENT", "NAME", "SIGN-IN");
        for (SignInStatus each : statuses) {
            State state = each.status().state();
            String hint = each.status().hint();
            boolean tell = hint.isBlank() && state == State.SIGN_IN_REQUIRED;
            table.row(each.agent().value(), each.name(), word(state)).note(tell ? each.instructions() : hint);
        }
        return table.toString();
    }

    private static String word(State state) {
        return switch (state) {
            case SIGNED_IN -> "signed in";
            case SIGN_IN_REQUIRED -> "sign-in needed";
            case UNKNOWN -> "shows in use";
        };
    }
}
