/**
 * Metro over Weir: the binding of its messages by Weir's codecs, and the reading and writing of them by Weir's StAX
 * implementation. Metro finds these classes itself; see docs/swap.md.
 */
@NullMarked
package dev.weir.metro;

import org.jspecify.annotations.NullMarked;
