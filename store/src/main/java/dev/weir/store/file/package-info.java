/** Files and folders of a data folder: their modes, and how they get to disk. */
package dev.weir.store.file;
