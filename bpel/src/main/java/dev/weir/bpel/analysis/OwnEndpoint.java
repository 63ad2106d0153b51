package dev.weir.bpel.analysis;

/** The endpoint of the process's own role is copied from a partner link that has one. */
final class OwnEndpoint implements Rule {
    @Override
    public String id() {
        return "SA00035";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        CopiedRoles.check(process, findings, "from", "myRole", "myRole");
    }
}
