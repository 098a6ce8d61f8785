/** A stored object that exists for one test. */
import { vi } from "vitest";
import { collectionOf, type ServedResource } from "../support/served-resources.ts";
import type { WireClient, WireResponse } from "../support/wire-client.ts";
import { filledObject } from "./filled-objects.ts";

// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

/** Kinds whose objects the server itself maintains, by the condition that it sets last. */
const maintainedKinds: Readonly<Record<string, string>> = { CustomResourceDefinition: "Established" };

/** Whether the server itself writes objects of the kind, so that a test cannot say what an object looks like after a write. */
export function isMaintained({ kind }: ServedResource): boolean {
  return Object.hasOwn(maintainedKinds, kind);
}

export class StoredSample implements AsyncDisposable {
  readonly resource: ServedResource;
  readonly collection: string;
  readonly path: string;
  readonly created: Json;
  readonly #client: WireClient;

  constructor(client: WireClient, resource: ServedResource, created: Json) {
    this.#client = client;
    this.resource = resource;
    this.collection = collectionOf(resource);
    this.path = `${this.collection}/${created.metadata.name}`;
    this.created = created;
  }

  read(accept = "application/json"): Promise<WireResponse> {
    return this.#client.request(this.path, { headers: { accept } });
  }

  write(method: string, body: unknown, { type = "application/json", below = "" } = {}): Promise<WireResponse> {
    return this.#client.request(this.path + below, { method, body, headers: { "content-type": type } });
  }

  /** Deletes the object and expects that it no longer exists. */
  async delete(): Promise<void> {
    const body = { gracePeriodSeconds: 0, propagationPolicy: "Background" };
    expectStatus(await this.#client.request(this.path, { method: "DELETE", body }), 200);
    if (this.resource.subresources.some(({ name }) => name === "finalize")) await this.finalize();
    if (isMaintained(this.resource)) await vi.waitUntil(async () => (await this.read()).status === 404);
    expectStatus(await this.read(), 404);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if ((await this.read()).status !== 404) await this.delete();
  }

  /**
   * Removes the finalizers of the spec, as the namespace controller does. Servers of these tests run no controllers.
   */
  async finalize(): Promise<void> {
    const object = (await this.read()).json;
    expectStatus(
      await this.write("PUT", { ...object, spec: { ...object.spec, finalizers: [] } }, { below: "/finalize" }),
      200,
    );
  }
}

/** Creates the filled object of a kind. `spec` overrides fields of its spec. */
export async function createSample(
  client: WireClient,
  resource: ServedResource,
  spec: object = {},
): Promise<StoredSample> {
  const filled = filledObject(resource);
  const body = Object.keys(spec).length === 0 ? filled : { ...filled, spec: { ...(filled.spec as object), ...spec } };
  const { json } = expectStatus(await client.request(collectionOf(resource), { body }), 201);
  return await sampleOf(client, resource, json);
}

/** Returns the sample of a new object, once the server has done its own work on the object. */
export async function sampleOf(client: WireClient, resource: ServedResource, created: Json): Promise<StoredSample> {
  const sample = new StoredSample(client, resource, created);
  const condition = maintainedKinds[resource.kind];
  return condition === undefined ? sample : new StoredSample(client, resource, await settled(sample, condition));
}

/** Returns the object once it has the condition. */
async function settled(sample: StoredSample, condition: string): Promise<Json> {
  return await vi.waitUntil(async () => {
    const { json } = await sample.read();
    // A new definition has null as its conditions.
    const conditions = json.status?.conditions ?? [];
    return conditions.some((one: Json) => one.type === condition) ? json : undefined;
  });
}

/** Returns the response if it has one of the statuses. Throws otherwise. */
export function expectStatus(answer: WireResponse, ...statuses: readonly number[]): WireResponse {
  if (statuses.includes(answer.status)) return answer;
  throw new Error(`${answer.status} instead of ${statuses.join(" or ")}: ${answer.text.slice(0, 2000)}`);
}
