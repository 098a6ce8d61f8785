/** Asks a server what it says about the values of cases. */
import { parseExact, stringifyJson } from "../../src/codec/index.ts";
import type { WireClient, WireResponse } from "../../test/support/wire-client.ts";
import { definitionsPath } from "../definitions/definitions-path.ts";
import { waitFor } from "../wait-for.ts";
import type { ObjectCase, RecordedAnswer, RecordedCase, RecordedError, SchemaCase } from "./schema-case.ts";

const group = "validation.example.com";

/** How often a request with errors is sent to find out whether their order is random. */
const requestsMax = 12;

/** A definition that was created: objects of `v1` are validated, objects of `v1lax` are not. */
class ComparedType {
  readonly #client: WireClient;
  readonly #plural: string;
  readonly #kind: string;
  readonly #requests: number;
  #names = 0;

  constructor(client: WireClient, plural: string, requests = requestsMax) {
    this.#client = client;
    this.#plural = plural;
    this.#requests = requests;
    this.#kind = `K${plural}`;
  }

  async define(schema: object, hasStatus: boolean): Promise<void> {
    const lax = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
    const versions = [version("v1", schema, hasStatus ? { status: {} } : {}), version("v1lax", lax, {})];
    const created = await this.#send("POST", definitionsPath, this.#definition(versions));
    if (created.status !== 201) throw new Error(`${this.#plural}: ${created.text}`);
    const isServed = async (): Promise<boolean> => (await this.#send("GET", this.#target("v1"))).status === 200;
    await waitFor(isServed, `${this.#plural} are served`);
  }

  /** Creates the definition without storing it. */
  check(schema: object): Promise<RecordedAnswer> {
    const definition = this.#definition([version("v1", schema, {})]);
    return this.#answer(() => this.#send("POST", `${definitionsPath}?dryRun=All`, definition));
  }

  #definition(versions: readonly object[]): object {
    return {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: `${this.#plural}.${group}` },
      spec: { group, scope: "Cluster", names: { plural: this.#plural, kind: this.#kind }, versions },
    };
  }

  async undefine(): Promise<void> {
    await this.#send("DELETE", `${definitionsPath}/${this.#plural}.${group}`);
  }

  /** Creates an object without storing it. */
  create(members: object): Promise<RecordedAnswer> {
    const object = this.#object("v1", "x", members);
    return this.#answer(() => this.#send("POST", `${this.#target("v1")}?dryRun=All`, object));
  }

  /** Stores the old object without validation, and updates it without storing the result. */
  async update(old: object, members: object, subresource = ""): Promise<RecordedAnswer> {
    const name = `x${this.#names++}`;
    const stored = await this.#send("POST", this.#target("v1lax"), this.#object("v1lax", name, old));
    if (stored.status !== 201) throw new Error(`${this.#plural}: ${stored.text}`);
    const { resourceVersion } = stored.json["metadata"] as { resourceVersion: string };
    const object = this.#object("v1", name, members, { resourceVersion });
    const target = `${this.#target("v1")}/${name}${subresource}?dryRun=All`;
    return this.#answer(() => this.#send("PUT", target, object));
  }

  #target(version: string): string {
    return `/apis/${group}/${version}/${this.#plural}`;
  }

  #object(version: string, name: string, members: object, metadata: object = {}): object {
    return { apiVersion: `${group}/${version}`, kind: this.#kind, metadata: { name, ...metadata }, ...members };
  }

  #send(method: string, target: string, body?: object): Promise<WireResponse> {
    const text = body === undefined ? {} : { body: Buffer.from(stringifyJson(body)) };
    return this.#client.request(target, { method, headers: { "content-type": "application/json" }, ...text });
  }

  async #answer(ask: () => Promise<WireResponse>): Promise<RecordedAnswer> {
    const errors = errorsOf(await ask());
    if (errors.length < 2) return { errors };
    for (let index = 1; index < this.#requests; index++) {
      const again = errorsOf(await ask());
      if (JSON.stringify(again) !== JSON.stringify(errors)) {
        return { errors: errors.toSorted((one, other) => (one.join() < other.join() ? -1 : 1)), isRandomOrder: true };
      }
    }
    return { errors };
  }
}

function version(name: string, openAPIV3Schema: object, subresources: object): object {
  return { name, served: true, storage: name === "v1", schema: { openAPIV3Schema }, subresources };
}

interface Cause {
  readonly reason: string;
  readonly field: string;
  readonly message: string;
}

function errorsOf(response: WireResponse): readonly RecordedError[] {
  if (response.status < 300) return [];
  const { reason, message, details } = parseExact(response.text).value as {
    reason: string;
    message: string;
    details?: { causes?: readonly Cause[] };
  };
  const causes = details?.causes?.map((cause): RecordedError => [cause.reason, cause.field, cause.message]);
  return response.status === 422 && causes ? causes : [[reason, "", message]];
}

/**
 * Returns the cases with the answers of the server. All schemas become members of one definition.
 * @param requests how often each request with errors is sent
 */
export async function askAboutMembers(
  client: WireClient,
  cases: readonly SchemaCase[],
  plural: string,
  requests = requestsMax,
): Promise<readonly RecordedCase<SchemaCase>[]> {
  const type = new ComparedType(client, plural, requests);
  const properties = Object.fromEntries(cases.map(({ name, schema }) => [name, schema]));
  await type.define({ type: "object", properties: { spec: { type: "object", properties } } }, false);
  const recorded: RecordedCase<SchemaCase>[] = [];
  for (const one of cases) {
    const members = (value: unknown): object => ({ spec: { [one.name]: value } });
    const answers = await inTurn(one.values, (value) => type.create(members(value)));
    const updates = await inTurn(one.updates, ({ old, value }) => type.update(members(old), members(value)));
    recorded.push({ ...one, ...named({ answers, updateAnswers: updates }) });
  }
  await type.undefine();
  return recorded;
}

/** Returns the case with the answers of the server. */
export async function askAboutObjects(
  client: WireClient,
  one: ObjectCase,
  plural: string,
): Promise<RecordedCase<ObjectCase>> {
  const type = new ComparedType(client, plural);
  await type.define(one.schema, one.statuses !== undefined);
  const answers = await inTurn(one.values, (value) => type.create(value));
  const updates = await inTurn(one.updates, ({ old, value }) => type.update(old, value));
  const statuses = await inTurn(one.statuses, ({ old, value }) => type.update(old, value, "/status"));
  await type.undefine();
  return { ...one, ...named({ answers, updateAnswers: updates, statusAnswers: statuses }) };
}

async function inTurn<T, R>(items: readonly T[] | undefined, ask: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  for (const item of items ?? []) results.push(await ask(item));
  return results;
}

function named<T>(lists: Readonly<Record<string, readonly T[]>>): Readonly<Record<string, readonly T[]>> {
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
}

/** Returns the errors of a definition whose objects have a spec with this schema. */
export async function askAboutDefaults(client: WireClient, schema: object): Promise<RecordedAnswer> {
  const type = new ComparedType(client, "defaults");
  return type.check({ type: "object", properties: { spec: schema } });
}
