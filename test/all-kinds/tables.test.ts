/**
 * Output of `kubectl get` for every kind, in plain and wide form. The first row shows a new object. The second row
 * shows it three hours later, with a status. For some kinds a third row shows it while it is being deleted. The
 * expected output is in `tables/`, one file for each group version. No tool writes these files: compare changed cells
 * with the reference.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { collectionOf, type ServedResource, servedResources } from "../support/served-resources.ts";
import { startTestServer } from "../support/test-server.ts";
import { type FilledObject, filledObject } from "./filled-objects.ts";
import { type PrintedTable, printTable } from "./printed-table.ts";
import { expectStatus, type StoredSample, sampleOf } from "./stored-sample.ts";

const running = await startTestServer({
  vocabulary: "kubernetes",
  flags: ["--runtime-config=api/all=true", "--feature-gates=AllAlpha=true,AllBeta=true"],
});
const { client, clock } = running;
afterAll(() => running[Symbol.asyncDispose]());

const storedResources = (await servedResources(client))
  .filter(({ verbs }) => verbs.includes("create") && verbs.includes("list"))
  .map((resource) => [`${resource.groupVersion} ${resource.kind}`, resource] as const);

const folder = join(import.meta.dirname, "tables");
const tableForm = ["v1", "v1beta1"].map((version) => `application/json;as=Table;v=${version};g=meta.k8s.io`);
/** The Accept header of kubectl. */
const accept = [...tableForm, "application/json"].join(",");

const madeMs = Date.UTC(2025, 4, 1, 9);
const laterMs = Date.UTC(2025, 4, 1, 12);

interface AdditionalFields {
  readonly metadata?: object;
  readonly spec?: object;
  readonly status?: object;
}

/** Additional fields by kind that make more columns visible. */
const additionalFields: Readonly<Record<string, AdditionalFields>> = {
  ControllerRevision: {
    metadata: {
      ownerReferences: [{ apiVersion: "apps/v1", kind: "StatefulSet", name: "web", uid: "7a7a", controller: true }],
    },
  },
  Job: { spec: { suspend: false }, status: { startTime: "2025-05-01T10:00:05Z" } },
  Node: {
    metadata: { labels: { "node-role.kubernetes.io/worker": "", "kubernetes.io/role": "build" } },
    status: {
      addresses: [
        { type: "ExternalIP", address: "198.51.100.21" },
        { type: "InternalIP", address: "192.0.2.21" },
      ],
    },
  },
  Pod: { spec: { nodeName: "worker-1" } },
  ResourceQuota: {
    status: {
      hard: { "requests.memory": "1Gi", pods: "10", "limits.cpu": "4" },
      used: { pods: "3", "limits.cpu": "1500m" },
    },
  },
  StorageClass: { metadata: { annotations: { "storageclass.kubernetes.io/is-default-class": "true" } } },
  VolumeAttributesClass: {
    metadata: { annotations: { "volumeattributesclass.alpha.kubernetes.io/is-default-class": "true" } },
  },
};

/** Kinds with a column that shows a pending deletion. */
const kindsThatShowDeletion: readonly string[] = [
  "Job",
  "Namespace",
  "PersistentVolume",
  "PersistentVolumeClaim",
  "Pod",
  "ResourceClaim",
];

/** Replaces the object's uid in the output, because the server chooses it and some objects select by it. */
const uidShown = "<uid>";

const fileName = (groupVersion: string): string =>
  `${groupVersion.includes("/") ? groupVersion.replace("/", ".") : `core.${groupVersion}`}.txt`;

/** Returns the expected output by command. */
function sectionsOf(file: string): ReadonlyMap<string, string> {
  const path = join(folder, file);
  if (!existsSync(path)) return new Map();
  const sections = readFileSync(path, "utf8").split(/^\$ /m).slice(1);
  return new Map(
    sections.map((section) => {
      const [command = "", ...lines] = section.trimEnd().split("\n");
      return [command, lines.map((line) => `${line}\n`).join("")];
    }),
  );
}

async function rowsOf(resource: ServedResource): Promise<PrintedTable> {
  const object = objectOf(resource);
  clock.setNowMs(madeMs);
  const { json } = expectStatus(await client.request(collectionOf(resource), { body: object }), 201);
  await using made = await sampleOf(client, resource, json);
  const tables: PrintedTable[] = [];
  if (resource.subresources.some(({ name }) => name === "status")) {
    tables.push(await tableOf(made));
    expectStatus(await made.write("PUT", { ...made.created, status: object.status }, { below: "/status" }), 200);
  }
  clock.setNowMs(laterMs);
  const last = await tableOf(made);
  tables.push(last);
  if (kindsThatShowDeletion.includes(resource.kind)) tables.push(await tableDuringDeletion(made));
  return { ...last, rows: tables.flatMap(({ rows }) => rows) };
}

/** Returns the table while a finalizer delays the deletion of the object. Afterwards the object is deleted. */
async function tableDuringDeletion(made: StoredSample): Promise<PrintedTable> {
  const isFinalized = made.resource.subresources.some(({ name }) => name === "finalize");
  if (!isFinalized) await setFinalizers(made, ["example.com/held"]);
  const body = { gracePeriodSeconds: 0, propagationPolicy: "Background" };
  expectStatus(await client.request(made.path, { method: "DELETE", body }), 200);
  const table = await tableOf(made);
  await (isFinalized ? made.finalize() : setFinalizers(made, null));
  return table;
}

async function setFinalizers(made: StoredSample, finalizers: readonly string[] | null): Promise<void> {
  expectStatus(await made.write("PATCH", { metadata: { finalizers } }, { type: "application/merge-patch+json" }), 200);
}

function objectOf(resource: ServedResource): FilledObject {
  const filled = filledObject(resource);
  const { metadata, spec, status } = additionalFields[resource.kind] ?? {};
  return {
    ...filled,
    metadata: { ...filled.metadata, ...metadata },
    ...(spec && { spec: { ...(filled.spec as object), ...spec } }),
    ...(status && { status: { ...(filled.status as object), ...status } }),
  };
}

async function tableOf(made: StoredSample): Promise<PrintedTable> {
  const { text } = expectStatus(await made.read(accept), 200);
  return JSON.parse(text.replaceAll(made.created.metadata.uid, uidShown)) as PrintedTable;
}

/** Returns the output by command. Wide output is included only if it has more columns. */
async function printedCommands(resource: ServedResource): Promise<Record<string, string>> {
  const table = await rowsOf(resource);
  const plain = { [`get ${resource.name}`]: printTable(table, { wide: false }) };
  if (table.columnDefinitions.every(({ priority }) => priority === 0)) return plain;
  return { ...plain, [`get ${resource.name} -o wide`]: printTable(table, { wide: true }) };
}

const isCommandFor = (command: string, name: string): boolean => command.split(" ")[1] === name;

test.each(storedResources)("[TBL-01] the Table of %s has the text in tables/", async (_, resource) => {
  const file = fileName(resource.groupVersion);
  const sections = [...sectionsOf(file)].filter(([command]) => isCommandFor(command, resource.name));
  const texts = await printedCommands(resource);
  expect(
    sections.map(([command]) => command),
    `tables/${file} must say what these print`,
  ).toEqual(Object.keys(texts));
  for (const [command, text] of sections) expect(texts[command], `"$ ${command}" in tables/${file}`).toBe(text);
});

test("the expected tables contain only kinds that are served", () => {
  const commands = readdirSync(folder).flatMap((file) => [...sectionsOf(file).keys()].map((one) => [file, one]));
  const isServed = ([file = "", command = ""]: readonly string[]): boolean =>
    storedResources.some(
      ([, { groupVersion, name }]) => fileName(groupVersion) === file && isCommandFor(command, name),
    );
  expect(commands.filter((one) => !isServed(one))).toEqual([]);
});
