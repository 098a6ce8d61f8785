/** Requests without credentials. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { mapsPath } from "../support/config-maps.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { WireClient } from "../support/wire-client.ts";

const folder = new TemporaryDirectory();

afterAll(() => folder[Symbol.dispose]());

async function statusesOf(
  { server }: TestServer,
  paths: readonly string[],
  protocol: "h1" | "h2" = "h1",
): Promise<readonly number[]> {
  const { url, caCertificate: ca } = server;
  await using client = new WireClient({ url, ca, protocol });
  const statuses: number[] = [];
  for (const path of paths) statuses.push((await client.request(path)).status);
  return statuses;
}

test.each(["h1", "h2"] as const)(
  "[ANON-01][ANON-07][AUTHN-07] a request without credentials over %s is anonymous, and may read only public paths",
  async (protocol) => {
    await using running = await startTestServer({ authorization: "RBAC" });
    expect(await statusesOf(running, ["/livez", "/version", mapsPath], protocol)).toEqual([200, 200, 403]);
    const { json } = await running.anonymous.request(mapsPath);
    expect(json.message).toContain('User "system:anonymous" cannot list');
  },
);

test("[ANON-04] --anonymous-auth=false rejects requests without credentials with 401", async () => {
  await using running = await startTestServer({ authorization: "RBAC", flags: ["--anonymous-auth=false"] });
  expect(await statusesOf(running, ["/livez", "/version", mapsPath, "/nowhere"])).toEqual([401, 401, 401, 401]);
  expect((await running.client.request(mapsPath)).status).toBe(200);
});

test("[ANON-05][ANON-06] the configuration file limits anonymous requests to its paths", async () => {
  const file = join(folder.path, "authentication.yaml");
  const content = {
    apiVersion: "apiserver.config.orch.io/v1beta1",
    kind: "AuthenticationConfiguration",
    anonymous: { enabled: true, conditions: [{ path: "/livez" }, { path: "/readyz" }] },
  };
  writeFileSync(file, JSON.stringify(content));
  await using running = await startTestServer({ authorization: "RBAC", flags: [`--authentication-config=${file}`] });
  const paths = ["/livez", "/live%7a", "/readyz?verbose", "/livez/ping", "/healthz", "/version", mapsPath];
  expect(await statusesOf(running, paths)).toEqual([200, 200, 200, 401, 401, 401, 401]);
});
