/** One file per activity: what it does when it starts, when it is resumed, and when it is stopped. */
package dev.weir.bpel.activity;
