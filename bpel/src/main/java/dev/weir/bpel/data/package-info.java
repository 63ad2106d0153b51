/**
 * What activities do with data: expressions are evaluated over variables, assigns copy, messages are made of variables and
 * stored in them, values are validated. Values come from a {@link dev.weir.bpel.data.ValueSource}; those that may be
 * changed, from a {@link dev.weir.bpel.data.ActivityData}. Nothing here knows of steps.
 */
package dev.weir.bpel.data;
