import { expect, test } from "vitest";
import type { Random } from "../../src/base/random.ts";
import { attackedServers, bystanderPath } from "../support/attacked-server.ts";
import { mapsPath } from "../support/config-maps.ts";
import type { WireClient, WireRequest } from "../support/wire-client.ts";
import { withSeed } from "../support/with-seed.ts";

const withAttackedServer = attackedServers();

const rounds = 60;

interface ValidRequest {
  readonly target: string;
  readonly request: WireRequest & { readonly body: string };
}

function validRequest(target: string, method: string, contentType: string, body: unknown): ValidRequest {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { target, request: { method, headers: { "content-type": contentType }, body: text } };
}

const labels = { app: "a" };
const podSpec = {
  terminationGracePeriodSeconds: 30,
  containers: [
    {
      name: "c",
      image: "image",
      ports: [{ containerPort: 80, protocol: "TCP" }],
      env: [{ name: "A", value: "b" }],
      resources: { requests: { cpu: "100m", memory: "64Mi" } },
    },
  ],
  volumes: [{ name: "v", emptyDir: { sizeLimit: "1Gi" } }],
};
const metadata = { name: "a", labels, annotations: { note: "text" }, finalizers: ["example.com/f"] };
const yaml =
  "kind: ConfigMap\napiVersion: v1\nmetadata: {name: a, labels: &l {app: a}}\ndata:\n  text: |\n    lines\n  b: 'c'\n";

const requests: readonly ValidRequest[] = [
  validRequest(mapsPath, "POST", "application/json", {
    kind: "ConfigMap",
    apiVersion: "v1",
    metadata,
    data: { a: "b" },
    binaryData: { c: "ZGF0YQ==" },
  }),
  validRequest(mapsPath, "POST", "application/yaml", yaml),
  validRequest("/api/v1/namespaces/default/pods", "POST", "application/json", { metadata, spec: podSpec }),
  validRequest("/apis/apps/v1/namespaces/default/deployments", "POST", "application/json", {
    metadata,
    spec: { replicas: 1, selector: { matchLabels: labels }, template: { metadata: { labels }, spec: podSpec } },
  }),
  validRequest("/apis/batch/v1/namespaces/default/cronjobs", "POST", "application/json", {
    metadata,
    spec: {
      schedule: "*/5 * * * *",
      jobTemplate: { spec: { template: { spec: { ...podSpec, restartPolicy: "Never" } } } },
    },
  }),
  validRequest("/api/v1/namespaces/default/services", "POST", "application/json", {
    metadata,
    spec: {
      selector: labels,
      ports: [{ port: 80, targetPort: "http", nodePort: 30_000 }],
      type: "NodePort",
      clusterIP: "10.96.0.10",
    },
  }),
  validRequest(bystanderPath, "PUT", "application/json", { metadata: { name: "bystander" }, data: { colour: "blue" } }),
  validRequest(bystanderPath, "PATCH", "application/merge-patch+json", {
    metadata: { labels },
    data: { a: "b", c: null },
  }),
  validRequest(bystanderPath, "PATCH", "application/strategic-merge-patch+json", {
    metadata: { labels, finalizers: ["example.com/a"] },
    data: { $patch: "replace", a: "b" },
  }),
  validRequest(bystanderPath, "PATCH", "application/json-patch+json", [
    { op: "test", path: "/data/colour", value: "blue" },
    { op: "add", path: "/data/a", value: "b" },
    { op: "copy", from: "/data", path: "/metadata/annotations" },
  ]),
  validRequest(`${bystanderPath}-missing`, "DELETE", "application/json", {
    kind: "DeleteOptions",
    apiVersion: "v1",
    gracePeriodSeconds: 0,
    preconditions: { uid: "u" },
    propagationPolicy: "Background",
  }),
];

/** Bytes that mutations insert: pieces of syntax and extreme values. */
const pieces: readonly string[] = [
  ..."{}[]\":,\\\0\n\t -+eE.&*!|>%@`#?'~".split(""),
  "null",
  "true",
  "-0",
  "1e999",
  "-1",
  "9223372036854775808",
  "9007199254740993",
  '"\\ud800"',
  '"__proto__":{"a":1},',
  '"constructor":null,',
  '"$patch":"delete",',
  "[[[[[[[[",
  '{"a":{"a":',
  "\xff\xfe",
  "\u2028",
  "*l",
  "<<: *l",
  "x".repeat(300),
];

type Mutation = (bytes: Buffer, random: Random) => Buffer;

const splice = (bytes: Buffer, at: number, removed: number, added: Buffer): Buffer =>
  Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at + removed)]);

const mutations: readonly Mutation[] = [
  // Truncates the body.
  (bytes, random) => bytes.subarray(0, random.below(bytes.length + 1)),
  // Changes one byte.
  (bytes, random) => splice(bytes, random.below(bytes.length + 1), 1, Buffer.from([random.below(256)])),
  // Inserts a piece, or replaces up to three bytes with it.
  (bytes, random) => {
    const piece = Buffer.from(pieces[random.below(pieces.length)] ?? "", random.below(2) === 0 ? "latin1" : "utf8");
    return splice(bytes, random.below(bytes.length + 1), random.below(4), piece);
  },
  // Copies a part to a random position.
  (bytes, random) => {
    const from = random.below(bytes.length + 1);
    const part = bytes.subarray(from, from + random.below(40));
    return splice(bytes, random.below(bytes.length + 1), 0, part);
  },
  // Removes a part.
  (bytes, random) => splice(bytes, random.below(bytes.length + 1), random.below(40), Buffer.alloc(0)),
  // Replaces the value after a colon.
  (bytes, random) => {
    const colons = [...bytes.keys()].filter((at) => bytes[at] === 0x3a);
    const at = colons[random.below(Math.max(1, colons.length))] ?? 0;
    const end = bytes.subarray(at + 1).findIndex((byte) => byte === 0x2c || byte === 0x7d || byte === 0x0a);
    const values = [
      "null",
      "{}",
      "[]",
      '""',
      "0",
      "-1",
      "1.5",
      "true",
      '"x"',
      "99999999999999999999",
      '[{"name":"x"}]',
    ];
    return splice(bytes, at + 1, Math.max(0, end), Buffer.from(values[random.below(values.length)] ?? ""));
  },
];

function mutate(body: string, random: Random): Buffer {
  let bytes: Buffer = Buffer.from(body);
  for (let left = 1 + random.below(3); left > 0; left--) {
    bytes = mutations[random.below(mutations.length)]?.(bytes, random) ?? bytes;
  }
  return bytes;
}

async function send(client: WireClient, { target, request }: ValidRequest, body: Buffer): Promise<void> {
  // With dry run, the name is never taken. Otherwise most requests would be rejected because of it.
  const answer = await client.request(`${target}?dryRun=All`, { ...request, body });
  const shown = `${request.method} ${target} ${JSON.stringify(body.toString("latin1"))}: ${answer.text}`;
  expect(answer.status, shown).toBeLessThan(500);
  const { kind, code } = answer.json;
  if (answer.status >= 400) expect({ kind, code }, shown).toEqual({ kind: "Status", code: answer.status });
}

test("randomly mutated requests get a valid response and never an internal error", async () => {
  await withSeed(async (random) => {
    await withAttackedServer(async ({ client }) => {
      for (const one of requests) {
        const answer = await client.request(`${one.target}?dryRun=All`, one.request);
        expect([200, 201, 404], answer.text).toContain(answer.status);
        for (let round = 0; round < rounds; round++) await send(client, one, mutate(one.request.body, random));
      }
    });
  });
}, 120_000);
