/** An agent for one turn: it reads its input to the end, prints its events and is done. Its model answers at once. */
public final class Printer {
    private Printer() {}

    public static void main(String[] args) throws Exception {
        System.in.readAllBytes();
        System.out.println("{\"type\":\"init\",\"session_id\":\"s-1\",\"model\":\"none\"}");
        System.out.println("{\"type\":\"message\",\"role\":\"assistant\",\"content\":\"ok\",\"delta\":true}");
        System.out.println("{\"type\":\"result\",\"status\":\"success\"}");
    }
}
