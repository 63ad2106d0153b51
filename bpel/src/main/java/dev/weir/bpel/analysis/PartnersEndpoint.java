package dev.weir.bpel.analysis;

/** The endpoint of a partner's role is copied from a partner link that has one. */
final class PartnersEndpoint implements Rule {
    @Override
    public String id() {
        return "SA00036";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        CopiedRoles.check(process, findings, "from", "partnerRole", "partnerRole");
    }
}
