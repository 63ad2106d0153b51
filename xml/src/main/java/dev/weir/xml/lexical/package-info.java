/** The lexical rules that all readers and writers share: characters, names, simple values, namespace scopes. */
package dev.weir.xml.lexical;
