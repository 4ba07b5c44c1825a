import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Takes one contender through six turns in this JVM and prints a line for each: the contender, which turn (cold for the first,
 * warm for the second, then settled: the JVM has compiled what it will), updates a second, milliseconds of CPU; and one line
 * more with the peak of resident memory in MB.
 *
 * <p>Arguments: the class of the contender, the number of updates in a turn, the command of the child.
 */
public final class Bench {
    private static final List<String> TURNS = List.of("cold", "warm", "settled", "settled", "settled", "settled");

    /** One way to drive an agent. Made with the child's command and a taker of each update's text. */
    public interface Contender extends AutoCloseable {
        /** Runs a turn; all of its updates have been taken when it returns. */
        void prompt() throws Exception;
    }

    /** How a contender is made. */
    public interface Factory {
        /** Starts the child and opens a session. */
        Contender start(List<String> child, Consumer<String> taker) throws Exception;
    }

    private Bench() {}

    public static void main(String[] args) throws Exception {
        int count = Integer.parseInt(args[1]);
        List<String> child = Arrays.asList(args).subList(2, args.length);
        Factory factory = (Factory)
                Class.forName(args[0]).getDeclaredConstructor().newInstance();
        Order order = new Order();
        try (Contender contender = factory.start(child, order)) {
            for (String turn : TURNS) {
                order.expected = 0;
                long cpu = cpu();
                long began = System.nanoTime();
                contender.prompt();
                long took = System.nanoTime() - began;
                order.check(count);
                long rate = count * TimeUnit.SECONDS.toNanos(1) / took;
                print(args[0], turn, rate, TimeUnit.NANOSECONDS.toMillis(cpu() - cpu));
            }
        }
        print(args[0], "peak", peakMegabytes());
        System.exit(0); // some leave threads behind
    }

    private static void print(Object... words) {
        System.out.println(Arrays.stream(words).map(String::valueOf).collect(Collectors.joining(" ")));
    }

    private static long cpu() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static long peakMegabytes() throws Exception {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("VmHWM"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
                .findFirst()
                .orElse(0);
    }

    /** Sees that each update comes once and in its place. */
    private static final class Order implements Consumer<String> {
        private volatile int expected;

        @Override
        @SuppressWarnings("NonAtomicOperationOnVolatileField") // one thread takes
        public void accept(String text) {
            int number = Integer.parseInt(text, 0, 9, 10);
            if (number != expected) {
                System.err.println("update " + number + " came where " + expected + " was due");
                System.exit(1);
            }
            expected++;
        }

        void check(int count) {
            if (expected != count) {
                System.err.println("the turn ended after " + expected + " of " + count + " updates");
                System.exit(1);
            }
        }
    }
}
