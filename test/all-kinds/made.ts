/** An object that is there for one test. */
import { collectionOf, type ServedResource } from "../support/served-resources.ts";
import type { WireClient, WireResponse } from "../support/wire-client.ts";
import { filledObject } from "./filled-objects.ts";

// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

export class Made implements AsyncDisposable {
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

  /** Resolves when it is gone. */
  async delete(): Promise<void> {
    const body = { gracePeriodSeconds: 0, propagationPolicy: "Background" };
    ok(await this.#client.request(this.path, { method: "DELETE", body }), 200);
    if (this.resource.subresources.some(({ name }) => name === "finalize")) await this.finalize();
    ok(await this.read(), 404);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if ((await this.read()).status !== 404) await this.delete();
  }

  /** Nobody else is there who would say that its content is gone. */
  async finalize(): Promise<void> {
    const object = (await this.read()).json;
    ok(await this.write("PUT", { ...object, spec: { ...object.spec, finalizers: [] } }, { below: "/finalize" }), 200);
  }
}

/** Creates the filled object of a kind. @param spec fields that it has besides */
export async function make(client: WireClient, resource: ServedResource, spec: object = {}): Promise<Made> {
  const filled = filledObject(resource);
  const body = Object.keys(spec).length === 0 ? filled : { ...filled, spec: { ...(filled.spec as object), ...spec } };
  const { json } = ok(await client.request(collectionOf(resource), { body }), 201);
  return new Made(client, resource, json);
}

/** The answer, which must have the status; says what came instead. */
export function ok(answer: WireResponse, ...statuses: readonly number[]): WireResponse {
  if (statuses.includes(answer.status)) return answer;
  throw new Error(`${answer.status} instead of ${statuses.join(" or ")}: ${answer.text.slice(0, 2000)}`);
}
