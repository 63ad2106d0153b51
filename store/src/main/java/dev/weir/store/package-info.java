/**
 * Durable work, state and history of process instances. Records go in by whole transitions and come out as instances and
 * calls to carry on with. The store knows nothing of XML, SOAP or BPEL: payloads and state rows are opaque bytes to it.
 *
 * <p>{@code Store} is the contract, {@code Transition} the unit of change, {@code FairClaims} the policy by which
 * components share what is handed out; {@code CompositeRevision}, {@code ComponentId}, {@code CallKey} and
 * {@code ExchangeId} are the identities that pass through, each with its text form.
 */
package dev.weir.store;
