/** Reports about archives in; text, JSON and a page for a browser out. */
package dev.weir.server.assess;
