import org.jspecify.annotations.NullMarked;

/** SCA composites as Oracle SOA Suite writes them: assembled, wired, run, audited. */
@NullMarked
module dev.weir.composite {
    requires static transitive org.jspecify;
    requires transitive dev.weir.xml;
    requires transitive dev.weir.wsdl;
    requires transitive dev.weir.soap;
    requires transitive dev.weir.bpel;
    requires transitive dev.weir.xpath;
    requires transitive dev.weir.store;

    exports dev.weir.composite.assembly;
    exports dev.weir.composite.assess;
    exports dev.weir.composite.audit;
    exports dev.weir.composite.deployment;
    exports dev.weir.composite.documents;
    exports dev.weir.composite.fault;
    exports dev.weir.composite.log;
    exports dev.weir.composite.retention;
    exports dev.weir.composite.runtime;
    exports dev.weir.composite.statistics;
    exports dev.weir.composite.tuning;

    uses dev.weir.composite.assembly.ComponentKind;
    uses dev.weir.composite.fault.FaultRecovery;

    // The same list as in META-INF/services, for programs on the module path.
    provides dev.weir.composite.assembly.ComponentKind with
            dev.weir.composite.mediator.MediatorEngine,
            dev.weir.composite.process.BpelEngine;
}
