/** Addresses and node ports after the server was killed during many writes of Services. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { buildProgram, clientOf, OrchProcess } from "../support/orch-process.ts";
import type { WireClient } from "../support/wire-client.ts";
import { withSeed } from "../support/with-seed.ts";
import { createObject, deleteObject, getObject, patch } from "../support/writes.ts";

const services = "/api/v1/namespaces/default/services";
const rounds = 3;
const writers = 64;
/** etcd accepts 128 writes in a transaction: the Service, its address and its ports. */
const portsPerServiceMax = 126;

beforeAll(buildProgram, 120_000);

// oxlint-disable-next-line typescript/no-explicit-any
function valuesHeldBy(items: any[]): string[] {
  return items.flatMap(({ spec }) => [
    ...(spec.clusterIPs ?? []),
    ...(spec.ports ?? []).flatMap(({ nodePort }: { nodePort?: number }) => (nodePort ? [String(nodePort)] : [])),
  ]);
}

const withObjects = ["--feature-gates=MultiCIDRServiceAllocator=true"];

function isAddress(value: string): boolean {
  return value.includes(".");
}

async function addressObjects(client: WireClient): Promise<string[]> {
  const { items } = await getObject(client, "/apis/networking.orch.io/v1beta1/ipaddresses");
  return items.map(({ metadata }: { metadata: { name: string } }) => metadata.name).toSorted();
}

test.each([
  ["keys of the store", []],
  ["IPAddresses", withObjects],
])(
  "no address or port is held twice or lost after kill -9 if %s record the holders",
  { timeout: 120_000 },
  async (_, more) => {
    using directory = new TemporaryDirectory();
    const flags = [
      "--service-cluster-ip-range=10.0.0.0/24",
      "--service-node-port-range=30000-30255",
      "--runtime-config=api/beta=true",
      ...more,
    ];
    const start = (): OrchProcess =>
      new OrchProcess(["apiserver", "--secure-port=0", `--data-dir=${directory.path}`, ...flags]);
    const connect = async (): Promise<WireClient> =>
      clientOf(await readFile(join(directory.path, "admin.kubeconfig"), "utf8"));

    await withSeed(async (random) => {
      for (let round = 0; round < rounds; round++) {
        const process = start();
        await process.waitUntilReady();
        const client = await connect();
        const writing = Promise.allSettled(
          Array.from({ length: writers }, async (_, writer) => {
            for (;;) {
              const path = `${services}/web-${writer}`;
              const type = ["ClusterIP", "NodePort", "LoadBalancer"][random.below(3)];
              const body = {
                kind: "Service",
                apiVersion: "v1",
                metadata: { name: `web-${writer}` },
                spec: { type, ports: [{ port: 80 }] },
              };
              await client.request(services, { body });
              if (random.below(2) === 0) await patch(client, path, "merge", { spec: { type: "ClusterIP" } });
              if (random.below(2) === 0) await deleteObject(client, path);
            }
          }),
        );
        await expect
          .poll(async () => (await getObject(client, services)).items.length, { timeout: 20_000 })
          .toBeGreaterThan(20);
        await process[Symbol.asyncDispose]();
        await writing;
        await client[Symbol.asyncDispose]();
      }
      await using process = start();
      await process.waitUntilReady();
      await using client = await connect();
      expect(process.stderr).not.toContain("claims were repaired");
      const { items } = await getObject(client, services);
      const held = valuesHeldBy(items);
      expect(held.length).toBe(new Set(held).size);
      expect(await addressObjects(client)).toEqual(more.length === 0 ? [] : held.filter(isAddress).toSorted());
      // All other values must be free, so Services can use all remaining node ports.
      const free = 256 - held.filter((value) => /^30\d{3}$/.test(value)).length;
      const all = [...held];
      for (let first = 0; first < free; first += portsPerServiceMax) {
        const count = Math.min(portsPerServiceMax, free - first);
        const ports = Array.from({ length: count }, (_, index) => ({ name: `p${index}`, port: index + 1 }));
        const metadata = { name: `rest-${first}` };
        const spec = { type: "NodePort", ports, selector: { app: "web" } };
        all.push(...valuesHeldBy([await createObject(client, services, { metadata, spec })]));
      }
      expect(all.length).toBe(new Set(all).size);
    });
  },
);
