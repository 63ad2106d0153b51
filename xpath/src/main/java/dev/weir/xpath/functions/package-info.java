/** XPath extension functions of Oracle SOA Suite. */
package dev.weir.xpath.functions;
