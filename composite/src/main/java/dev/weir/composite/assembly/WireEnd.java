package dev.weir.composite.assembly;

import org.jspecify.annotations.Nullable;

/**
 * One end of a wire.
 *
 * @param component null for a service or reference of the composite itself
 * @param name the service or reference: a process's partner link, for one
 */
public record WireEnd(@Nullable String component, String name) {
    /** As in source.uri and target.uri: {@code Component/name} or {@code name}. */
    static WireEnd parse(String uri) {
        int slash = uri.indexOf('/');
        return slash < 0 ? new WireEnd(null, uri) : new WireEnd(uri.substring(0, slash), uri.substring(slash + 1));
    }

    /** That of a process's partner link, where one of a sub-process that it calls is {@code SubProcess/link}. */
    public static WireEnd ofLink(String component, String partnerLink) {
        return partnerLink.indexOf('/') < 0 ? new WireEnd(component, partnerLink) : parse(partnerLink);
    }

    @Override
    public String toString() {
        return component == null ? name : component + "/" + name;
    }
}
