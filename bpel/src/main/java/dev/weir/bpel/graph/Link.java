package dev.weir.bpel.graph;

/**
 * A link of a flow.
 *
 * @param flow the id of the flow that declares it
 * @param index its place among that flow's links
 * @param source the id of the activity that it leaves
 * @param target the id of the activity that it enters
 */
public record Link(int id, String name, int flow, int index, int source, int target) {}
