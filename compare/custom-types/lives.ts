/** Definitions from their creation to their deletion, and what clients see meanwhile. */

import { definitionsPath } from "../definitions/definitions-path.ts";
import { listInChunks } from "../list-in-chunks.ts";
import { patchTypes } from "../patch-types.ts";
import type { Answer, ComparedServer, Scenario } from "../suite.ts";
import { define, definitionOf, free, groupOf, plain, versioned, widget } from "./definitions.ts";

/** Scenarios of definitions. */
export function* lifeScenarios(): Iterable<Scenario> {
  yield { title: "a definition from creation to deletion", run: live };
  yield { title: "names that conflict", run: conflict };
  yield { title: "a watch of objects", run: watchObjects };
  yield { title: "a deletion while objects and watches exist", run: deleteWhileUsed };
  yield { title: "a re-creation with another scope", run: createAgain };
  yield { title: "discovery of custom types", run: discover };
  yield { title: "lists in chunks", run: listWidgetsInChunks };
  yield { title: "a type that is no longer served", run: stopServing };
}

const merge = { "content-type": patchTypes.merge };
const isEstablished = ({ json }: Answer): boolean => hasCondition(json, "Established", "True");

// oxlint-disable-next-line typescript/no-explicit-any
function hasCondition(json: any, type: string, status: string): boolean {
  // oxlint-disable-next-line typescript/no-explicit-any
  return json?.status?.conditions?.some((one: any) => one.type === type && one.status === status) === true;
}

const widgetOf = (group: string, name: string, rest: object = {}, metadata: object = {}): object => ({
  apiVersion: `${group}/v1`,
  kind: "Widget",
  metadata: { name, ...metadata },
  ...rest,
});

async function live(server: ComparedServer): Promise<void> {
  const group = groupOf(server);
  const body = definitionOf(group, widget);
  const path = `${definitionsPath}/${body.metadata.name}`;
  await server.send(definitionsPath, { body });
  await server.until(path, isEstablished);
  await server.send(path);
  await server.send(`${path}/status`);
  await server.send(path, { headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" } });
  await server.send(path, { method: "PATCH", headers: merge, body: { metadata: { labels: { a: "b" } } } });
  await server.send(path, { method: "PATCH", headers: merge, body: { spec: { names: { shortNames: ["xx"] } } } });
  await server.until(path, ({ json }) => json.status.acceptedNames.shortNames?.[0] === "xx");
  await server.send(path);
  await server.send(path, { method: "PATCH", headers: merge, body: { spec: { scope: "Cluster" } } });
  await server.send(path, { method: "DELETE" });
  await server.until(path, ({ status }) => status === 404);
  await server.until(`/apis/${group}/v1`, ({ status }) => status === 404);
  await server.send(`/apis/${group}/v1/widgets`);
  await server.send(`/apis/${group}`);
}

async function conflict(server: ComparedServer): Promise<void> {
  const { group } = await define(server, widget);
  const conflicts = [
    { plural: "gadgets", singular: "gadget", kind: "Widget", listKind: "GadgetList" },
    { plural: "gidgets", singular: "widget", kind: "Gidget", listKind: "GidgetList" },
    { plural: "gudgets", singular: "gudget", kind: "Gudget", listKind: "WidgetList" },
    { plural: "godgets", singular: "godget", kind: "Godget", listKind: "GodgetList", shortNames: ["wi", "go"] },
  ];
  const paths: string[] = [];
  for (const names of conflicts) {
    const body = definitionOf(group, { versions: [{}] });
    body.metadata.name = `${names.plural}.${group}`;
    body.spec.names = names;
    await server.send(definitionsPath, { body });
    const path = `${definitionsPath}/${body.metadata.name}`;
    paths.push(path);
    await server.until(path, ({ json }) =>
      json.status.conditions?.some(({ type }: { type: string }) => type === "NamesAccepted"),
    );
    await server.send(path);
    await server.send(`/apis/${group}/v1/${names.plural}`);
  }
  await server.send(`/apis/${group}/v1`);
  await server.send(`${definitionsPath}/widgets.${group}`, { method: "DELETE" });
  await server.until(`${definitionsPath}/widgets.${group}`, ({ status }) => status === 404);
  for (const path of paths) await server.until(path, ({ json }) => hasCondition(json, "NamesAccepted", "True"));
  for (const path of paths) await server.send(path);
  for (const path of paths) await server.send(path, { method: "DELETE" });
}

async function watchObjects(server: ComparedServer): Promise<void> {
  const { group } = await define(server, widget);
  const collection = `/apis/${group}/v1/namespaces/${server.namespace}/widgets`;
  const first = await server.send(collection, {
    body: widgetOf(group, "a", { spec: { color: "red" } }, { labels: { a: "b" } }),
  });
  const version = first.json.metadata.resourceVersion;
  const accepts: readonly (string | undefined)[] = [
    undefined,
    "application/json;as=Table;v=v1;g=meta.k8s.io",
    "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io",
    "application/yaml",
    "application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;v=v1;g=meta.k8s.io",
  ];
  const queries = [
    "",
    `&resourceVersion=${version}`,
    "&fieldSelector=spec.color%3Dred",
    "&labelSelector=a",
    "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan",
  ];
  const watches = [];
  for (const accept of accepts)
    watches.push(await server.watch(`${collection}?watch=1`, accept === undefined ? {} : { headers: { accept } }));
  for (const query of queries) watches.push(await server.watch(`${collection}?watch=1${query}`));
  watches.push(await server.watch(`/apis/${group}/v1/widgets?watch=1`));
  await server.prepare(collection, { body: widgetOf(group, "b", { spec: { color: "blue" } }) });
  await server.prepare(`${collection}/a`, {
    method: "PATCH",
    headers: merge,
    body: { spec: { color: "blue" }, metadata: { labels: null } },
  });
  await server.prepare(`${collection}/b`, {
    method: "PATCH",
    headers: merge,
    body: { spec: { color: "red" }, metadata: { labels: { a: "x" } } },
  });
  await server.prepare(`${collection}/a`, { method: "DELETE" });
  await server.prepare(`${collection}/b`, { method: "DELETE" });
  await server.prepare(collection, { body: widgetOf(group, "c", { spec: { color: "red" } }, { labels: { a: "b" } }) });
  const counts = [7, 7, 7, 0, 7, 7, 6, 5, 5, 8, 7];
  for (const [index, watch] of watches.entries()) {
    await watch.upTo(counts[index] ?? 0);
    await watch.close();
  }
}

async function deleteWhileUsed(server: ComparedServer): Promise<void> {
  const { group, definition } = await define(server, widget);
  const collection = `/apis/${group}/v1/namespaces/${server.namespace}/widgets`;
  await server.send(collection, { body: widgetOf(group, "a", {}, { finalizers: ["example.com/wait"] }) });
  await server.send(collection, { body: widgetOf(group, "b") });
  const watch = await server.watch(`${collection}?watch=1`);
  await watch.upTo(2);
  await server.send(definition, { method: "DELETE" });
  await server.until(definition, ({ json }) => hasCondition(json, "Terminating", "True"));
  await server.until(collection, ({ json }) => json.items?.length === 1);
  await server.send(definition);
  await server.send(collection, { body: widgetOf(group, "c") });
  await server.send(collection);
  await server.send(`${collection}/a`);
  await server.send(`${collection}/b`);
  const { json } = await server.send(`${collection}/a`);
  await server.send(`${collection}/a`, { method: "PUT", body: { ...json, spec: { color: "new" } } });
  await server.send(`${collection}/a`, { method: "PATCH", headers: merge, body: { spec: { color: "newer" } } });
  await server.send(`${collection}/a`, { method: "PATCH", headers: { "content-type": patchTypes.json }, body: [] });
  await server.send(`${collection}/a?fieldManager=x&force=true`, {
    method: "PATCH",
    headers: { "content-type": patchTypes.apply },
    body: widgetOf(group, "a", { spec: { color: "applied" } }),
  });
  await server.send(`${collection}/c?fieldManager=x`, {
    method: "PATCH",
    headers: { "content-type": patchTypes.apply },
    body: widgetOf(group, "c"),
  });
  await server.send(`${collection}/a/status`, { method: "PATCH", headers: merge, body: { status: { phase: "x" } } });
  await server.send(`${collection}/a/scale`, { method: "PATCH", headers: merge, body: { spec: { replicas: 4 } } });
  await server.send(`/apis/${group}/v1`);
  await server.send(collection, { method: "DELETE" });
  await server.send(definitionsPath, { body: definitionOf(group, widget) });
  await server.send(definition, { method: "DELETE" });
  await server.send(`${collection}/a`, { method: "PATCH", headers: merge, body: { metadata: { finalizers: null } } });
  await server.until(definition, ({ status }) => status === 404);
  await server.until(collection, ({ status }) => status === 404);
  await watch.upTo(50);
  await watch.close();
}

async function createAgain(server: ComparedServer): Promise<void> {
  const { group, definition } = await define(server, widget);
  const namespaced = `/apis/${group}/v1/namespaces/${server.namespace}/widgets`;
  await server.send(namespaced, { body: widgetOf(group, "a") });
  const watch = await server.watch(`/apis/${group}/v1/widgets?watch=1`);
  await watch.upTo(1);
  await server.send(definition, { method: "DELETE" });
  await server.until(definition, ({ status }) => status === 404);
  await server.until(namespaced, ({ status }) => status === 404);
  await watch.upTo(50);
  await watch.close();
  await define(server, plain);
  await server.send(namespaced);
  await server.send(`/apis/${group}/v1/widgets`);
  await server.send(`/apis/${group}/v1/widgets`, { body: widgetOf(group, "a") });
  await server.send(`/apis/${group}/v1/widgets/a`);
  await server.send(`/apis/${group}/v1`);
  await server.send(definition, { method: "DELETE" });
}

async function discover(server: ComparedServer): Promise<void> {
  const { group } = await define(server, versioned);
  const second = {
    ...versioned,
    singular: "gadget",
    scope: "Cluster" as const,
    names: { shortNames: ["g1"], categories: ["c"] },
  };
  await define(server, second);
  await define(server, { ...widget, singular: "apple" });
  for (const path of [
    `/apis/${group}`,
    ...["v1", "v1alpha1", "v1beta1", "v2alpha1", "v0"].map((one) => `/apis/${group}/${one}`),
  ]) {
    for (const accept of ["application/json", "application/yaml", "application/vnd.kubernetes.protobuf", "text/html"]) {
      await server.send(path, { headers: { accept } });
    }
  }
}

async function listWidgetsInChunks(server: ComparedServer): Promise<void> {
  const { group } = await define(server, free);
  const collection = `/apis/${group}/v1/namespaces/${server.namespace}/widgets`;
  await listInChunks(server, collection, (name) => widgetOf(group, name));
}

async function stopServing(server: ComparedServer): Promise<void> {
  const { group, definition } = await define(server, versioned);
  const { json } = await server.prepare(definition);
  const collection = (version: string): string => `/apis/${group}/${version}/namespaces/${server.namespace}/widgets`;
  await server.send(collection("v1"), { body: widgetOf(group, "a", { spec: { color: "x" } }) });
  const versions = json.spec.versions.map((one: { name: string }) => ({
    ...one,
    served: one.name === "v1" || one.name === "v0",
  }));
  await server.prepare(definition, { method: "PATCH", headers: merge, body: { spec: { versions } } });
  await server.until(collection("v2alpha1"), ({ status }) => status === 404);
  await server.until(`/apis/${group}/v2alpha1`, ({ status }) => status === 404);
  for (const one of ["v0", "v1", "v1alpha1", "v1beta1", "v2alpha1"]) {
    await server.send(collection(one));
    await server.send(`${collection(one)}/a`);
    await server.send(`/apis/${group}/${one}`);
  }
  await server.send(`/apis/${group}`);
}
