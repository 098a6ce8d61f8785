/**
 * Records how the reference responds to the cases about rules of custom types. Usage:
 *
 *     tsx compare/custom-types/record-rules.ts DIR/admin.kubeconfig
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "../../src/base/json-object.ts";
import { stringifyJson } from "../../src/codec/index.ts";
import { ruleCases } from "../../src/kinds/custom-types/testing/cases/index.ts";
import {
  type Answer,
  type CaseAnswers,
  type CaseSchema,
  type ObjectCase,
  type RuleCase,
  validations,
} from "../../src/kinds/custom-types/testing/rule-case.ts";
import type { WireClient, WireRequest, WireResponse } from "../../test/support/wire-client.ts";
import { definitionsPath } from "../definitions/definitions-path.ts";
import { withFixedAddresses } from "../fixed-addresses.ts";
import { connectTo } from "../servers.ts";
import { waitFor } from "../wait-for.ts";

const output = join(import.meta.dirname, "../../src/kinds/custom-types/testing/fixtures/rule-answers.json");
/** Each run has its own types, so that it can be repeated. */
const group = `rules${Date.now()}.example.com`;
/** Cases in progress at a time. */
const parallel = 6;

/** Addresses and times differ in each process. */
function normalise(message: string): string {
  return withFixedAddresses(message).replaceAll(/selfType\d+/g, "selfType");
}

function answerOf({ status, json, headers }: WireResponse): Answer {
  interface Cause {
    readonly field: string;
    readonly message: string;
    readonly reason: string;
  }
  const causes = (json.details?.causes ?? []) as readonly Cause[];
  const header = [headers["warning"] ?? []].flat().join(", ");
  const texts = [...header.matchAll(/299 - ("(?:[^"\\]|\\.)*")/g)].map(
    ([, text]) => JSON.parse(text ?? '""') as string,
  );
  return {
    status,
    causes: causes.map(({ field, message, reason }) => ({ field, message: normalise(message), reason })),
    warnings: texts.map(normalise),
  };
}

function isAccepted({ status }: { readonly status: number }): boolean {
  return status < 300;
}

/** Returns the schema without rules. */
function withoutRules(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutRules);
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.entries(schema).filter(([name]) => name !== validations);
  return Object.fromEntries(entries.map(([name, inner]) => [name, withoutRules(inner)]));
}

/** The property that shows whether the server uses the schema with rules already. */
function withMarker(schema: CaseSchema): CaseSchema {
  const properties = schema["properties"] as CaseSchema;
  return { ...schema, properties: { ...properties, marker: { type: "string", enum: ["new"] } } };
}

/** Records one case. */
class CaseRecorder {
  readonly #client: WireClient;
  readonly #case: RuleCase;
  readonly #plural: string;
  readonly #kind: string;

  constructor(client: WireClient, ruleCase: RuleCase, index: number) {
    this.#client = client;
    this.#case = ruleCase;
    this.#plural = `t${index}s`;
    this.#kind = `T${index}`;
  }

  async record(): Promise<CaseAnswers> {
    const { title, schema, stored, objects = [] } = this.#case;
    if (stored) await this.#define(stored);
    const definition = answerOf(stored ? await this.#redefine(schema) : await this.#post(schema, "?dryRun=All"));
    const answers = objects.length > 0 && isAccepted(definition) ? await this.#writeObjects(objects) : [];
    await this.#send(this.#definitionPath, { method: "DELETE" });
    return { title, definition, objects: answers };
  }

  #definition(schema: CaseSchema): JsonObject {
    const names = { plural: this.#plural, kind: this.#kind };
    const versions = [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }];
    return {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: `${this.#plural}.${group}` },
      spec: { group, names, scope: "Cluster", versions },
    };
  }

  #send(path: string, request: WireRequest): Promise<WireResponse> {
    return this.#client.request(path, {
      ...request,
      ...(request.body === undefined ? {} : { body: stringifyJson(request.body) }),
      headers: { "content-type": "application/json" },
    });
  }

  #post(schema: CaseSchema, query = ""): Promise<WireResponse> {
    return this.#send(definitionsPath + query, { body: this.#definition(schema) });
  }

  async #define(schema: CaseSchema): Promise<void> {
    const response = await this.#post(schema);
    if (!isAccepted(response)) throw new Error(`${this.#case.title}: ${response.text}`);
    await this.#waitFor(async () => isAccepted(await this.#send(this.#path, {})));
  }

  get #definitionPath(): string {
    return `${definitionsPath}/${this.#plural}.${group}`;
  }

  async #redefine(schema: CaseSchema): Promise<WireResponse> {
    const stored = await this.#send(this.#definitionPath, {});
    const body = { ...stored.json, spec: this.#definition(schema)["spec"] };
    const response = await this.#send(this.#definitionPath, { method: "PUT", body });
    // The server itself may have updated the status.
    return response.status === 409 ? this.#redefine(schema) : response;
  }

  get #path(): string {
    return `/apis/${group}/v1/${this.#plural}`;
  }

  #object(content: JsonObject, index: number): JsonObject {
    const type = { apiVersion: `${group}/v1`, kind: this.#kind };
    return { ...type, ...content, metadata: { name: `o${index}` } };
  }

  async #writeObjects(objects: readonly ObjectCase[]): Promise<readonly Answer[]> {
    const { schema } = this.#case;
    await this.#define(withoutRules(schema) as CaseSchema);
    const created = new Map<number, JsonObject>();
    for (const [index, { old }] of objects.entries()) {
      if (!old) continue;
      const response = await this.#send(this.#path, { body: this.#object(old, index) });
      if (!isAccepted(response)) throw new Error(`${this.#case.title}: ${response.text}`);
      created.set(index, response.json);
    }
    const redefined = await this.#redefine(withMarker(schema));
    if (!isAccepted(redefined)) throw new Error(`${this.#case.title}: ${redefined.text}`);
    const old = this.#object({ marker: "old" }, objects.length);
    await this.#waitFor(async () => {
      const response = await this.#send(`${this.#path}?dryRun=All`, { body: old });
      return response.text.includes("supported values");
    });
    const answers: Answer[] = [];
    for (const [index, { object }] of objects.entries()) {
      const body = this.#object(object, index);
      const stored = created.get(index);
      const request = stored ? { method: "PUT", body: { ...body, metadata: stored["metadata"] } } : { body };
      answers.push(answerOf(await this.#send(stored ? `${this.#path}/o${index}` : this.#path, request)));
    }
    return answers;
  }

  #waitFor(condition: () => Promise<boolean>): Promise<void> {
    return waitFor(condition, `${this.#case.title}: the server uses the definition`);
  }
}

const [kubeconfig = ""] = process.argv.slice(2);
const titles = new Set(ruleCases.map(({ title }) => title));
if (titles.size < ruleCases.length) throw new Error("a title occurs twice");
await using server = await connectTo(kubeconfig);
const answers: CaseAnswers[] = [];
const queue = [...ruleCases.entries()];
await Promise.all(
  Array.from({ length: parallel }, async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [index, ruleCase] = next;
      answers[index] = await new CaseRecorder(server.client, ruleCase, index).record();
    }
  }),
);
writeFileSync(output, `[\n${answers.map((answer) => JSON.stringify(answer)).join(",\n")}\n]\n`);
