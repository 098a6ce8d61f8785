import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { createServer, request, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import type { PeerCertificate, TLSSocket } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "../../base/clock.ts";
import { ManualClock } from "../../base/manual-clock.ts";
import { namesInCertificate, validityOf } from "./inspect.ts";
import type { KeyPair, Pki } from "./key-pair.ts";
import { createPki, getOrCreatePki, type PkiOptions } from "./make-pki.ts";

const options: PkiOptions = { clock: systemClock, vocabulary: "orch", hostName: "Workstation" };
const dayMs = 86_400_000;

let pki: Pki;
let server: Server;
let port: number;

beforeAll(async () => {
  pki = await createPki(options);
  const { certificate: cert, key } = pki.serving;
  server = createServer(
    { cert, key, ca: pki.ca.certificate, requestCert: true, rejectUnauthorized: true },
    (call, answer) => {
      const { subject } = (call.socket as TLSSocket).getPeerCertificate();
      answer.end(JSON.stringify(subject));
    },
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});

afterAll(() => {
  server.close();
});

/** Error of a client whose handshake the server rejects: a TLS alert, or a closed connection. */
const refused = /alert|ECONNRESET|EPIPE|socket hang up/;

interface Peer {
  readonly trusted: string;
  readonly client?: KeyPair;
  readonly name?: string;
}

/** Connects to the server, and returns the subject of the client certificate that the server has seen. */
async function call({ trusted, client, name = "localhost" }: Peer): Promise<PeerCertificate["subject"]> {
  const outgoing = request({
    host: "127.0.0.1",
    port,
    servername: name,
    ca: trusted,
    ...(client ? { cert: client.certificate, key: client.key } : {}),
    agent: false,
  });
  outgoing.end();
  const [response] = (await once(outgoing, "response")) as [IncomingMessage];
  return (await json(response)) as PeerCertificate["subject"];
}

test("the server and the administrator's client authenticate each other by the CA", async () => {
  expect(await call({ trusted: pki.ca.certificate, client: pki.admin })).toEqual({
    O: "system:masters",
    CN: "orch-admin",
  });
});

test.each(["localhost", "workstation", "orch", "orch.default", "orch.default.svc", "orch.default.svc.cluster.local"])(
  "the server is known as %s",
  async (name) => {
    await expect(call({ trusted: pki.ca.certificate, client: pki.admin, name })).resolves.toHaveProperty("CN");
  },
);

test("a client rejects a server name that the certificate does not contain", async () => {
  const peer = { trusted: pki.ca.certificate, client: pki.admin, name: "kubernetes.default.svc" };
  await expect(call(peer)).rejects.toMatchObject({ code: "ERR_TLS_CERT_ALTNAME_INVALID" });
});

test("server and client reject certificates of another CA", async () => {
  const stranger = await createPki(options);
  await expect(call({ trusted: stranger.ca.certificate, client: pki.admin })).rejects.toThrow(
    "self-signed certificate",
  );
  await expect(call({ trusted: pki.ca.certificate, client: stranger.admin })).rejects.toThrow(refused);
  await expect(call({ trusted: pki.ca.certificate })).rejects.toThrow(refused);
});

test("a serving certificate is rejected for clients, and a client certificate for servers", async () => {
  await expect(call({ trusted: pki.ca.certificate, client: pki.serving })).rejects.toThrow(refused);
  expect(new X509Certificate(pki.serving.certificate).keyUsage).toEqual(["1.3.6.1.5.5.7.3.1"]);
  expect(new X509Certificate(pki.admin.certificate).keyUsage).toEqual(["1.3.6.1.5.5.7.3.2"]);
});

test("the serving certificate contains the names and addresses of the machine and of the Service", async () => {
  const createdPki = await createPki({
    ...options,
    otherNames: ["0.0.0.0", "2001:0db8::00a1", "api.example.com", "not a name"],
  });
  expect(namesInCertificate(new X509Certificate(createdPki.serving.certificate))).toEqual([
    "10.0.0.1",
    "127.0.0.1",
    "2001:db8::a1",
    "::1",
    "api.example.com",
    "localhost",
    "orch",
    "orch.default",
    "orch.default.svc",
    "orch.default.svc.cluster.local",
    "workstation",
  ]);
});

test("the names in certificates follow the vocabulary", async () => {
  const createdPki = await createPki({ ...options, vocabulary: "kubernetes" });
  const names = namesInCertificate(new X509Certificate(createdPki.serving.certificate));
  expect(names).toContain("kubernetes.default.svc.cluster.local");
  expect(names.some((name) => name.startsWith("orch"))).toBe(false);
  expect(new X509Certificate(createdPki.admin.certificate).subject).toBe("O=system:masters\nCN=kubernetes-admin");
  expect(new X509Certificate(createdPki.ca.certificate).subject).toBe("CN=kubernetes-ca");
});

test("the CA is valid for ten years and other certificates for one, from a few minutes ago", async () => {
  const clock = new ManualClock(Date.UTC(2030, 0, 1));
  const createdPki = await createPki({ ...options, clock });
  const lifeDays = ({ certificate }: KeyPair): number[] => {
    const { fromMs, toMs } = validityOf(new X509Certificate(certificate));
    return [(fromMs - clock.nowMs()) / dayMs, (toMs - clock.nowMs()) / dayMs];
  };
  const fiveMinutes = 5 / 60 / 24;
  expect(lifeDays(createdPki.ca)).toEqual([expect.closeTo(-fiveMinutes), 3650]);
  expect(lifeDays(createdPki.serving)).toEqual([expect.closeTo(-fiveMinutes), 365]);
  expect(lifeDays(createdPki.admin)).toEqual([expect.closeTo(-fiveMinutes), 365]);
});

test("all keys are different elliptic-curve keys", () => {
  const publicKeys = [pki.ca, pki.serving, pki.admin].map(
    ({ certificate }) => new X509Certificate(certificate).publicKey,
  );
  for (const key of publicKeys) expect(key.asymmetricKeyDetails).toEqual({ namedCurve: "prime256v1" });
  const keys = [pki.ca.key, pki.serving.key, pki.admin.key, pki.serviceAccount.key];
  expect(new Set(keys).size).toBe(4);
});

test("only the CA's certificate may sign others", () => {
  expect(new X509Certificate(pki.ca.certificate).ca).toBe(true);
  expect(new X509Certificate(pki.serving.certificate).ca).toBe(false);
  expect(new X509Certificate(pki.admin.certificate).ca).toBe(false);
});

test("getOrCreatePki() creates certificates for the same names once per process", async () => {
  const [first, second] = await Promise.all([getOrCreatePki(options), getOrCreatePki(options)]);
  expect(second).toBe(first);
  expect(await getOrCreatePki({ ...options, otherNames: ["api.example.com"] })).not.toBe(first);
  expect(await getOrCreatePki(options)).toBe(first);
});

test("getOrCreatePki() creates certificates again before the cached ones expire", async () => {
  const clock = new ManualClock();
  const manual = { ...options, hostName: "aging", clock };
  const first = await getOrCreatePki(manual);
  await clock.advance(334 * dayMs);
  expect(await getOrCreatePki(manual)).toBe(first);
  await clock.advance(2 * dayMs);
  expect(await getOrCreatePki(manual)).not.toBe(first);
});

test("getOrCreatePki() caches a limited number of certificates", async () => {
  const first = await getOrCreatePki({ ...options, hostName: "first" });
  for (let index = 0; index < 16; index++) await getOrCreatePki({ ...options, hostName: `host-${index}` });
  expect(await getOrCreatePki({ ...options, hostName: "first" })).not.toBe(first);
});
