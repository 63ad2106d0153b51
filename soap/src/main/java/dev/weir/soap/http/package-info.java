/** The HTTP library, in and out, behind the few types that Weir needs of it. */
package dev.weir.soap.http;
