package dev.weir.xpath.functions;

/**
 * The component to which expressions belong.
 *
 * @param partition in which its composite is deployed
 * @param composite the composite's name
 * @param revision the composite's
 * @param component its name in composite.xml
 */
public record ComponentPlace(String partition, String composite, String revision, String component) {
    /** The path of the composite's services. */
    String path() {
        return "/soa-infra/services/" + partition + "/" + composite + "!" + revision;
    }
}
