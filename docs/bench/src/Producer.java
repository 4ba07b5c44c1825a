import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The child of all contenders: an agent that answers each prompt with a number of updates that it made beforehand. */
final class Producer {
    private static final int WRITE = 64 * 1024;
    private static final String UPDATE = "{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":"
            + "\"sess_0123456789abcdef\",\"update\":{\"sessionUpdate\":\"agent_message_chunk\",\"content\":{\"type\":"
            + "\"text\",\"text\":\"%09d some words of an answer\"}}}}\n";

    private Producer() {}

    public static void main(String[] args) throws IOException {
        byte[] updates = updates(Integer.parseInt(args[0]));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.contains("\"initialize\"")) {
                answer(out, line, "{\"protocolVersion\":1,\"agentCapabilities\":{},\"authMethods\":[]}");
            } else if (line.contains("\"session/new\"")) {
                answer(out, line, "{\"sessionId\":\"sess_0123456789abcdef\"}");
            } else if (line.contains("\"session/prompt\"")) {
                write(System.out, updates);
                answer(out, line, "{\"stopReason\":\"end_turn\"}");
            }
        }
    }

    private static byte[] updates(int count) {
        int length = String.format(UPDATE, 0).length();
        byte[] all = new byte[count * length];
        byte[] one = String.format(UPDATE, 0).getBytes(StandardCharsets.US_ASCII);
        int number = UPDATE.indexOf("%09d");
        for (int n = 0; n < count; n++) {
            for (int digit = 8, rest = n; digit >= 0; digit--, rest /= 10) {
                one[number + digit] = (byte) ('0' + rest % 10);
            }
            System.arraycopy(one, 0, all, n * length, length);
        }
        return all;
    }

    private static void write(OutputStream out, byte[] bytes) throws IOException {
        for (int from = 0; from < bytes.length; from += WRITE) {
            out.write(Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + WRITE)));
        }
    }

    /** The id stands as the request had it: some sides count, others name their requests. */
    private static void answer(PrintStream out, String request, String result) {
        int from = request.indexOf("\"id\":") + 5;
        int comma = request.indexOf(',', from);
        int to = comma < 0 ? request.indexOf('}', from) : Math.min(comma, request.indexOf('}', from));
        out.print("{\"jsonrpc\":\"2.0\",\"id\":" + request.substring(from, to) + ",\"result\":" + result + "}\n");
        out.flush();
    }
}
