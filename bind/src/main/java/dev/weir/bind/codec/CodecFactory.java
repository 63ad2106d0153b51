package dev.weir.bind.codec;

/** Creates the codecs of classes: first an interpreted one, which is cheap to create, later a compiled one. */
public interface CodecFactory {
    /** The codec for the first objects of a class; {@link CodecRef#compiled} if the class is not to be interpreted. */
    BeanCodec firstCodec(CodecRef ref);

    BeanCodec compile(CodecRef ref);
}
