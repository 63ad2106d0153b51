/** Items pushed by a reader to event-driven consumers such as SAX: cheaper than pulling them one by one. */
package dev.weir.xml.push;
