/** Web services over the wire, with SOAP and without: Weir, CXF, Metro and others, each with a process of its own. */
package dev.weir.bench.service;
