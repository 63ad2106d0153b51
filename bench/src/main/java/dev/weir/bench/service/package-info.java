/** SOAP services over the wire: Weir's provider, CXF and Metro, each with a process of its own. */
package dev.weir.bench.service;
