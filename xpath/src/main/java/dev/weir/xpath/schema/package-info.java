/** What XML schemas declare about elements and types, as far as processes and mediators need it. */
package dev.weir.xpath.schema;
