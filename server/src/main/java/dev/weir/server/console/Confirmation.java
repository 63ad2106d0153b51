package dev.weir.server.console;

/**
 * What is asked before something is done that cannot be taken back.
 *
 * @param what it means
 * @param label of the button that does it
 * @param action the address of the form
 * @param back the address to which who is not sure goes
 */
public record Confirmation(String what, String label, String action, String back) {}
