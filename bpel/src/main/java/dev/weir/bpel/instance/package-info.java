/** An instance's state: which activities are active, what its scopes hold; rows of bytes in, changed rows out. */
package dev.weir.bpel.instance;
