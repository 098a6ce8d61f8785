/** Connections: CORS, TLS, certificates for names, HTTP/2, and the end of a server. */
import { getFrame } from "../../test/support/h2-frames.ts";
import { withoutOwnChecks } from "../own-checks.ts";
import type { ComparedRequest, ComparedServer, Scenario, Suite } from "../suite.ts";
import { waitFor } from "../wait-for.ts";
import { type HandshakeClient, handshake } from "./handshake.ts";
import { endOfConnection, settingsOf } from "./http2-connection.ts";

/** Compares the connections of both servers. */
export const tlsAndCors: Suite = {
  name: "tls-and-cors",
  covers: "CORS, versions, ciphers and certificates of TLS, HSTS, HTTP/2 settings, and health during a stop",
  usesNamespaces: true,
  plugins: "endpoint",
  standardCount: Infinity,
  rewriteBody: withoutOwnChecks,
  *scenarios(): Iterable<Scenario> {
    for (const origin of origins) yield corsScenario(origin);
    yield handshakeScenario(
      "certificates for names",
      serverNames.map((serverName) => ({ serverName })),
    );
    yield handshakeScenario("versions of TLS", versions);
    yield handshakeScenario("cipher suites", ciphers);
    yield handshakeScenario("protocols in ALPN", protocols);
    yield http2Settings;
    yield strictServers;
    yield lenientServers;
  },
};

const origins = [
  "https://example.com",
  "http://example.com:8080",
  "https://sub.example.com",
  "https://example.com.evil.test",
  "https://abc.wild.test",
  "https://ABC.wild.test",
  "https://abc.wild.test:443",
  "https://CASE.test",
  "null",
  "",
  "*",
  "https://example.com, https://evil.test",
  "example.com",
];

function corsScenario(origin: string): Scenario {
  return {
    title: `the origin ${JSON.stringify(origin)}`,
    async run(server) {
      const maps = `/api/v1/namespaces/${server.namespace}/configmaps`;
      const from = (more: ComparedRequest = {}): ComparedRequest => ({ ...more, headers: { origin, ...more.headers } });
      const badToken = { authorization: "Bearer nope" };
      await server.send(maps, from());
      await server.send("/version", from());
      await server.send("/livez", from());
      await server.send(maps, from({ body: { metadata: { name: "a" } } }));
      await server.send(maps, from({ body: "{" }));
      await server.send(`${maps}/missing`, from());
      await server.send("/nowhere", from());
      await server.send(maps, from({ isAnonymous: true }));
      await server.send(maps, from({ isAnonymous: true, headers: badToken }));
      await server.send(maps, from({ headers: { accept: "text/x" } }));
      for (const preflight of preflights) {
        for (const isAnonymous of [true, false]) {
          await server.send(maps, from({ method: "OPTIONS", isAnonymous, headers: preflight }));
        }
      }
      await server.send("/livez", from({ method: "OPTIONS", isAnonymous: true }));
      await server.send("/nowhere", from({ method: "OPTIONS", isAnonymous: true }));
      await server.send(maps, from({ method: "OPTIONS", isAnonymous: true, headers: badToken }));
      await server.send(maps, from({ method: "OPTIONS", body: "text" }));
      const request = `OPTIONS /livez HTTP/1.1\r\nhost: a\r\nconnection: close\r\n`;
      await server.sendBytes(`${request}origin: ${origin}\r\norigin: https://example.com\r\n\r\n`, "none");
      await server.sendBytes(`${request}origin: https://example.com\r\norigin: ${origin}\r\n\r\n`, "none");
    },
  };
}

const preflights: readonly Readonly<Record<string, string>>[] = [
  {},
  { "access-control-request-method": "PUT" },
  { "access-control-request-method": "TRACE" },
  { "access-control-request-method": "GET", "access-control-request-headers": "authorization,content-type" },
  { "access-control-request-method": "GET", "access-control-request-headers": "x-unknown" },
];

const serverNames = [
  "localhost",
  "main.test",
  "first.test",
  "a.first.test",
  "a.b.first.test",
  "shared.test",
  "second.test",
  "explicit.test",
  "EXPLICIT.test",
  "x.wild.test",
  "wild.test",
  "y.x.wild.test",
  "upper.test",
  "UPPER.test",
  "third.test",
  "unknown.test",
  "first",
  "first.test.",
];

const versions: readonly HandshakeClient[] = [{}, ...(["tls1", "tls1_1", "tls1_2", "tls1_3"] as const).map(only)];

function only(version: NonNullable<HandshakeClient["version"]>): HandshakeClient {
  return { version };
}

const oldSuites = [
  "ECDHE-RSA-AES128-GCM-SHA256",
  "ECDHE-RSA-AES256-GCM-SHA384",
  "ECDHE-RSA-CHACHA20-POLY1305",
  "ECDHE-RSA-AES128-SHA",
  "ECDHE-RSA-AES256-SHA",
  "ECDHE-RSA-AES128-SHA256",
  "ECDHE-RSA-AES256-SHA384",
  "DHE-RSA-AES128-GCM-SHA256",
  "DHE-RSA-AES256-SHA",
  "AES128-GCM-SHA256",
  "AES256-GCM-SHA384",
  "AES128-SHA",
  "AES256-SHA",
  "AES256-SHA256",
  "ECDHE-RSA-CAMELLIA128-SHA256",
  "ECDHE-ECDSA-AES128-GCM-SHA256",
  "ECDHE-RSA-AES256-GCM-SHA384:ECDHE-RSA-AES128-GCM-SHA256",
  "ECDHE-RSA-CHACHA20-POLY1305:ECDHE-RSA-AES128-GCM-SHA256",
  "ECDHE-RSA-AES128-GCM-SHA256:ECDHE-RSA-CHACHA20-POLY1305",
  "ECDHE-RSA-AES256-SHA:ECDHE-RSA-AES128-SHA",
];

const newSuites = [
  "TLS_AES_128_GCM_SHA256",
  "TLS_AES_256_GCM_SHA384",
  "TLS_CHACHA20_POLY1305_SHA256",
  "TLS_AES_128_CCM_SHA256",
  "TLS_AES_256_GCM_SHA384:TLS_AES_128_GCM_SHA256",
  "TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256",
  "TLS_AES_128_GCM_SHA256:TLS_CHACHA20_POLY1305_SHA256",
];

const ciphers: readonly HandshakeClient[] = [
  ...oldSuites.map((one): HandshakeClient => ({ version: "tls1_2", ciphers: one })),
  ...oldSuites
    .slice(-5, -4)
    .map((one): HandshakeClient => ({ version: "tls1_2", ciphers: one, serverName: "first.test" })),
  ...newSuites.map((suites): HandshakeClient => ({ version: "tls1_3", suites })),
  ...["X25519", "P-256", "P-384", "P-521", "P-521:X25519", "P-384:P-256"].flatMap((curves): HandshakeClient[] => [
    { version: "tls1_3", curves },
    { version: "tls1_2", curves },
  ]),
];

const protocols: readonly HandshakeClient[] = [
  ["h2"],
  ["http/1.1"],
  ["http/1.1", "h2"],
  ["h2", "http/1.1"],
  ["spdy/3"],
  ["spdy/3", "http/1.1"],
  ["http/1.0"],
  ["h3", "http/1.0"],
].flatMap((offered) => [{ protocols: offered }, { protocols: offered, version: "tls1_2" as const }]);

function handshakeScenario(title: string, clients: readonly HandshakeClient[]): Scenario {
  return { title, run: (server) => compareHandshakes(server, clients) };
}

async function compareHandshakes(server: ComparedServer, clients: readonly HandshakeClient[]): Promise<void> {
  for (const client of clients) {
    await server.measure("TLS", JSON.stringify(client), ({ host }) => handshake(host, client));
  }
}

const http2Settings: Scenario = {
  title: "settings of HTTP/2",
  async run(server) {
    await server.measure("HTTP/2", "settings", settingsOf);
    await server.sendFrames("one request", getFrame(1, "/livez"));
  },
};

const strictFlags = ["--tls-min-version=VersionTLS13", "--disable-http2-serving=true"];

const strictServers: Scenario = {
  title: "only TLS 1.3 and HTTP/1.1",
  run: (server) =>
    server.another(strictFlags, async (another) => {
      await compareHandshakes(another, [...versions, ...protocols]);
      await another.send("/version");
    }),
};

const lenientFlags = [
  "--tls-min-version=VersionTLS10",
  "--tls-cipher-suites=TLS_RSA_WITH_AES_256_CBC_SHA,TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA",
  "--goaway-chance=0.02",
  "--strict-transport-security-directives=preload",
  "--shutdown-delay-duration=4s",
];

/** Requests that are sent while a server stops. */
const targetsDuringStop = [
  "/readyz",
  "/readyz?verbose",
  "/readyz/shutdown",
  "/readyz/ping",
  "/readyz?exclude=shutdown",
  "/livez",
  "/livez?verbose",
  "/healthz",
  "/healthz?verbose",
  "/version",
  "/api/v1/namespaces",
];

const lenientServers: Scenario = {
  title: "old versions of TLS, the end of connections, and a stop",
  run: (server) =>
    server.another(lenientFlags, async (another) => {
      await compareHandshakes(another, [...versions, ...ciphers]);
      for (const version of ["tls1", "tls1_1"] as const) {
        await compareHandshakes(another, [
          { version, protocols: ["h2", "http/1.1"] },
          { version, protocols: ["h2"] },
        ]);
      }
      await another.measure("HTTP/2", "end of a connection", async (running) => await endOfConnection(running));
      await another.send("/version");
      const watch = await another.watch("/api/v1/namespaces?watch=1&fieldSelector=metadata.name%3Dnothing");
      await another.measure("STOP", "signal", (running) => {
        running.signal?.("SIGTERM");
        return Promise.resolve();
      });
      await another.until("/readyz", ({ status }) => status === 500);
      for (const target of targetsDuringStop) await another.send(target);
      await another.send(`/api/v1/namespaces`, { body: { metadata: { name: another.name("stop") } } });
      await another.measure("TLS", "during the stop", ({ host }) => handshake(host, { protocols: ["h2"] }));
      // The watch ends with the server, before ten seconds have passed.
      await watch.upTo(1);
      await watch.close();
      await another.measure("STOP", "end", ({ isRunning = () => false }) =>
        waitFor(() => Promise.resolve(!isRunning()), "the server has ended"),
      );
      await another.send("/livez");
    }),
};
