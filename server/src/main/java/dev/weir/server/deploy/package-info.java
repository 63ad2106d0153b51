/** Folders and archives with composites in, a running server out. */
package dev.weir.server.deploy;
