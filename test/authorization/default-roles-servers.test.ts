/** Servers that start at the same time on one empty etcd, and all create the default roles. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EtcdCluster, hasEtcd } from "../../src/storage/testing/etcd-process.ts";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { buildProgram, clientOf, OrchProcess } from "../support/orch-process.ts";
import type { WireClient } from "../support/wire-client.ts";
import { rbac } from "./certified-users.ts";

const serverCount = 4;
/** Resources, and the numbers of their default objects in the reference 1.32.13. */
const defaultCounts = { clusterroles: 64, clusterrolebindings: 45, roles: 7, rolebindings: 7 };

interface Metadata {
  readonly name: string;
  readonly namespace?: string;
  readonly uid: string;
  readonly resourceVersion: string;
}

describe.skipIf(!hasEtcd)("four servers that start at the same time", () => {
  let etcd: EtcdCluster;
  let folder: TemporaryDirectory;
  let servers: readonly OrchProcess[] = [];
  let clients: readonly WireClient[] = [];

  beforeAll(async () => {
    await buildProgram();
    etcd = await EtcdCluster.start();
    folder = new TemporaryDirectory();
    const dataDirs = Array.from({ length: serverCount }, (_, index) => join(folder.path, `server-${index}`));
    servers = dataDirs.map(
      (dataDir) =>
        new OrchProcess([
          "apiserver",
          `--etcd-servers=${etcd.urls.join(",")}`,
          "--secure-port=0",
          `--data-dir=${dataDir}`,
        ]),
    );
    await Promise.all(servers.map((server) => server.waitUntilReady()));
    clients = dataDirs.map((dataDir) => clientOf(readFileSync(join(dataDir, "admin.kubeconfig"), "utf8")));
  }, 180_000);

  afterAll(async () => {
    for (const client of clients) await client[Symbol.asyncDispose]();
    for (const server of servers) await server[Symbol.asyncDispose]();
    await etcd?.[Symbol.asyncDispose]();
    folder?.[Symbol.dispose]();
  });

  async function defaultObjects(client: WireClient, resource: string): Promise<readonly Metadata[]> {
    const selector = "labelSelector=orch.io/bootstrapping%3Drbac-defaults";
    const { status, text, json } = await client.request(`${rbac}/${resource}?${selector}`);
    expect(status, text).toBe(200);
    return json.items.map(({ metadata }: { readonly metadata: Metadata }) => metadata);
  }

  test("all default roles and bindings exist, and all servers have the same ones", async () => {
    for (const [resource, count] of Object.entries(defaultCounts)) {
      const [first = [], ...others] = await Promise.all(clients.map((client) => defaultObjects(client, resource)));
      expect(first, resource).toHaveLength(count);
      for (const other of others) expect(other, resource).toEqual(first);
    }
  });

  test("all servers are healthy and have logged no error", async () => {
    for (const client of clients) {
      const { text } = await client.request("/readyz?verbose");
      expect(text).toContain("[+]poststarthook/rbac/bootstrap-roles ok");
      expect(text).toContain("readyz check passed");
    }
    for (const server of servers) expect(server.stderr).not.toMatch(/ ERROR /);
  });
});
