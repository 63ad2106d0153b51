package dev.weir.server.access;

/** Why nobody could sign in by an OpenID provider, in words for whoever tried. */
public final class OpenIdException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String remedy;

    /** @param status of the page that says so: 502 or 503 where the provider is at fault */
    OpenIdException(int status, String what, String remedy) {
        super(what);
        this.status = status;
        this.remedy = remedy;
    }

    public int status() {
        return status;
    }

    /** What to do. */
    public String remedy() {
        return remedy;
    }
}
