package dev.weir.bind.codec;

/** Makes the codecs of classes: at first one that interprets, which costs little to make, later one of byte code. */
public interface CodecFactory {
    /** The codec for the first objects of a class; {@link CodecRef#compiled} where none is to be interpreted. */
    BeanCodec firstCodec(CodecRef ref);

    BeanCodec compile(CodecRef ref);
}
