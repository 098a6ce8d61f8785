/** CBOR: all kinds, unusual bodies, watches, applies and media types, with the gate on. */
import { type CborInput, cbor, cborDocument, pairs } from "../../test/support/cbor-items.ts";
import { oneOfEach } from "../../test/support/one-of-each.ts";
import { builtinBodies } from "../cbor/builtin-bodies.ts";
import { customBodies } from "../cbor/custom-bodies.ts";
import { widgetDefinition } from "../cbor/widget-definition.ts";
import { sampleOn } from "../samples.ts";
import type { ComparedServer, Scenario, Suite } from "../suite.ts";

const accept = { accept: "application/cbor" };
const send = { "content-type": "application/cbor" };
const both = { ...accept, ...send };
const apply = { ...accept, "content-type": "application/apply-patch+cbor" };
const validations = ["Strict", "Warn", "Ignore"];
const metadataOnly = "application/cbor;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
const metadataLists = "application/cbor;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
const tables = "application/cbor;as=Table;g=meta.k8s.io;v=v1";

/** Sends requests in CBOR to servers whose gate is on. */
export const cborSuite: Suite = {
  name: "cbor",
  covers: "CBOR, with its gate on: all kinds, unusual bodies, watches, applies, options and media types",
  usesNamespaces: true,
  plugins: "cbor",
  standardCount: Number.POSITIVE_INFINITY,
  *scenarios(): Iterable<Scenario> {
    yield* kindScenarios();
    yield* builtinBodyScenarios();
    yield* customBodyScenarios();
    yield { title: "watches", run: watchScenario };
    yield { title: "applies", run: applyScenario };
    yield { title: "delete options", run: deleteScenario };
    yield { title: "custom objects", run: customScenario };
    yield { title: "media types", run: mediaTypeScenario };
  },
};

function* kindScenarios(): Iterable<Scenario> {
  for (const sample of oneOfEach) {
    // The status of a definition changes soon after its creation.
    if (sample.kind === "CustomResourceDefinition") continue;
    yield {
      title: `${sample.apiVersion} ${sample.kind}`,
      run: async (server) => {
        const { collection, name, body } = sampleOn(server, sample);
        const created = await server.send(collection, {
          headers: { ...accept, "content-type": "application/json" },
          body,
        });
        if (created.status !== 201) return;
        for (const type of [accept.accept, metadataOnly, tables]) {
          await server.send(`${collection}/${name}`, { headers: { accept: type } });
        }
        await server.send(`${collection}/${name}`, { method: "DELETE", headers: both, body: cborDocument({}) });
      },
    };
  }
}

function* builtinBodyScenarios(): Iterable<Scenario> {
  for (const [title, body] of Object.entries(builtinBodies)) {
    yield {
      title: `body ${title}`,
      run: async (server) => {
        const target = `/api/v1/namespaces/${server.namespace}/configmaps?dryRun=All`;
        for (const fieldValidation of validations) {
          await server.send(`${target}&fieldValidation=${fieldValidation}`, { headers: send, body });
        }
        const path = `/api/v1/namespaces/${server.namespace}/configmaps/a?fieldManager=m&dryRun=All`;
        await server.send(path, { method: "PATCH", headers: apply, body });
        await server.send(`/api/v1/namespaces/${server.namespace}/configmaps/a`, {
          method: "DELETE",
          headers: both,
          body,
        });
      },
    };
  }
}

function* customBodyScenarios(): Iterable<Scenario> {
  for (const [title, body] of Object.entries(customBodies)) {
    yield {
      title: `custom body ${title}`,
      run: async (server) => {
        const path = await defineWidgets(server);
        await server.send(`${path}?dryRun=All`, { headers: both, body: inGroup(server, body) });
        const target = `${path}/a?fieldManager=m&dryRun=All`;
        await server.send(target, { method: "PATCH", headers: apply, body: inGroup(server, body) });
      },
    };
  }
}

/** Defines the custom type, and returns the path of its objects. */
async function defineWidgets(server: ComparedServer): Promise<string> {
  const group = groupOn(server);
  const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  await server.prepare(definitions, { body: widgetDefinition(group) });
  const path = `/apis/${group}/v1/namespaces/${server.namespace}/widgets`;
  await server.until(path, ({ status }) => status === 200);
  return path;
}

/** A group with as many letters as that of the bodies, so that lengths stay the same. */
function groupOn(server: ComparedServer): string {
  const digits = Buffer.from(server.namespace).reduce((sum, byte) => (sum * 31 + byte) % 36 ** 7, 7);
  return `${digits.toString(36).padStart(7, "g").replace(/^\d/, "g")}.com`;
}

function inGroup(server: ComparedServer, body: Buffer): Buffer {
  return Buffer.from(body.toString("latin1").replaceAll("example.com", groupOn(server)), "latin1");
}

function configMap(name: string, data: Record<string, CborInput>): Buffer {
  return cborDocument({ apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data });
}

async function watchScenario(server: ComparedServer): Promise<void> {
  const path = `/api/v1/namespaces/${server.namespace}/configmaps`;
  await server.send(path, { headers: both, body: configMap("a", { x: "1" }) });
  const selector = "fieldSelector=metadata.name%3Da";
  for (const type of ["application/cbor", metadataOnly, "application/cbor-seq, application/cbor"]) {
    const watch = await server.watch(`${path}?watch=1&${selector}`, { headers: { accept: type } });
    await watch.upTo(1);
    await server.send(`${path}/a`, { method: "PUT", headers: both, body: configMap("a", { x: type }) });
    await watch.upTo(2);
    await watch.close();
  }
  const failed = await server.watch(`${path}?watch=1&${selector}&resourceVersion=1`, { headers: accept });
  await failed.close();
}

async function applyScenario(server: ComparedServer): Promise<void> {
  const path = `/api/v1/namespaces/${server.namespace}/configmaps/a`;
  const patch = { method: "PATCH", headers: apply };
  await server.send(`${path}?fieldManager=one`, { ...patch, body: configMap("a", { x: "1", y: "1" }) });
  await server.send(`${path}?fieldManager=two`, { ...patch, body: configMap("a", { x: "2" }) });
  await server.send(`${path}?fieldManager=two&force=true`, { ...patch, body: configMap("a", { x: "2" }) });
  await server.send(`${path}?fieldManager=one`, { ...patch, body: configMap("a", {}) });
  await server.send(path, { ...patch, body: configMap("a", {}) });
  const unknown = cborDocument({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, other: 1 });
  for (const fieldValidation of validations) {
    await server.send(`${path}?fieldManager=one&fieldValidation=${fieldValidation}`, { ...patch, body: unknown });
  }
  await server.send(path, { headers: accept });
}

async function deleteScenario(server: ComparedServer): Promise<void> {
  const path = `/api/v1/namespaces/${server.namespace}/configmaps`;
  const options: readonly CborInput[] = [
    { kind: "DeleteOptions", apiVersion: "v1", preconditions: { uid: "other" } },
    { kind: "DeleteOptions", apiVersion: "v1", gracePeriodSeconds: -1 },
    { gracePeriodSeconds: "x" },
    { kind: "Other" },
    { dryRun: ["All"], propagationPolicy: "Foreground" },
    pairs([
      ["dryRun", ["All"]],
      ["dryRun", []],
    ]),
    {},
  ];
  await server.send(path, { headers: both, body: configMap("a", {}) });
  for (const one of options) {
    await server.send(`${path}/a`, { method: "DELETE", headers: both, body: cborDocument(one) });
  }
  await server.send(path, { headers: both, body: configMap("b", {}) });
  await server.send(path, { method: "DELETE", headers: both, body: cborDocument({ dryRun: ["All"] }) });
}

async function customScenario(server: ComparedServer): Promise<void> {
  const path = await defineWidgets(server);
  const widget = (rest: Record<string, CborInput>): Buffer =>
    cborDocument({ apiVersion: `${groupOn(server)}/v1`, kind: "Widget", metadata: { name: "a" }, ...rest });
  await server.send(path, { headers: both, body: widget({ spec: { i: 1, x: { b: [null, true] }, replicas: 2 } }) });
  await server.send(`${path}/a`, { headers: accept });
  await server.send(path, { headers: accept });
  await server.send(path, { headers: { accept: metadataLists } });
  await server.send(`${path}/a/scale`, { headers: accept });
  const scale = { apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name: "a" }, spec: { replicas: 3 } };
  await server.send(`${path}/a/scale`, { method: "PUT", headers: both, body: cborDocument(scale) });
  await server.send(`${path}/a/status`, { method: "PUT", headers: both, body: widget({ status: { replicas: 1 } }) });
  await server.send(`${path}/a?fieldManager=m`, {
    method: "PATCH",
    headers: apply,
    body: widget({ spec: { s: "x" } }),
  });
  await server.send(`${path}/a`, {});
  const watch = await server.watch(`${path}?watch=1`, { headers: accept });
  await watch.upTo(1);
  await watch.close();
  await server.send(`${path}/a`, { method: "DELETE", headers: both, body: cbor({}) });
}

async function mediaTypeScenario(server: ComparedServer): Promise<void> {
  const path = `/api/v1/namespaces/${server.namespace}/configmaps`;
  const types = [accept.accept, "application/cbor-seq", "application/*", "application/foo", metadataLists, tables];
  const targets = [path, `${path}/nope`, `${path}?watch=1&timeoutSeconds=1&resourceVersion=1`, "/api", "/api/v1"];
  for (const target of [...targets, "/apis", "/apis/apps", "/apis/apps/v1", "/api/v1/nope", "/version"]) {
    for (const type of types) await server.send(target, { headers: { accept: type } });
  }
  for (const type of ["application/foo", "application/cbor-seq", "application/cbor;x=y", "application/CBOR"]) {
    await server.send(path, { headers: { ...accept, "content-type": type }, body: configMap("x", {}) });
  }
  for (const type of ["json-patch", "merge-patch", "strategic-merge-patch", "apply-patch", "foo"]) {
    const headers = { "content-type": `application/${type}+cbor` };
    await server.send(`${path}/x?fieldManager=m`, { method: "PATCH", headers, body: configMap("x", {}) });
  }
}
