/** The cipher suites and the order in which the server prefers them, as recorded from the reference with `npm run compare -- tls-and-cors`. */
import { type ConnectionOptions, connect } from "node:tls";
import { expect, test } from "vitest";
import { startTestServer } from "../support/test-server.ts";

/** Returns the cipher suite of a handshake, or the error of the client. */
function negotiated(url: string, options: ConnectionOptions): Promise<string> {
  return new Promise((resolve) => {
    const { hostname: host, port } = new URL(url);
    const socket = connect({ host, port: Number(port), rejectUnauthorized: false, ...options }, () => {
      resolve(socket.getCipher().name);
      socket.destroy();
    });
    socket.on("error", (error) => resolve((error as NodeJS.ErrnoException).code ?? error.message));
  });
}

const refused = "ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE";
const tls12 = { minVersion: "TLSv1.2", maxVersion: "TLSv1.2" } as const;

test("the default suites are those of the reference, and the server chooses by its own order", async () => {
  await using running = await startTestServer();
  const { url } = running.server;
  // The certificate of a test server has an ECDSA key.
  const outcomes = {
    "ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-ECDSA-AES128-GCM-SHA256": "ECDHE-ECDSA-AES128-GCM-SHA256",
    "ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-ECDSA-AES128-GCM-SHA256": "ECDHE-ECDSA-CHACHA20-POLY1305",
    "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-ECDSA-CHACHA20-POLY1305": "ECDHE-ECDSA-AES128-GCM-SHA256",
    "ECDHE-ECDSA-AES256-SHA:ECDHE-ECDSA-AES128-SHA": "ECDHE-ECDSA-AES128-SHA",
    "ECDHE-ECDSA-AES128-SHA256": refused,
    "ECDHE-ECDSA-AES128-CCM": refused,
    "AES128-GCM-SHA256": refused,
    "AES256-SHA": refused,
  };
  for (const [ciphers, expected] of Object.entries(outcomes)) {
    expect(await negotiated(url, { ...tls12, ciphers }), ciphers).toBe(expected);
  }
  expect(await negotiated(url, {})).toBe("TLS_AES_128_GCM_SHA256");
  const chacha = "TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256";
  expect(await negotiated(url, { ciphers: chacha })).toBe("TLS_CHACHA20_POLY1305_SHA256");
});

test("the order of --tls-cipher-suites does not change the choice, and old versions of TLS get the same order", async () => {
  const suites = ["TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"];
  const more = "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA";
  await using running = await startTestServer({
    flags: ["--tls-min-version=VersionTLS10", `--tls-cipher-suites=${[...suites, more].join(",")}`],
  });
  const { url } = running.server;
  const both = "ECDHE-ECDSA-AES256-SHA:ECDHE-ECDSA-AES128-SHA";
  expect(await negotiated(url, { ...tls12, ciphers: `${both}:ECDHE-ECDSA-AES128-GCM-SHA256` })).toBe(
    "ECDHE-ECDSA-AES128-GCM-SHA256",
  );
  expect(await negotiated(url, { ...tls12, ciphers: both })).toBe("ECDHE-ECDSA-AES128-SHA");
  expect(await negotiated(url, { ...tls12, ciphers: "ECDHE-ECDSA-AES256-GCM-SHA384" })).toBe(refused);
  const old = { minVersion: "TLSv1", maxVersion: "TLSv1", ciphers: `${both}:@SECLEVEL=0` } as const;
  expect(await negotiated(url, old)).toBe("ECDHE-ECDSA-AES128-SHA");
});
