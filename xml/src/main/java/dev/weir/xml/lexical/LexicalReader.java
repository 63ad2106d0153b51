package dev.weir.xml.lexical;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlReader;
import java.math.BigDecimal;

/** A reader whose source has no bytes: it parses typed values from their text, as {@link XmlReader} defines them. */
public interface LexicalReader extends XmlReader {
    @Override
    default int elementInt() {
        return elementValue(SimpleValue::toInt);
    }

    @Override
    default long elementLong() {
        return elementValue(SimpleValue::toLong);
    }

    @Override
    default double elementDouble() {
        return elementValue(SimpleValue::toDouble);
    }

    @Override
    default float elementFloat() {
        return elementValue(SimpleValue::toFloat);
    }

    @Override
    default boolean elementBoolean() {
        return elementValue(SimpleValue::toBoolean);
    }

    @Override
    default BigDecimal elementDecimal() {
        return elementValue(SimpleValue::toDecimal);
    }

    @Override
    default byte[] elementBase64() {
        return elementValue(SimpleValue::toBase64);
    }

    @Override
    default int[] elementInts() {
        return elementValue(NumberListParser::ints);
    }

    @Override
    default long[] elementLongs() {
        return elementValue(NumberListParser::longs);
    }

    @Override
    default float[] elementFloats() {
        return elementValue(NumberListParser::floats);
    }

    @Override
    default double[] elementDoubles() {
        return elementValue(NumberListParser::doubles);
    }

    @Override
    default int attributeInt(int index) {
        return attributeValue(index, SimpleValue::toInt);
    }

    @Override
    default long attributeLong(int index) {
        return attributeValue(index, SimpleValue::toLong);
    }

    @Override
    default double attributeDouble(int index) {
        return attributeValue(index, SimpleValue::toDouble);
    }

    @Override
    default boolean attributeBoolean(int index) {
        return attributeValue(index, SimpleValue::toBoolean);
    }

    @Override
    default boolean isWhitespace() {
        if (event() != XmlEvent.TEXT) {
            return false;
        }
        String text = text();
        for (int i = 0; i < text.length(); i++) {
            if (!Characters.isSpace(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    @Override
    default void appendText(StringBuilder to) {
        to.append(text());
    }
}
