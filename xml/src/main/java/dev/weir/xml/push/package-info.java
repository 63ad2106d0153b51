/**
 * Items that the reader pushes instead of being asked for them, and the SAX events made of them: fewer calls for each item.
 * Exported to Weir's own modules only.
 */
package dev.weir.xml.push;
