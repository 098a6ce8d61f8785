/** Random patches, applies and updates. Some are hostile: values of wrong types, directives, unknown names. */
import type { Random } from "../../src/base/random.ts";
import { type PatchType, patchTypes } from "../patch-types.ts";
import { oneOf } from "../random-choices.ts";
import type { ComparedServer, Json, Scenario, Suite } from "../suite.ts";
import { type Path, pathsOf } from "./patch-bodies.ts";

/** Patches of every type. Each is sent to a new object. */
export const patches: Suite = {
  name: "patches",
  covers: "merge, strategic merge, JSON and apply patches with random values in random places",
  usesNamespaces: true,
  standardCount: 150,
  *scenarios(random: Random): Iterable<Scenario> {
    for (let count = 1; ; count++) {
      const { collection, body } = oneOf(random, subjects);
      const steps = Array.from({ length: 6 }, () => randomPatch(random, body));
      yield { title: `patches ${count} of ${collection}`, run: (server) => play(server, { collection, body, steps }) };
    }
  },
};

interface Subject {
  readonly collection: string;
  readonly body: Json;
}

const container = { name: "c", image: "i", ports: [{ containerPort: 80 }], env: [{ name: "A", value: "1" }] };
const template = {
  metadata: { labels: { a: "b" } },
  spec: { containers: [container, { name: "d", image: "j" }], volumes: [{ name: "v", emptyDir: {} }] },
};

const subjects: readonly Subject[] = [
  {
    collection: "/api/v1/namespaces/NS/configmaps",
    body: {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "it", labels: { a: "1" } },
      data: { a: "1", b: "2" },
    },
  },
  {
    collection: "/apis/apps/v1/namespaces/NS/deployments",
    body: {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "it", annotations: { x: "1" } },
      spec: { replicas: 1, selector: { matchLabels: { a: "b" } }, template },
    },
  },
  {
    collection: "/api/v1/namespaces/NS/services",
    body: {
      apiVersion: "v1",
      kind: "Service",
      metadata: { name: "it" },
      spec: {
        selector: { a: "b" },
        ports: [
          { name: "a", port: 80 },
          { name: "b", port: 81 },
        ],
      },
    },
  },
];

const values: readonly unknown[] = [
  null,
  0,
  1,
  -1,
  1.5,
  2 ** 53,
  "",
  "x",
  true,
  [],
  {},
  [null],
  [{}],
  [1],
  ["x"],
  { a: null },
  { a: 1 },
  { $patch: "delete" },
  { $patch: "replace" },
  { $patch: "x" },
  [{ $patch: "delete", name: "c" }],
  [{ name: "c" }],
  [{ name: "c" }, { name: "c" }],
  { $retainKeys: ["a"] },
  { "$setElementOrder/containers": [{ name: "d" }, { name: "c" }] },
  { "$deleteFromPrimitiveList/finalizers": ["a"] },
  "2020-01-01T00:00:00Z",
];

const metadataFields = ["name", "namespace", "labels", "annotations", "ownerReferences", "finalizers", "managedFields"];
const operations = ["add", "remove", "replace", "test", "move", "copy"];

interface Patch {
  readonly type: PatchType;
  readonly query: string;
  readonly body: unknown;
}

function randomPatch(random: Random, body: Json): Patch {
  const type = oneOf(random, ["merge", "strategic", "json", "apply"] as const);
  const owner = type === "apply" ? `fieldManager=${oneOf(random, ["one", "two"])}` : "";
  const option = oneOf(random, ["", "", "", "dryRun=All", "fieldValidation=Strict"]);
  const force = owner && random.below(2) === 0 ? "force=true" : "";
  const query = [owner, option, force].filter(Boolean).join("&");
  const patch = {
    merge: () => nested(random, body),
    strategic: () => nested(random, body),
    json: () => Array.from({ length: 1 + random.below(3) }, () => operation(random, body)),
    apply: () => changed(random, body),
  }[type]();
  return { type, query: query && `?${query}`, body: patch };
}

function randomPath(random: Random, body: Json): Path {
  const paths = pathsOf(body).filter((path) => path.length > 0);
  return random.below(3) === 0 ? ["metadata", oneOf(random, metadataFields)] : oneOf(random, paths);
}

function nested(random: Random, body: Json): unknown {
  return randomPath(random, body).reduceRight<unknown>(
    (value, key) => (typeof key === "number" ? [value] : { [key]: value }),
    oneOf(random, values),
  );
}

function operation(random: Random, body: Json): unknown {
  const pointer = (): string =>
    randomPath(random, body)
      .map((key) => `/${key}`)
      .join("");
  const op = oneOf(random, operations);
  const from = op === "move" || op === "copy" ? { from: pointer() } : { value: oneOf(random, values) };
  return { op, path: pointer(), ...from };
}

function changed(random: Random, body: Json): unknown {
  const copy: Json = JSON.parse(JSON.stringify(body));
  const path = oneOf(
    random,
    pathsOf(body).filter(({ length }) => length > 1),
  );
  const holder = path.slice(0, -1).reduce<Json>((value, key) => value[key], copy);
  if (random.below(3) === 0 && !Array.isArray(holder)) delete holder[path.at(-1) ?? ""];
  else holder[path.at(-1) ?? ""] = oneOf(random, values);
  return copy;
}

async function play(
  server: ComparedServer,
  { collection, body, steps }: Subject & { steps: readonly Patch[] },
): Promise<void> {
  const target = collection.replace("NS", server.namespace);
  await server.prepare(target, { body });
  for (const patch of steps) {
    const headers = { "content-type": patchTypes[patch.type] };
    await server.send(`${target}/it${patch.query}`, { method: "PATCH", headers, body: JSON.stringify(patch.body) });
  }
  await server.send(`${target}/it`);
}
