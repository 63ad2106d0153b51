/** Reports results as a text table, as JSON, and as a page with plots. */
package dev.weir.bench.report;
