/** A server with a definition of Things, and the webhook that converts them. */

import { startTestServer, type TestServer } from "../../support/test-server.ts";
import { eventually } from "../../support/until.ts";
import type { WireRequest, WireResponse } from "../../support/wire-client.ts";
import {
  type ConversionWebhook,
  type DefinitionOptions,
  definitionOfThings,
  type Json,
  startConversionWebhook,
} from "./conversion-webhook.ts";

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** A version of Things. */
export type Version = "v1" | "v2";

/** A server, and an administrator's client for it. */
type AnyServer = Pick<TestServer, "client"> & AsyncDisposable;

/** A server that serves Things. */
export class Things<S extends AnyServer = TestServer> implements AsyncDisposable {
  readonly running: S;
  readonly webhook: ConversionWebhook;

  private constructor(running: S, webhook: ConversionWebhook) {
    this.running = running;
    this.webhook = webhook;
  }

  /** Starts a server in this process. */
  static async start(options: Partial<DefinitionOptions> = {}): Promise<Things> {
    return await Things.startOn(await startTestServer({ vocabulary: "kubernetes" }), options);
  }

  /** Defines Things on a server of the vocabulary `kubernetes`. Disposal ends the server, too. */
  static async startOn<S extends AnyServer>(running: S, options: Partial<DefinitionOptions> = {}): Promise<Things<S>> {
    const things = new Things(running, await startConversionWebhook());
    await running.client.request(definitions, { body: things.#definition(options) });
    await things.isServed();
    return things;
  }

  /** The location of the webhook by its URL. */
  get location(): object {
    return { url: `https://127.0.0.1:${this.webhook.server.port}/convert`, caBundle: this.webhook.caBundle };
  }

  #definition(options: Partial<DefinitionOptions>): Json {
    return definitionOfThings({ clientConfig: this.location, ...options });
  }

  async isServed(): Promise<void> {
    const path = "/apis/conv.example.com/v1/things?limit=1";
    await eventually(async () => (await this.running.client.request(path)).status !== 404, "the type is served");
  }

  /** Replaces the definition. */
  async redefine(options: Partial<DefinitionOptions>): Promise<void> {
    const path = `${definitions}/things.conv.example.com`;
    const { json } = await this.running.client.request(path);
    const { spec } = this.#definition(options);
    const answer = await this.running.client.request(path, { method: "PUT", body: { ...json, spec } });
    if (answer.status !== 200) throw new Error(answer.text);
    await this.isServed();
  }

  /** Sends a request to Things. @param rest path below the collection, and query */
  async request(version: Version, rest: string, request: WireRequest = {}): Promise<WireResponse> {
    return await this.running.client.request(pathOf(version, rest), request);
  }

  /** Requests an object. */
  async get(version: Version, name: string): Promise<WireResponse> {
    return await this.request(version, `/${name}`);
  }

  /** Creates an object. */
  async create(version: Version, name: string, spec: object): Promise<WireResponse> {
    return await this.request(version, "", { body: thing(version, name, spec) });
  }

  /** Changes an object with a merge patch. */
  async patch(version: Version, name: string, body: object): Promise<WireResponse> {
    const headers = { "content-type": "application/merge-patch+json" };
    return await this.request(version, `/${name}`, { method: "PATCH", headers, body });
  }

  /** Applies an object. */
  async apply(version: Version, name: string, spec: object, manager: string): Promise<WireResponse> {
    const headers = { "content-type": "application/apply-patch+yaml" };
    const body = JSON.stringify(thing(version, name, spec));
    return await this.request(version, `/${name}?fieldManager=${manager}`, { method: "PATCH", headers, body });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.running[Symbol.asyncDispose]();
    await this.webhook[Symbol.asyncDispose]();
  }
}

/** Returns the path of a request to Things. */
export function pathOf(version: Version, rest: string): string {
  return `/apis/conv.example.com/${version}/namespaces/default/things${rest}`;
}

/** Returns an object in a version. */
export function thing(version: Version, name: string, spec: object): Json {
  return { apiVersion: `conv.example.com/${version}`, kind: "Thing", metadata: { name }, spec };
}
