/** Results come in; a text table, JSON, and a page with plots go out. */
package dev.weir.bench.report;
