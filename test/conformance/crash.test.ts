/** After kill -9, clients find every write that was answered, and no partial write. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { Random } from "../../src/base/random.ts";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { applyMediaType } from "../support/apply.ts";
import { createNamespace } from "../support/config-maps.ts";
import { buildProgram, clientOf, OrchProcess } from "../support/orch-process.ts";
import type { WireClient, WireRequest } from "../support/wire-client.ts";
import { withSeed } from "../support/with-seed.ts";
import { patchTypes } from "../support/writes.ts";

const rounds = 3;
const writers = 24;
/** Number of acknowledged writes after which the server is killed. */
const writesMin = 400;

beforeAll(buildProgram, 120_000);

// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

/** Version of an object, and the members that this test writes. Undefined if it does not exist. */
type State = string | undefined;

function stateOf({ metadata, data, spec, status }: Json): State {
  const { resourceVersion, labels } = metadata;
  return JSON.stringify([
    resourceVersion,
    labels,
    data,
    spec?.replicas,
    spec?.clusterIP,
    spec?.ports,
    status?.replicas,
  ]);
}

/** Sends writes one after the other to its own objects, until the connection breaks. */
class Writer {
  acknowledged = 0;
  readonly #namespace: string;
  readonly #random: Random;
  /** Last acknowledged state of each object, by path. */
  readonly #states = new Map<string, State>();
  /** Objects that the request in progress may have changed. */
  #uncertain: ReadonlySet<string> = new Set();
  #count = 0;

  constructor(number: number, random: Random) {
    this.#namespace = `writer-${number}`;
    this.#random = random;
  }

  async prepare(client: WireClient): Promise<void> {
    await createNamespace(client, this.#namespace);
  }

  /** Sends writes until the connection breaks, and then rejects. */
  async write(client: WireClient): Promise<never> {
    for (;;) {
      this.#count++;
      await this.#writes[this.#random.below(this.#writes.length)]?.(client);
      this.acknowledged++;
    }
  }

  /**
   * Compares every object with its last acknowledged state. The state of an uncertain object becomes the one that is
   * found.
   */
  async verify(client: WireClient): Promise<void> {
    for (const path of new Set([...this.#states.keys(), ...this.#uncertain])) {
      const expected = this.#states.get(path);
      const { status, json } = await client.request(path);
      const found = status === 200 ? stateOf(json) : undefined;
      if (!this.#uncertain.has(path)) expect([path, found]).toEqual([path, expected]);
      this.#states.set(path, found);
    }
    this.#uncertain = new Set();
  }

  readonly #writes: readonly ((client: WireClient) => Promise<void>)[] = [
    (client) => this.#create(client, this.#path("configmaps"), { data: { a: this.#value() } }),
    (client) => this.#create(client, this.#path("services"), { spec: { type: "NodePort", ports: [{ port: 80 }] } }),
    (client) => this.#create(client, this.#path("deployments"), { spec: deploymentSpec }),
    (client) => this.#change(client, "configmaps", "", { data: { a: this.#value() } }),
    (client) => this.#change(client, "deployments", "/status", { status: { replicas: this.#count } }),
    (client) => this.#change(client, "services", "", { spec: { type: "ClusterIP" } }),
    (client) => this.#apply(client),
    (client) => this.#delete(client, "configmaps"),
    (client) => this.#delete(client, "services"),
    (client) => this.#deleteCollection(client),
  ];

  #value(): string {
    return `${this.#count}-`.repeat(1 + this.#random.below(200));
  }

  #collection(resource: string): string {
    const version = resource === "deployments" ? "/apis/apps/v1" : "/api/v1";
    return `${version}/namespaces/${this.#namespace}/${resource}`;
  }

  #path(resource: string): string {
    return `${this.#collection(resource)}/it-${this.#random.below(8)}`;
  }

  #existing(resource: string): string | undefined {
    const found = [...this.#states].filter(([path, state]) => state !== undefined && path.includes(`/${resource}/`));
    return found[this.#random.below(found.length)]?.[0];
  }

  async #create(client: WireClient, path: string, fields: object): Promise<void> {
    const [name] = path.split("/").toReversed();
    const metadata = { name, labels: { count: String(this.#count % 3) } };
    await this.#send(client, path.slice(0, path.lastIndexOf("/")), { body: { metadata, ...fields } }, path);
  }

  async #change(client: WireClient, resource: string, below: string, body: object): Promise<void> {
    const path = this.#existing(resource);
    if (path === undefined) return;
    const headers = { "content-type": patchTypes.merge };
    await this.#send(client, path + below, { method: "PATCH", headers, body }, path);
  }

  async #apply(client: WireClient): Promise<void> {
    const path = this.#path("configmaps");
    const body = { apiVersion: "v1", kind: "ConfigMap", data: { a: this.#value() } };
    const headers = { "content-type": applyMediaType };
    await this.#send(client, `${path}?fieldManager=m&force=true`, { method: "PATCH", headers, body }, path);
  }

  async #delete(client: WireClient, resource: string): Promise<void> {
    const path = this.#existing(resource);
    if (path === undefined) return;
    this.#uncertain = new Set([path]);
    const { status } = await client.request(path, { method: "DELETE" });
    expect(status).toBe(200);
    this.#states.set(path, undefined);
  }

  async #deleteCollection(client: WireClient): Promise<void> {
    const collection = this.#collection("configmaps");
    const paths = [...this.#states.keys()].filter((path) => path.startsWith(collection));
    this.#uncertain = new Set(paths);
    const { status } = await client.request(`${collection}?labelSelector=count%3D1`, { method: "DELETE" });
    expect(status).toBe(200);
    for (const path of paths) {
      const read = await client.request(path);
      this.#states.set(path, read.status === 200 ? stateOf(read.json) : undefined);
    }
  }

  /** Sends a write of one object. A rejected write, such as one whose name is taken, changes nothing. */
  async #send(client: WireClient, target: string, request: WireRequest, path: string): Promise<void> {
    this.#uncertain = new Set([path]);
    const { status, json } = await client.request(target, request);
    expect(status).toBeLessThan(500);
    if (status < 300) this.#states.set(path, stateOf(json));
    else if (!this.#states.has(path)) this.#states.set(path, undefined);
  }
}

const labels = { app: "it" };
const deploymentSpec = {
  selector: { matchLabels: labels },
  template: { metadata: { labels }, spec: { containers: [{ name: "c", image: "i" }] } },
};

test("every acknowledged create, update, apply, status write and deletion survives kill -9", {
  timeout: 240_000,
}, async () => {
  using directory = new TemporaryDirectory();
  const start = async (): Promise<OrchProcess> => {
    const flags = ["--secure-port=0", `--data-dir=${directory.path}`, "--service-cluster-ip-range=10.0.0.0/22"];
    const server = new OrchProcess(["apiserver", ...flags]);
    await server.waitUntilReady();
    return server;
  };
  const connect = async (): Promise<WireClient> =>
    clientOf(await readFile(join(directory.path, "admin.kubeconfig"), "utf8"));

  await withSeed(async (random) => {
    const all = Array.from({ length: writers }, (_, number) => new Writer(number, random));
    for (let round = 0; round < rounds; round++) {
      await using server = await start();
      await using client = await connect();
      if (round === 0) for (const writer of all) await writer.prepare(client);
      else await Promise.all(all.map((writer) => writer.verify(client)));
      const before = acknowledgedCount(all);
      const writing = Promise.allSettled(all.map((writer) => writer.write(client)));
      const target = before + writesMin + random.below(writesMin);
      await expect.poll(() => acknowledgedCount(all), { timeout: 60_000, interval: 1 }).toBeGreaterThan(target);
      await server[Symbol.asyncDispose]();
      const failures = (await writing).map((result) =>
        result.status === "rejected" ? (result.reason as Error) : undefined,
      );
      expect(failures.filter((failure) => failure?.name === "AssertionError")).toEqual([]);
    }
    await using server = await start();
    await using client = await connect();
    await Promise.all(all.map((writer) => writer.verify(client)));
    expect(server.stderr).not.toContain("claims were repaired");
    const { items } = (await client.request("/api/v1/services")).json;
    const addresses = items.map(({ spec }: Json) => spec.clusterIP as string);
    expect(new Set(addresses).size).toBe(addresses.length);
  });
});

function acknowledgedCount(writers: readonly Writer[]): number {
  return writers.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
}
