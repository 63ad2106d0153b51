package dev.weir.server.console;

import dev.weir.server.access.Caller;
import dev.weir.server.admin.AdminApi;
import dev.weir.server.admin.AdminConnection;
import dev.weir.soap.http.HttpHeaders;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpRequest;
import dev.weir.soap.http.HttpRequest.Target;
import java.io.ByteArrayInputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The admin API of this server, asked without a connection as somebody who is signed in.
 *
 * @param browsers the request of the browser that is answered: it says from where the person comes
 */
record LocalConnection(AdminApi api, Caller caller, HttpRequest browsers) implements AdminConnection {
    private static final byte[] NOTHING = new byte[0];

    @Override
    public Answer send(String method, String path, @Nullable Content body) {
        int question = path.indexOf('?');
        Target target = new Target(
                browsers.target().scheme(),
                browsers.target().authority(),
                question < 0 ? path : path.substring(0, question),
                question < 0 ? null : path.substring(question + 1));
        HttpHeaders headers =
                body == null ? HttpHeaders.NONE : HttpHeaders.of(Map.of("Content-Type", body.mediaType()));
        HttpReply reply = api.answer(
                new HttpRequest(method, target, headers, body == null ? NOTHING : body.bytes(), browsers.peer()),
                caller);
        return new Answer(
                reply.status(),
                reply.headers().get("Content-Type"),
                reply.headers().get(AdminApi.NEXT),
                new ByteArrayInputStream(reply.body()));
    }
}
