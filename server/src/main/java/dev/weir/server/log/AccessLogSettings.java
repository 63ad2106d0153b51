package dev.weir.server.log;

import java.nio.file.Path;

/**
 * Where requests are logged.
 *
 * @param maxBytes of the file, before it is put aside
 * @param files that are kept beside it, with the endings .1 (the newest), .2 and so on
 */
public record AccessLogSettings(Path file, long maxBytes, int files) {}
