package dev.weir.server.deploy;

import dev.weir.server.access.PartnersFile;
import dev.weir.soap.http.HttpClient;
import dev.weir.soap.http.TlsReload;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Has a client call partners as their file says, now and when it changes. */
final class PartnersReload implements TlsReload.Look {
    private static final Logger LOG = System.getLogger(PartnersReload.class.getName());

    private final PartnersFile file;
    private final HttpClient client;
    private PartnersFile.Known known;

    private PartnersReload(PartnersFile file, HttpClient client, PartnersFile.Known known) {
        this.file = file;
        this.client = client;
        this.known = known;
    }

    static void watch(PartnersFile file, HttpClient client, TlsReload reload) throws IOException {
        PartnersFile.Known known = file.read();
        client.use(known.partners());
        reload.watch("calls to partners", new PartnersReload(file, client, known));
    }

    @Override
    public void look() throws IOException {
        PartnersFile.Known changed = file.readIfChanged(known);
        if (changed != null) {
            client.use(changed.partners());
            known = changed;
            LOG.log(Level.INFO, "calls to partners have new credentials or authorities");
        }
    }
}
