/** Definitions of custom types: created, updated, and with other statuses. */
import { chunksOf } from "../chunks-of.ts";
import { type DefinitionCase, definitionCases, specOf } from "../definitions/definition-cases.ts";
import { definitionsPath } from "../definitions/definitions-path.ts";
import type { ComparedServer, Json, Scenario, Suite } from "../suite.ts";

const casesPerScenario = 25;

/** Sends valid and invalid definitions to both servers. */
export const definitions: Suite = {
  name: "definitions",
  covers: "definitions of custom types, valid and invalid: created, updated, and with other statuses",
  usesNamespaces: false,
  standardCount: Infinity,
  rewriteBody: withoutWritesOfControllers,
  *scenarios(): Iterable<Scenario> {
    const created = definitionCases.filter(({ stored }) => stored === undefined);
    for (const { start, items: cases } of chunksOf(created, casesPerScenario)) {
      yield { title: `new definitions from ${start + 1}`, run: (server) => createAll(server, cases) };
    }
    for (const { title, spec } of definitionCases.filter(({ stored }) => stored !== undefined)) {
      yield { title, run: (server) => update(server, spec) };
    }
    yield { title: "statuses", run: writeStatuses };
  },
};

/** Leaves out what changes when a controller writes the status. This can happen before or after a request. */
function withoutWritesOfControllers(text: string): string {
  if (!text.startsWith('{"kind":"CustomResourceDefinition"')) return text;
  const { metadata, ...rest }: Json = JSON.parse(text);
  const { managedFields: _managed, resourceVersion: _version, ...kept } = metadata;
  return JSON.stringify({ ...rest, metadata: kept });
}

/** Returns a definition in a group that no other scenario uses. */
function definitionIn(server: ComparedServer, changes: Json): Json {
  const spec = specOf(changes, `${server.name("shop")}.example.com`);
  const metadata = { name: `${spec.names.plural}.${spec.group}` };
  return { apiVersion: "apiextensions.k8s.io/v1", kind: "CustomResourceDefinition", metadata, spec };
}

async function createAll(server: ComparedServer, cases: readonly DefinitionCase[]): Promise<void> {
  for (const { spec } of cases)
    await server.send(`${definitionsPath}?dryRun=All`, { body: definitionIn(server, spec) });
}

/** Creates a definition, and waits until it is established. */
async function createEstablished(server: ComparedServer, definition: Json): Promise<void> {
  await server.prepare(definitionsPath, { body: definition });
  await server.until(`${definitionsPath}/${definition.metadata.name}`, ({ json }) => {
    const conditions: Json[] = json.status?.conditions ?? [];
    return conditions.some(({ type, status }) => type === "Established" && status === "True");
  });
}

/** Replaces the spec of a valid definition. */
async function update(server: ComparedServer, spec: Json): Promise<void> {
  const valid = definitionIn(server, {});
  const path = `${definitionsPath}/${valid.metadata.name}`;
  await createEstablished(server, valid);
  const changed = definitionIn(server, spec);
  const headers = { "content-type": "application/merge-patch+json" };
  await server.send(`${path}?dryRun=All`, { method: "PATCH", headers, body: { spec: changed.spec } });
  await server.send(`${path}?dryRun=All`, { method: "PATCH", headers, body: { spec: { versions: null } } });
  await server.prepare(path, { method: "DELETE" });
}

const statuses: readonly Json[] = [
  { acceptedNames: { plural: "P", singular: "s s", kind: "k.k", listKind: "K", shortNames: ["A"], categories: [""] } },
  { acceptedNames: { plural: "p", kind: "K", listKind: "K" } },
  { acceptedNames: { plural: "", kind: "" } },
  { storedVersions: [] },
  { storedVersions: ["v2", "v1"] },
  { conditions: [{ type: "Any", status: "Some" }, { type: "Any" }] },
];

async function writeStatuses(server: ComparedServer): Promise<void> {
  const valid = definitionIn(server, {});
  const path = `${definitionsPath}/${valid.metadata.name}`;
  await createEstablished(server, valid);
  const headers = { "content-type": "application/merge-patch+json" };
  for (const status of statuses) {
    await server.send(`${path}/status?dryRun=All`, { method: "PATCH", headers, body: { status } });
  }
  await server.prepare(path, { method: "DELETE" });
}
