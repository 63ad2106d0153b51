package dev.weir.bench.bind;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.util.List;
import javax.xml.datatype.XMLGregorianCalendar;
import org.jspecify.annotations.Nullable;

/** A checksum of an object's content, for comparing the results of different libraries. */
final class ObjectChecksum {
    private ObjectChecksum() {}

    static long sum(@Nullable Object value) {
        if (value == null) {
            return 1;
        }
        if (value instanceof List<?> list) {
            long sum = 2;
            for (Object item : list) {
                sum = 31 * sum + sum(item);
            }
            return sum;
        }
        if (value instanceof double[] array) {
            long sum = 2;
            for (double item : array) {
                sum = 31 * sum + sum(item);
            }
            return sum;
        }
        if (value instanceof XMLGregorianCalendar date) {
            // Only the day is compared: Jackson converts every date to a point in time.
            return (date.getYear() * 31L + date.getMonth()) * 31L + date.getDay();
        }
        if (value instanceof BigDecimal decimal) {
            return decimal.stripTrailingZeros().hashCode();
        }
        if (value.getClass().getName().startsWith("java.")) {
            return value.hashCode();
        }
        return fields(value);
    }

    private static long fields(Object bean) {
        long sum = 3;
        try {
            for (Field field : bean.getClass().getFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    sum += field.getName().hashCode() * (sum(field.get(bean)) + 5);
                }
            }
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException(impossible);
        }
        return sum;
    }
}
