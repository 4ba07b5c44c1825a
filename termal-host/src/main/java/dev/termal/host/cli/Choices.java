package dev.termal.host.cli;

import dev.termal.api.PermissionPolicy;
import dev.termal.host.event.OnLost;
import dev.termal.host.text.Nearest;
import dev.termal.host.text.Words;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Options that take one of a few words. */
final class Choices {
    private Choices() {}

    private static <E extends Enum<E>> E parse(E[] values, String typed) {
        List<String> words = Arrays.stream(values).map(Words::of).toList();
        int at = words.indexOf(typed.toLowerCase(Locale.ROOT));
        if (at < 0) {
            throw new TypeConversionException(
                    "'" + typed + "' is not one of " + String.join(", ", words) + Nearest.hint(typed, words));
        }
        return values[at];
    }

    /** Permission policies, by the words of the command line. */
    static final class Policy implements ITypeConverter<PermissionPolicy>, Iterable<String> {
        @Override
        public PermissionPolicy convert(String typed) {
            return parse(PermissionPolicy.values(), typed);
        }

        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(PermissionPolicy.values()).map(Words::of).iterator();
        }
    }

    /** What to do where a session is lost. */
    static final class Lost implements ITypeConverter<OnLost>, Iterable<String> {
        @Override
        public OnLost convert(String typed) {
            return parse(OnLost.values(), typed);
        }

        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(OnLost.values()).map(Words::of).iterator();
        }
    }

    /** The formats in which a session is written. */
    static final class Export implements ITypeConverter<ExportFormat>, Iterable<String> {
        @Override
        public ExportFormat convert(String typed) {
            return parse(ExportFormat.values(), typed);
        }

        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(ExportFormat.values()).map(Words::of).iterator();
        }
    }

    /** All formats. */
    static final class Format implements ITypeConverter<OutputFormat>, Iterable<String> {
        @Override
        public OutputFormat convert(String typed) {
            return parse(OutputFormat.values(), typed);
        }

        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(OutputFormat.values()).map(Words::of).iterator();
        }
    }

    /** The formats of commands without a last word. */
    static final class ListFormat implements ITypeConverter<OutputFormat>, Iterable<String> {
        private static final OutputFormat[] FORMATS = {OutputFormat.TEXT, OutputFormat.JSON};

        @Override
        public OutputFormat convert(String typed) {
            return parse(FORMATS, typed);
        }

        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(FORMATS).map(Words::of).iterator();
        }
    }
}
