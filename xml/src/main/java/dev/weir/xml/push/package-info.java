/** Items told by the reader itself, for faces that tell rather than are asked: fewer looks at each. Not exported. */
package dev.weir.xml.push;
