/** What the server measures of itself, for Prometheus. Other packages know nothing of the metrics library. */
package dev.weir.server.metrics;
