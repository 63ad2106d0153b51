package dev.weir.bpel.analysis;

/** An endpoint is assigned to a partner link that has a partner's role. */
final class AssignedEndpoint implements Rule {
    @Override
    public String id() {
        return "SA00037";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        CopiedRoles.check(process, findings, "to", null, "partnerRole");
    }
}
