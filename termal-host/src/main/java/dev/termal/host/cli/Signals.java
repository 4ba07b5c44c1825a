package dev.termal.host.cli;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

/** Signals that a person or the system sends to this process. */
interface Signals {
    /** No signal is ever seen; the JVM's own handling stays. */
    Signals NONE = (name, handler) -> {};

    /** From now on runs this for each signal of this name, on a thread of its own. Does nothing where signals cannot be had. */
    void handle(String name, Runnable handler);

    /**
     * Those of this process, where the module {@code jdk.unsupported} is there: the launcher adds it. Reflection, since
     * javac warns of the class in a way that cannot be switched off, and since a host in another program needs no signals.
     */
    static Signals ofProcess() {
        return (name, handler) -> {
            try {
                Class<?> signal = Class.forName("sun.misc.Signal");
                Class<?> type = Class.forName("sun.misc.SignalHandler");
                InvocationHandler run = (proxy, method, arguments) -> switch (method.getName()) {
                    case "handle" -> {
                        handler.run();
                        yield null;
                    }
                    case "hashCode" -> System.identityHashCode(proxy);
                    case "equals" -> proxy == arguments[0];
                    default -> "handler of " + name;
                };
                Object proxy = Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, run);
                signal.getMethod("handle", signal, type)
                        .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
            } catch (ReflectiveOperationException notHere) {
                // the module is absent, or the system has no such signal: the JVM ends as it does without a handler
            }
        };
    }
}
