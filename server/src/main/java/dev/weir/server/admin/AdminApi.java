package dev.weir.server.admin;

/** The server's end of the admin API. */
public final class AdminApi {
    /** Where it is mounted; paths below are relative to it. */
    public static final String PREFIX = "/admin/";

    private AdminApi() {}
}
