/**
 * The rules that every reader and writer obeys, written once: which characters and names are allowed, the lexical forms of
 * typed values, which prefixes are bound in which scope, and how bytes are scanned by words and counted in lines. Exported
 * to Weir's own modules only.
 */
package dev.weir.xml.lexical;
