import { once } from "node:events";
import { connect, type TLSSocket } from "node:tls";
import { expect, test } from "vitest";
import type { Validity } from "../../src/app/pki/validity.ts";
import { ClientAuthority } from "../support/client-authority.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { WireClient } from "../support/wire-client.ts";

const dayMs = 86_400_000;
/** The first day of a test's clock. It is long past on the system clock. */
const oneDay = { fromMs: Date.UTC(2025, 0, 1), toMs: Date.UTC(2025, 0, 2) };
const identity = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
const review = { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" };

interface ServerWithAuthority {
  readonly running: TestServer;
  readonly authority: ClientAuthority;
}

async function withAuthority(ask: (asked: ServerWithAuthority) => Promise<void>): Promise<void> {
  using authority = await ClientAuthority.create();
  await using running = await startTestServer({ vocabulary: "kubernetes", flags: authority.flags });
  await ask({ running, authority });
}

/** Returns a client whose certificate has this validity. */
async function clientOf(
  { running, authority }: ServerWithAuthority,
  validity: Validity,
  protocol: "h1" | "h2" = "h1",
): Promise<WireClient> {
  const certificate = await authority.issue({ name: "alice", groups: ["system:masters"], validity });
  return new WireClient({ url: running.server.url, ca: running.credentials.ca, protocol, ...certificate });
}

test.each(["h1", "h2"] as const)(
  "an open connection over %s gets 401 once its client certificate has expired",
  async (protocol) => {
    await withAuthority(async ({ running, authority }) => {
      // The TLS handshake checks the certificate against the system clock, so it must be valid then too.
      const validity = { fromMs: oneDay.fromMs, toMs: Date.UTC(9000, 0, 1) };
      await using client = running.connect({
        protocol,
        ...(await authority.issue({ name: "alice", groups: ["system:masters"], validity })),
      });
      expect((await client.request(identity, { method: "POST", body: review })).status).toBe(201);
      running.clock.setNowMs(validity.toMs);
      expect((await client.request(identity, { method: "POST", body: review })).status).toBe(201);
      running.clock.setNowMs(validity.toMs + 1000);
      const refused = await client.request(identity, { method: "POST", body: review });
      expect(refused.status).toBe(401);
      expect(refused.json).toMatchObject({ kind: "Status", reason: "Unauthorized", message: "Unauthorized" });
      running.clock.setNowMs(validity.fromMs + dayMs);
      expect((await client.request(identity, { method: "POST", body: review })).status).toBe(201);
    });
  },
);

test("a client certificate that is not valid yet gets 401", async () => {
  await withAuthority(async ({ running, authority }) => {
    const validity = { fromMs: oneDay.toMs, toMs: Date.UTC(9000, 0, 1) };
    await using client = await clientOf({ running, authority }, validity);
    expect((await client.request(identity, { method: "POST", body: review })).status).toBe(401);
    running.clock.setNowMs(oneDay.toMs);
    expect((await client.request(identity, { method: "POST", body: review })).status).toBe(201);
  });
});

test.each(["TLSv1.2", "TLSv1.3"] as const)(
  "a TLS session cannot be resumed over %s, so the server verifies the certificate in each handshake",
  async (version) => {
    await using running = await startTestServer();
    const { hostname, port } = new URL(running.server.url);
    const open = async (session?: Buffer): Promise<{ socket: TLSSocket; sessions: Buffer[] }> => {
      const socket = connect({
        host: hostname,
        port: Number(port),
        servername: "localhost",
        ...running.credentials,
        ALPNProtocols: ["http/1.1"],
        maxVersion: version,
        minVersion: version,
        ...(session ? { session } : {}),
      });
      const sessions: Buffer[] = [];
      socket.on("session", (one: Buffer) => sessions.push(one));
      await once(socket, "secureConnect");
      socket.write("GET /livez HTTP/1.1\r\nhost: a\r\n\r\n");
      await once(socket, "data");
      return { socket, sessions };
    };
    const first = await open();
    first.socket.destroy();
    const sessions = [...first.sessions, first.socket.getSession()].filter((one) => one !== undefined);
    for (const session of sessions) {
      const { socket } = await open(session);
      expect(socket.isSessionReused()).toBe(false);
      socket.destroy();
    }
  },
);
