package dev.termal.host.cli;

import dev.termal.api.ContentBlock;
import dev.termal.api.Prompt;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where a prompt comes from: standard input, words of the command line, pictures and files, in this order. What is piped in
 * goes before the words, as other agents' own command lines have it: the words say what shall be done with it.
 *
 * <p>Files are read at once, so that a mistake costs nothing. Standard input that goes with words is awaited late, so that
 * the wait for one that stays silent passes while the agent starts.
 */
final class PromptSource {
    private final Shell shell;
    private final List<ContentBlock> words = new ArrayList<>();
    private final List<ContentBlock> files = new ArrayList<>();
    private final Optional<PipedInput> piped;

    private PromptSource(Shell shell, Optional<PipedInput> piped) {
        this.shell = shell;
        this.piped = piped;
    }

    /** Reads what can be read now. */
    static PromptSource of(Shell shell, List<String> words, List<Path> images, List<Path> attachments)
            throws InterruptedException {
        String text = String.join(" ", words);
        boolean fromInput =
                text.equals("-") || (words.isEmpty() && !shell.terminals().in());
        if (!fromInput && text.isBlank()) {
            throw new UsageError(
                    "no prompt: give it as words, such as termal run \"explain this folder\", or pipe it in");
        }
        boolean attachInput = !fromInput && !shell.terminals().in();
        PromptSource source =
                new PromptSource(shell, attachInput ? Optional.of(PipedInput.start(shell.in())) : Optional.empty());
        images.forEach(file -> source.files.add(Pieces.image(shell.cwd().resolve(file))));
        attachments.forEach(
                file -> source.files.add(Pieces.attachment(shell.cwd().resolve(file))));
        source.words.add(fromInput ? wholeInput(shell) : ContentBlock.text(text));
        return source;
    }

    private static ContentBlock wholeInput(Shell shell) throws InterruptedException {
        byte[] bytes = PipedInput.start(shell.in()).await();
        String text = Pieces.text(bytes)
                .orElseThrow(() -> new UsageError("standard input, which is the prompt, is not text in UTF-8"));
        if (text.isBlank()) {
            throw new UsageError("no prompt: standard input is empty; give the prompt as words, or pipe it in");
        }
        return ContentBlock.text(text.stripTrailing()); // "echo" ends a line
    }

    /** What a person said shall be done: the prompt without what goes with it. */
    String words() {
        return new Prompt(words).text();
    }

    /** The whole prompt. */
    Prompt prompt() throws InterruptedException {
        List<ContentBlock> blocks = new ArrayList<>();
        if (piped.isPresent()) {
            Optional<byte[]> bytes = piped.orElseThrow().awaitUnlessSilent(Bounds.STDIN_SILENCE_MS);
            if (bytes.isEmpty()) {
                shell.complain("termal: nothing came on standard input within " + Bounds.STDIN_SILENCE_MS / 1000
                        + " s, going on without it (</dev/null says that there is none)");
            }
            bytes.filter(some -> some.length > 0).map(Pieces::piped).ifPresent(blocks::add);
        }
        blocks.addAll(words);
        blocks.addAll(files);
        long size = blocks.stream().mapToLong(PromptSource::size).sum();
        if (size > Bounds.MAX_PROMPT) {
            throw new UsageError("the prompt with all that goes with it is larger than "
                    + Pieces.megabytes(Bounds.MAX_PROMPT) + "; name files in the prompt instead of attaching them");
        }
        return new Prompt(blocks);
    }

    private static long size(ContentBlock block) {
        if (block instanceof ContentBlock.Text text) {
            return text.text().length();
        }
        if (block instanceof ContentBlock.Image image) {
            return image.base64().length();
        }
        if (block instanceof ContentBlock.TextResource resource) {
            return resource.text().length();
        }
        return block instanceof ContentBlock.BlobResource resource
                ? resource.base64().length()
                : 0;
    }
}
