/** Authentication and authorization over real connections. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ClientAuthority } from "./support/client-authority.ts";
import { mapsPath } from "./support/config-maps.ts";
import { startTestServer, type TestServer } from "./support/test-server.ts";
import { WireClient, type WireRequest, type WireResponse } from "./support/wire-client.ts";

const protocols = ["h1", "h2"] as const;
const spaceWarning =
  '299 - "the provided Authorization header contains extra space before the bearer token, and is ignored"';

let authority: ClientAuthority;
let running: TestServer;

beforeAll(async () => {
  authority = await ClientAuthority.create();
  running = await startTestServer({ flags: authority.flags, bootstrap: true });
  const created = await running.server.request(mapsPath, { body: { metadata: { name: "present" } } });
  expect(created.status).toBe(201);
});

afterAll(async () => {
  await running[Symbol.asyncDispose]();
  authority[Symbol.dispose]();
});

type Credentials = { readonly cert?: string; readonly key?: string };

async function ask(
  { protocol, ...credentials }: Credentials & { readonly protocol: "h1" | "h2" },
  target: string,
  request: WireRequest = {},
): Promise<WireResponse> {
  const { url, caCertificate: ca } = running.server;
  await using client = new WireClient({ url, ca, protocol, ...credentials });
  return await client.request(target, request);
}

describe.each(protocols)("over %s", (protocol) => {
  test("the server rejects a client certificate of an unknown authority with 401, whatever name and groups it contains", async () => {
    using stranger = await ClientAuthority.create();
    const credentials = await stranger.issue({ name: "admin", groups: ["system:masters"] });
    for (const target of [mapsPath, "/version"]) {
      const answer = await ask({ protocol, ...credentials }, target);
      expect(answer.status).toBe(401);
      expect(answer.json).toMatchObject({ reason: "Unauthorized", code: 401 });
    }
  });

  test("the server rejects a client certificate that was issued for servers with 401", async () => {
    const credentials = await authority.issue({ name: "admin", groups: ["system:masters"], usage: "serverAuth" });
    expect((await ask({ protocol, ...credentials }, mapsPath)).status).toBe(401);
  });

  test("members of system:masters may read and write objects", async () => {
    const credentials = await authority.issue({ name: "anybody", groups: ["dev", "system:masters"] });
    expect((await ask({ protocol, ...credentials }, `${mapsPath}/present`)).status).toBe(200);
    const created = await ask({ protocol, ...credentials }, mapsPath, {
      body: { metadata: { name: `by-${protocol}` } },
    });
    expect(created.status).toBe(201);
  });

  test.each([[[]], [["system:master"]], [["system:nodes", "system:authenticated"]], [["masters", "System:Masters"]]])(
    "users without the group system:masters get 403 for reads and writes: groups %j",
    async (groups) => {
      const credentials = await authority.issue({ name: "jane", groups });
      const read = await ask({ protocol, ...credentials }, mapsPath);
      expect(read.status).toBe(403);
      expect(read.json.message).toBe(
        'configmaps is forbidden: User "jane" cannot list resource "configmaps" in API group "" in the namespace "default"',
      );
      const write = await ask({ protocol, ...credentials }, mapsPath, { body: { metadata: { name: "jane" } } });
      expect(write.status).toBe(403);
      expect((await running.client.request(`${mapsPath}/jane`)).status).toBe(404);
    },
  );

  test("anonymous clients may read health and version, and get 403 for everything else", async () => {
    for (const target of ["/healthz", "/livez", "/readyz", "/version"]) {
      expect((await ask({ protocol }, target)).status, target).toBe(200);
    }
    for (const target of [
      mapsPath,
      `${mapsPath}/present`,
      `${mapsPath}?watch=1`,
      "/api",
      "/apis",
      "/metrics",
      "/openapi/v2",
    ]) {
      const answer = await ask({ protocol }, target);
      expect(answer.status, target).toBe(403);
      expect(answer.json.message).toContain('User "system:anonymous" cannot');
    }
    expect((await ask({ protocol }, "/version", { method: "POST" })).status).toBe(403);
  });

  test("an unknown bearer token gets 401, also for paths that anonymous clients may read", async () => {
    for (const target of [mapsPath, "/version"]) {
      const headers = { authorization: "Bearer nobody-knows-this" };
      expect((await ask({ protocol }, target, { headers })).status, target).toBe(401);
    }
  });

  test.each([
    ["Basic YTpi", undefined],
    ["", undefined],
    ["nonsense", undefined],
    ["Bearer  a", spaceWarning],
  ])(
    "the server ignores the Authorization header '%s', because it contains no bearer token",
    async (authorization, warning) => {
      const headers = { authorization };
      expect((await ask({ protocol }, mapsPath, { headers })).status).toBe(403);
      const answer = await ask({ protocol }, "/version", { headers });
      expect([answer.status, answer.headers["warning"]]).toEqual([200, warning]);
    },
  );

  test.each([{ "impersonate-user": "jane" }, { "impersonate-user": "jane", "impersonate-group": "system:masters" }])(
    "a user without permission to impersonate others gets 403: %j",
    async (headers) => {
      const credentials = await authority.issue({ name: "anybody", groups: [] });
      const answer = await ask({ protocol, ...credentials }, mapsPath, { headers });
      expect(answer.status).toBe(403);
      expect(answer.json.reason).toBe("Forbidden");
    },
  );
});
