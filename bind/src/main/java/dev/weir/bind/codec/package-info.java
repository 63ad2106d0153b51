/** What reads and writes one class or one value, abstractly: codecs, the references by which they find one another, and the registry of a model's codecs. */
package dev.weir.bind.codec;
