/**
 * Fast Infoset documents (ITU-T X.891 | ISO/IEC 24824-1) come in and infoset items go out, and the other way round:
 * behind the same two interfaces as XML text, so that nobody above needs to know which it is.
 */
package dev.weir.xml.fastinfoset;
