package dev.weir.soap.http;

/** A pushed body that releases more than its own when it is closed. */
record ReleasingPush(PushedBody pushed, Runnable further) implements PushedBody {
    @Override
    public void begin(Push push) {
        pushed.begin(push);
    }

    @Override
    public void close() {
        pushed.close();
        further.run();
    }
}
