/** A service on HTTP: requests in, to the service and back by way of the steps; its description besides. */
package dev.weir.soap.endpoint;
