/** Which serving certificate a client gets, and changes of the files of certificates. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type SecureVersion } from "node:tls";
import { afterAll, expect, test } from "vitest";
import { OpensslAuthority } from "../support/openssl-authority.ts";
import { startTestServer } from "../support/test-server.ts";
import { eventually } from "../support/until.ts";

const folder = mkdtempSync(join(tmpdir(), "orch-certificates-"));
const authority = OpensslAuthority.create(join(folder, "ca"), "serving-ca");

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a certificate with a new key. Returns the paths of both files. */
function write(file: string, name: string, names: readonly string[] = []): readonly [cert: string, key: string] {
  const extensions = names.length === 0 ? undefined : [`subjectAltName=${names.map((one) => `DNS:${one}`).join(",")}`];
  const pair = authority.issue({ subject: `/CN=${name}`, ...(extensions ? { extensions } : {}) });
  const paths = [join(folder, `${file}.crt`), join(folder, `${file}.key`)] as const;
  writeFileSync(paths[0], pair.cert);
  writeFileSync(paths[1], pair.key);
  return paths;
}

interface Handshake {
  readonly servername?: string;
  readonly ciphers?: string;
  readonly maxVersion?: SecureVersion;
  readonly minVersion?: SecureVersion;
}

/** Returns the common name of the certificate that a client gets, and the protocols; or the error. */
function handshake(url: string, options: Handshake = {}): Promise<string> {
  const { port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(
      {
        host: "127.0.0.1",
        port: Number(port),
        rejectUnauthorized: false,
        servername: "",
        ALPNProtocols: ["h2"],
        ...options,
      },
      () => {
        const { CN } = socket.getPeerCertificate().subject;
        resolve(`${String(CN)} ${socket.getProtocol()} ${socket.alpnProtocol}`);
        socket.destroy();
      },
    );
    socket.on("error", (error) => resolve((error as NodeJS.ErrnoException).code ?? error.message));
  });
}

test("clients get the certificate for the name that they request, as from the reference", async () => {
  const one = write("one", "one", ["one.example", "*.one.example"]);
  const two = write("two", "two", ["two.example", "*.two.example"]);
  const three = write("three", "three", ["one.example", "x.foo.example"]);
  await using running = await startTestServer({
    flags: [
      `--tls-sni-cert-key=${one.join(",")}`,
      `--tls-sni-cert-key=${two.join(",")}:foo.example,*.bar.example`,
      `--tls-sni-cert-key=${three.join(",")}`,
    ],
  });
  const { url } = running.server;
  const main = /^(\S+)/.exec(await handshake(url, { servername: "localhost" }))?.[1];
  expect(["one", "two", "three"]).not.toContain(main);
  const names = {
    one: "one",
    two: main,
    "one.example": "one",
    "a.one.example": "one",
    "a.b.one.example": main,
    "foo.example": "two",
    "x.bar.example": "two",
    "y.x.bar.example": main,
    "BAR.example": main,
    "X.BAR.EXAMPLE": "two",
    "a.two.example": "two",
    "x.foo.example": "three",
    "": main,
  };
  for (const [servername, expected] of Object.entries(names)) {
    expect(await handshake(url, { servername }), servername).toBe(`${expected} TLSv1.3 h2`);
  }
  // Requests on such a connection are served.
  expect((await running.client.request("/version")).status).toBe(200);
});

test("a client that requests no name gets the certificate of the address to which it connects", async () => {
  const pair = write("address", "address");
  await using running = await startTestServer({ flags: [`--tls-sni-cert-key=${pair.join(",")}:127.0.0.1`] });
  expect(await handshake(running.server.url)).toBe("address TLSv1.3 h2");
  expect(await handshake(running.server.url, { servername: "localhost" })).not.toMatch(/^address /);
});

test("changed certificates are served, and one without its key changes nothing", async () => {
  const serving = write("serving", "first");
  const other = write("other", "other-first", ["other.example"]);
  await using running = await startTestServer({
    // Only this engine can be restored to a snapshot.
    engine: "memory",
    flags: [
      `--tls-cert-file=${serving[0]}`,
      `--tls-private-key-file=${serving[1]}`,
      `--tls-sni-cert-key=${other.join(",")}`,
    ],
  });
  const { url } = running.server;
  const served = async (servername: string): Promise<string> =>
    (await handshake(url, { servername })).split(" ")[0] ?? "";
  expect([await served(""), await served("other.example")]).toEqual(["first", "other-first"]);

  write("other", "other-second", ["other.example"]);
  await eventually(
    async () => (await served("other.example")) === "other-second",
    "the certificate of a name is renewed",
  );
  expect(await served("")).toBe("first");

  const next = authority.issue({ subject: "/CN=second" });
  const reloads = async (result: string): Promise<number> => {
    const text = await (await running.server.request("/metrics")).text();
    const series = `serving_certificate_reloads_total{flag="--tls-cert-file",result="${result}"} `;
    return Number(
      text
        .split("\n")
        .find((line) => line.startsWith(series))
        ?.slice(series.length),
    );
  };
  expect(await reloads("failure")).toBe(0);
  writeFileSync(serving[0], next.cert);
  await eventually(async () => (await reloads("failure")) === 1, "the half-written pair is rejected");
  expect(await served("")).toBe("first");
  writeFileSync(serving[1], next.key);
  await eventually(async () => (await served("")) === "second", "the certificate is renewed");
  expect([await reloads("success"), await reloads("failure")]).toEqual([1, 1]);

  await running.server.restore(running.server.snapshot());
  expect([await reloads("success"), await reloads("failure")]).toEqual([1, 1]);
});

test("a certificate that does not belong to its key prevents the start", async () => {
  const [cert] = write("alone", "alone");
  const [, key] = write("stranger", "stranger");
  await expect(startTestServer({ flags: [`--tls-sni-cert-key=${cert},${key}`] })).rejects.toThrow(
    `--tls-sni-cert-key: ${key} does not belong to the certificate in ${cert}`,
  );
});

test("--tls-min-version and --tls-cipher-suites decide which TLS is accepted", async () => {
  const old = { minVersion: "TLSv1", ciphers: "ALL:@SECLEVEL=0" } as const;
  {
    await using running = await startTestServer({ flags: ["--tls-min-version=VersionTLS10"] });
    const { url } = running.server;
    for (const maxVersion of ["TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3"] as const) {
      expect(await handshake(url, { ...old, maxVersion })).toContain(` ${maxVersion} h2`);
    }
  }
  await using running = await startTestServer({
    flags: [
      "--tls-cipher-suites=TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256,TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
      "--disable-http2-serving",
    ],
  });
  const { url } = running.server;
  const refused = "ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE";
  expect(await handshake(url, { ...old, maxVersion: "TLSv1.1" })).toBe("ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION");
  const tls12 = { maxVersion: "TLSv1.2", ALPNProtocols: ["http/1.1"] } as const;
  expect(await handshake(url, { ...tls12, ciphers: "ECDHE-ECDSA-AES256-GCM-SHA384" })).toBe(refused);
  expect(await handshake(url, { ...tls12, ciphers: "ECDHE-ECDSA-AES128-GCM-SHA256" })).toContain(" TLSv1.2 http/1.1");
  const http1 = { ALPNProtocols: ["h2", "http/1.1"] } as Handshake;
  expect(await handshake(url, http1)).toContain(" TLSv1.3 http/1.1");
});
