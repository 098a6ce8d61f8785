/**
 * What V8 makes of the objects that a request takes. Objects that are made alike share a hidden class; some ways to make
 * them give each one of its own (a literal that begins with a spread and adds members, one with getters among others).
 * That takes microseconds each time, all who use such objects have to look up their members anew, and the classes keep
 * what the request made until the next full collection. V8 writes down each class that it makes.
 */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TemporaryDirectory } from "../src/storage/testing/temporary-directory.ts";
import { buildProgram, clientOf, OrchProcess } from "./support/orch-process.ts";
import type { WireClient, WireRequest } from "./support/wire-client.ts";

const folder = new TemporaryDirectory();
const log = join(folder.path, "v8.log");
const dataDir = join(folder.path, "data");
let server: OrchProcess;
let client: WireClient;

beforeAll(async () => {
  await buildProgram();
  const nodeFlags = ["--log-maps", "--no-logfile-per-isolate", `--logfile=${log}`];
  server = new OrchProcess(["apiserver", "--secure-port=0", `--data-dir=${dataDir}`], nodeFlags);
  await server.ready();
  client = clientOf(readFileSync(join(dataDir, "admin.kubeconfig"), "utf8"), { protocol: "h2" });
}, 60_000);

afterAll(async () => {
  await client[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const maps = "/api/v1/namespaces/default/configmaps";
const deployments = "/apis/apps/v1/namespaces/default/deployments";

const deployment = (name: string, turn: number): object => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name, annotations: { turn: `${turn}` } },
  spec: {
    selector: { matchLabels: { app: "web" } },
    template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "web", image: "web:1" }] } },
  },
});

type Asked = (turn: number) => readonly [target: string, request?: WireRequest];

const typed = (type: string): Record<string, string> => ({ "content-type": `application/${type}+json` });
const requests: readonly (readonly [string, Asked])[] = [
  ["creations", (turn) => [maps, { method: "POST", body: { metadata: { name: `one-${turn}` }, data: { a: "b" } } }]],
  ["gets", () => [`${maps}/one-1`]],
  [
    "updates",
    (turn) => [`${maps}/one-1`, { method: "PUT", body: { metadata: { name: "one-1" }, data: { a: `${turn}` } } }],
  ],
  [
    "applies",
    (turn) => [
      `${deployments}/web?fieldManager=me&force=true`,
      { method: "PATCH", headers: { "content-type": "application/apply-patch+yaml" }, body: deployment("web", turn) },
    ],
  ],
  [
    "merge patches",
    (turn) => [`${maps}/one-1`, { method: "PATCH", headers: typed("merge-patch"), body: { data: { c: `${turn}` } } }],
  ],
  [
    "strategic merge patches",
    (turn) => [
      `${deployments}/web`,
      { method: "PATCH", headers: typed("strategic-merge-patch"), body: { spec: { replicas: turn } } },
    ],
  ],
  ["deletions", (turn) => [`${maps}/one-${turn}`, { method: "DELETE" }]],
];

const warmUp = 200;
const measured = 300;

/** Requests one after the other, and how many hidden classes each of the later ones makes. */
async function classesOfEach(send: (turn: number) => Promise<void>): Promise<{ count: number; last: string }> {
  for (let turn = 0; turn < warmUp; turn++) await send(turn);
  const { size } = statSync(log);
  for (let turn = warmUp; turn < warmUp + measured; turn++) await send(turn);
  const made = readFileSync(log).subarray(size).toString("latin1").split("\n");
  const classes = made.filter((line) => line.startsWith("map,"));
  return { count: classes.length / measured, last: classes.slice(-8).join("\n") };
}

async function ask(...[target, request]: ReturnType<Asked>): Promise<void> {
  const response = await client.request(target, request);
  expect(response.status, JSON.stringify(response.json)).toBeLessThan(300);
}

test.each(requests)("a request makes no hidden class of its own: %s", async (_, asked) => {
  const { count, last } = await classesOfEach(async (turn) => await ask(...asked(turn)));
  expect(count, last).toBeLessThan(0.5);
});

test("an event makes no hidden class of its own, whoever watches", async () => {
  const accepts = [
    "application/json",
    "application/json;as=Table;v=v1;g=meta.orch.io",
    "application/json;as=PartialObjectMetadata;v=v1;g=meta.orch.io",
  ];
  const watches = await Promise.all(accepts.map((accept) => client.watch(`${maps}?watch=1`, { headers: { accept } })));
  await ask(maps, { method: "POST", body: { metadata: { name: "seen" } } });
  const { count, last } = await classesOfEach(async (turn) => {
    await ask(`${maps}/seen`, { method: "PATCH", headers: typed("merge-patch"), body: { data: { a: `${turn}` } } });
    for (const watch of watches) await watch.take(1);
  });
  expect(count, last).toBeLessThan(0.5);
  for (const watch of watches) await watch[Symbol.asyncDispose]();
});
