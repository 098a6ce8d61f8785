/**
 * Records what the reference responds to definitions: `npx tsx compare/definitions/record.ts`. The definitions of updates are
 * written into its store, because it would not accept some of them.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { withFixedAddresses } from "../fixed-addresses.ts";
import type { RunningServer } from "../servers.ts";
import { startReference } from "../servers.ts";
import type { Json } from "../suite.ts";
import { waitFor } from "../wait-for.ts";
import { type DefinitionCase, definitionCases, specOf } from "./definition-cases.ts";
import { definitionsPath } from "./definitions-path.ts";

const file = join(import.meta.dirname, "../../src/kinds/apiextensions/fixtures/recorded-definitions.json");
const keyPrefix = "/registry/apiextensions.k8s.io/customresourcedefinitions/";

/** How often each case is sent. If the order of the errors differs, it is random. */
const repetitions = 4;
/** The condition about structural schemas is written a moment after the type was established. */
const structuralConditionMs = 300;

interface Recorded {
  readonly title: string;
  /** The definition before the update. Absent for a new one. */
  readonly stored?: Json;
  readonly sent: Json;
  readonly code: number;
  /** Each error as `path: message`. */
  readonly errors: readonly string[];
  /** Whether the reference reports the errors in a random order. They are sorted. */
  readonly isUnordered?: true;
}

function definitionOf(spec: Json, annotations?: Json): Json {
  const metadata = { name: `${spec.names.plural}.${spec.group}`, ...(annotations ? { annotations } : {}) };
  return { apiVersion: "apiextensions.k8s.io/v1", kind: "CustomResourceDefinition", metadata, spec };
}

class Recorder {
  readonly #server: RunningServer;
  readonly #etcdUrl: string;

  constructor(server: RunningServer) {
    this.#server = server;
    const { hostname, port } = new URL(server.client.url);
    this.#etcdUrl = `http://${hostname}:${Number(port) + 1}/v3/kv/put`;
  }

  async record({ title, spec, stored, annotations }: DefinitionCase, index: number): Promise<Recorded> {
    if (stored === undefined) return { title, ...(await this.#send(definitionOf(specOf(spec), annotations))) };
    const group = `u${index}.example.com`;
    const old = await this.#store(specOf(stored, group));
    const sent = { ...old, spec: specOf(spec, group) };
    return { title, stored: withoutNoise(old), ...(await this.#send(sent, old.metadata.name)) };
  }

  /** @param updated name of the definition that is replaced */
  async #send(sent: Json, updated?: string): Promise<Omit<Recorded, "title" | "stored">> {
    const lists: string[][] = [];
    let code = 0;
    for (let time = 0; time < repetitions; time++) {
      const response =
        updated === undefined
          ? await this.#request("POST", `${definitionsPath}?dryRun=All`, sent)
          : await this.#request("PUT", `${definitionsPath}/${updated}?dryRun=All`, sent);
      code = response.code ?? 200;
      lists.push((response.details?.causes ?? []).map((cause: Json) => errorText(cause)));
    }
    const isUnordered = new Set(lists.map((list) => JSON.stringify(list))).size > 1;
    const [errors = []] = isUnordered ? lists.map((list) => list.toSorted()) : lists;
    return { sent: withoutNoise(sent), code, errors, ...(isUnordered ? { isUnordered } : {}) };
  }

  async #request(method: string, target: string, body?: Json): Promise<Json> {
    const headers = { "content-type": "application/json" };
    return (await this.#server.client.request(target, { method, headers, body })).json;
  }

  /** Stores a definition, and returns it after the controllers have written its status. */
  async #store(spec: Json): Promise<Json> {
    const definition = definitionOf(spec);
    const { name } = definition.metadata;
    const metadata = { name, uid: `uid-${name}`, generation: 1, creationTimestamp: "2025-06-01T12:00:00Z" };
    const acceptedNames = { plural: "", kind: "" };
    const status = { conditions: [], acceptedNames, storedVersions: [spec.versions[0].name] };
    const value = { conversion: { strategy: "None" }, ...spec };
    const base64 = (text: string): string => Buffer.from(text).toString("base64");
    const put = {
      key: base64(keyPrefix + name),
      value: base64(JSON.stringify({ ...definition, metadata, spec: value, status })),
    };
    await fetch(this.#etcdUrl, { method: "POST", body: JSON.stringify(put) });
    const read = (): Promise<Json> => this.#request("GET", `${definitionsPath}/${name}`);
    const isDecided = async (): Promise<boolean> => {
      const conditions: Json[] = (await read()).status?.conditions ?? [];
      const established = conditions.find(({ type }) => type === "Established");
      return established !== undefined && established.reason !== "Installing";
    };
    await waitFor(isDecided, `the reference establishes or rejects ${name}`);
    await setTimeout(structuralConditionMs);
    return read();
  }
}

function errorText({ field, message }: Json): string {
  return withFixedAddresses(`${field ?? ""}: ${message}`);
}

/** Leaves out what no rule reads. */
function withoutNoise({ metadata, ...rest }: Json): Json {
  const { managedFields: _managed, resourceVersion: _version, ...kept } = metadata;
  return { ...rest, metadata: kept };
}

await using reference = await startReference();
const recorder = new Recorder(reference);
const lines: string[] = [];
for (const [index, one] of definitionCases.entries()) {
  const recorded = await recorder.record(one, index);
  if (recorded.code === 400 || recorded.code >= 500) throw new Error(`${one.title}: code ${recorded.code}`);
  lines.push(JSON.stringify(recorded));
}
writeFileSync(file, `[\n${lines.join(",\n")}\n]\n`);
process.stdout.write(`${lines.length} responses in ${file}\n`);
