package dev.termal.host.mcp;

import dev.termal.host.web.JsonErrors;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Function;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Lets in requests that carry the token of a loan, before anything of them is read. */
final class McpGate extends Handler.Wrapper {
    /** The request's attribute that holds the loan. */
    static final String LOAN = Loan.class.getName();

    private final Function<byte[], Optional<Loan>> loans;

    McpGate(Function<byte[], Optional<Loan>> loans, Handler guarded) {
        super(guarded);
        this.loans = loans;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (!HttpMethod.POST.is(request.getMethod())) {
            response.getHeaders().put(HttpHeader.ALLOW, HttpMethod.POST.asString());
            JsonErrors.answer(request, response, callback, HttpStatus.METHOD_NOT_ALLOWED_405, "only POST");
            return true;
        }
        Optional<Loan> loan = Optional.ofNullable(request.getHeaders().get(Loan.HEADER))
                .flatMap(token -> loans.apply(token.getBytes(StandardCharsets.UTF_8)));
        if (loan.isEmpty()) {
            JsonErrors.answer(request, response, callback, HttpStatus.FORBIDDEN_403, "forbidden");
            return true;
        }
        request.setAttribute(LOAN, loan.get());
        return super.handle(request, response, callback);
    }
}
