/** Records out of documents too large to hold, and into them: bytes come in, a stream of bound objects goes out. */
package dev.weir.bind;
