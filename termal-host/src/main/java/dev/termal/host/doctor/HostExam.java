package dev.termal.host.doctor;

import dev.termal.host.config.TermalHome;
import dev.termal.host.plugin.PluginCatalog;
import dev.termal.host.plugin.PluginProblem;
import dev.termal.host.process.ProcessLauncher;
import dev.termal.host.process.Reaper;
import java.nio.file.Files;
import java.util.List;

/** Examines the host itself, part by part, so that one broken part does not hide the others. */
public final class HostExam {
    private final TermalHome home;
    private final Findings findings;

    /** What is found goes there. */
    public HostExam(TermalHome home, Findings findings) {
        this.home = home;
        this.findings = findings;
    }

    /** The program, its Java, its home, and how well it can end what it starts. */
    public void machine(String hostVersion) {
        findings.fact("hostVersion", "Version", hostVersion)
                .fact("javaVersion", "Java", Runtime.version().toString())
                .fact("javaHome", "Java home", System.getProperty("java.home", ""))
                .fact(
                        "platform",
                        "Platform",
                        System.getProperty("os.name", "") + " " + System.getProperty("os.version", "") + " "
                                + System.getProperty("os.arch", ""))
                .fact("home", "Home", home.folder().toString())
                .fact("logs", "Logs", home.folder().resolve("logs").toString());
        findings.ok("java", Runtime.version() + " in " + System.getProperty("java.home", ""));
        HomeExam.examine(home, findings);
        watchdog();
    }

    private void watchdog() {
        if (ProcessLauncher.groupStarter().isPresent()) {
            findings.ok("watchdog", "agents are ended even where this host is killed");
        } else if (System.getProperty("os.name", "").startsWith("Linux")) {
            findings.warning(
                    "watchdog",
                    "setsid was not found: agents may be left running where this host is killed",
                    "install util-linux; 'termal doctor --reap' ends what was left");
        } else {
            findings.ok("watchdog", "none on this system; 'termal doctor --reap' ends what a killed host left");
        }
    }

    /** What killed hosts left running. */
    public void leftovers() {
        List<Reaper.Leftover> left = new Reaper(home.runFolder()).find();
        if (left.isEmpty()) {
            findings.ok("leftovers", "no dead host left an agent running");
        }
        left.forEach(each -> findings.warning(
                "leftovers",
                each.agent() + " of a dead host still runs, process "
                        + String.join(
                                ", ",
                                each.processes().stream().map(String::valueOf).toList()),
                "termal doctor --reap"));
    }

    /** The plugins and what is wrong with them. */
    public void plugins(PluginCatalog catalog) {
        for (PluginProblem problem : catalog.problems()) {
            if (problem.isFatal()) {
                findings.failure("plugins", problem.text(), "");
            } else {
                findings.warning("plugins", problem.text(), "");
            }
        }
        if (catalog.problems().isEmpty()) {
            findings.ok(
                    "plugins",
                    catalog.profiles().size() + " agents and "
                            + catalog.engines().size() + " engines from "
                            + catalog.origins().size() + " modules");
        }
        findings.fact(
                "plugins",
                "Plugins",
                catalog.origins().stream()
                        .filter(origin -> !origin.isBuiltIn())
                        .map(Object::toString)
                        .toList());
    }

    /** The config file that could be read, with the keys in it that are not known. */
    public void config(List<String> warnings) {
        if (Files.exists(home.config())) {
            findings.ok("config", home.config().toString());
        } else {
            findings.ok("config", home.config() + " is not there, so the defaults hold");
        }
        warnings.forEach(warning -> findings.warning("config", warning, ""));
    }

    /** What is to be known of the config file that the repository around the folder brings along. */
    public void repository(List<String> notices) {
        notices.forEach(notice -> findings.warning("repository", notice, ""));
    }

    /** The config file, or a variable that stands for a part of it, is wrong. */
    public void brokenConfig(String message) {
        findings.failure("config", message, "agents are examined as if there were no config file");
    }
}
