/** The provider of Jakarta XML Web Services that {@link jakarta.xml.ws.spi.Provider} finds. */
package dev.weir.soap.jaxws;
