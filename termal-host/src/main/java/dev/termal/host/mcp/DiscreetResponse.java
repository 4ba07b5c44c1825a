package dev.termal.host.mcp;

import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;

/** Keeps what a library says of its own errors, which is its inside, from whoever asked: the status alone is told. */
final class DiscreetResponse extends HttpServletResponseWrapper {
    private int error;

    DiscreetResponse(HttpServletResponse response) {
        super(response);
    }

    @Override
    public void setStatus(int status) {
        if (status >= SC_BAD_REQUEST) {
            error = status;
        } else {
            super.setStatus(status);
        }
    }

    @Override
    public void sendError(int status) {
        error = status;
    }

    @Override
    public void sendError(int status, String message) {
        error = status;
    }

    @Override
    public PrintWriter getWriter() throws IOException {
        return error == 0 ? super.getWriter() : new PrintWriter(Writer.nullWriter());
    }

    /** Sends the error, where there is one. */
    void finish() throws IOException {
        if (error != 0) {
            super.sendError(error);
        }
    }
}
