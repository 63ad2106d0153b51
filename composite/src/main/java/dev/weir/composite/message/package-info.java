/**
 * Messages as expressions see them, in the plans of mediators and in sensors: messages with what came beside their parts in,
 * variables out: {@link dev.weir.composite.message.MessageScope}. Also what checks messages against schemas: {@link
 * dev.weir.composite.message.MessageSchemas}.
 */
package dev.weir.composite.message;
