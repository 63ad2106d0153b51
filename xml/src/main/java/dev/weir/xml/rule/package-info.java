/**
 * The rules that every reader and writer of this module obeys, written once: which characters and names are allowed,
 * what typed values look like, and which prefixes are bound where. Not exported.
 */
package dev.weir.xml.rule;
