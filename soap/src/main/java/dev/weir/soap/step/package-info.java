/** The steps of an exchange, one file each; their order stands in SoapEndpoint. */
package dev.weir.soap.step;
