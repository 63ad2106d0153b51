/** The page on which people try a service: sample requests made from its schemas, sent from the browser. */
package dev.weir.soap.page;
