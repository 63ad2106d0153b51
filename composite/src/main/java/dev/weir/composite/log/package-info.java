/** For which flow a thread works, so that the lines that it logs can say so. */
package dev.weir.composite.log;
