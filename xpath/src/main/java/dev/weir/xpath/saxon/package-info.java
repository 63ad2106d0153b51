/** Saxon as Weir runs it: our trees and functions in, nothing of the machine around it. */
package dev.weir.xpath.saxon;
