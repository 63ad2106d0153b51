/** What a codec does with each name and each property: a bound class comes in, a plan goes out, which is interpreted or compiled. */
package dev.weir.bind.plan;
