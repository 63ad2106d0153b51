/**
 * The two interfaces every layer talks to: {@link dev.weir.xml.XmlReader} turns bytes (or a tree) into infoset items,
 * {@link dev.weir.xml.XmlWriter} turns infoset items into bytes (or a tree).
 */
package dev.weir.xml;
