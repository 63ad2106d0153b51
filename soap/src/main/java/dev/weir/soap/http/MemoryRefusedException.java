package dev.weir.soap.http;

/**
 * A request is given up because the server has too little memory for what would be made of it: now (503), or ever (413). Thrown
 * before it is made.
 */
public final class MemoryRefusedException extends BodyRefusedException {
    MemoryRefusedException(int status, String message) {
        super(status, message);
    }
}
