package dev.termal.dist.arch.broken.agent.toy;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URL;
import java.net.http.HttpClient;

class Opens {
    Object socket() {
        return new Socket();
    }

    Object http() {
        return HttpClient.newHttpClient();
    }

    InputStream url(URL url) throws IOException {
        return url.openStream();
    }
}
