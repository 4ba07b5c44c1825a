package dev.termal.host.skill;

import dev.termal.api.Capabilities;
import dev.termal.api.SessionRequest;
import dev.termal.host.mcp.Borrower;
import dev.termal.host.mcp.Lender;
import dev.termal.host.mcp.Loan;
import java.util.Optional;

/** Lends as another lender does, and tells of skills, by their files, the agent that cannot take them up by the tool for it. */
public final class SkillLender implements Lender {
    private final Lender lender;
    private final Skills skills;

    /** By this lender, of these skills. */
    public SkillLender(Lender lender, Skills skills) {
        this.lender = lender;
        this.skills = skills;
    }

    @Override
    public Optional<Loan> lend(Capabilities capabilities, SessionRequest request, Borrower borrower) {
        return lender.lend(capabilities, request, borrower);
    }

    @Override
    public Optional<String> inWords(Optional<Loan> loan) {
        return loan.filter(lent -> lent.lends(Skills.TOOL)).isPresent() ? Optional.empty() : skills.catalogue();
    }
}
