/**
 * Hidden classes that V8 creates while the server handles requests and events. Objects created by the same code share a
 * hidden class, with exceptions: a literal that begins with a spread and adds members gets a new class each time, and
 * so does one with getters. Creating a class takes microseconds, code that uses such objects repeats its property
 * lookups, and the class keeps the request's objects in memory until the next full collection. The tests count the
 * classes in V8's log.
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
  // Node's HTTP/2 client creates about ten classes for each call to etcd. A worker would write to the same log.
  const storeFlags = ["--storage=lmdb", "--workers=1"];
  server = new OrchProcess(["apiserver", "--secure-port=0", ...storeFlags, `--data-dir=${dataDir}`], nodeFlags);
  await server.waitUntilReady();
  client = clientOf(readFileSync(join(dataDir, "admin.kubeconfig"), "utf8"), { protocol: "h2" });
}, 60_000);

afterAll(async () => {
  await client[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const maps = "/api/v1/namespaces/default/configmaps";
const deployments = "/apis/apps/v1/namespaces/default/deployments";

const deployment = (name: string, round: number): object => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name, annotations: { round: `${round}` } },
  spec: {
    selector: { matchLabels: { app: "web" } },
    template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "web", image: "web:1" }] } },
  },
});

type RequestOfRound = (round: number) => readonly [target: string, request?: WireRequest];

const typed = (type: string): Record<string, string> => ({ "content-type": `application/${type}+json` });
const requests: readonly (readonly [string, RequestOfRound])[] = [
  ["creations", (round) => [maps, { method: "POST", body: { metadata: { name: `one-${round}` }, data: { a: "b" } } }]],
  ["gets", () => [`${maps}/one-1`]],
  [
    "updates",
    (round) => [`${maps}/one-1`, { method: "PUT", body: { metadata: { name: "one-1" }, data: { a: `${round}` } } }],
  ],
  [
    "applies",
    (round) => [
      `${deployments}/web?fieldManager=me&force=true`,
      { method: "PATCH", headers: { "content-type": "application/apply-patch+yaml" }, body: deployment("web", round) },
    ],
  ],
  [
    "merge patches",
    (round) => [`${maps}/one-1`, { method: "PATCH", headers: typed("merge-patch"), body: { data: { c: `${round}` } } }],
  ],
  [
    "strategic merge patches",
    (round) => [
      `${deployments}/web`,
      { method: "PATCH", headers: typed("strategic-merge-patch"), body: { spec: { replicas: round } } },
    ],
  ],
  ["deletions", (round) => [`${maps}/one-${round}`, { method: "DELETE" }]],
];

const warmUpRounds = 200;
const measuredRounds = 300;

/**
 * Sends requests one after the other. Returns the average number of hidden classes that each one after the warm-up
 * creates.
 */
async function classesOfEach(send: (round: number) => Promise<void>): Promise<{ count: number; last: string }> {
  for (let round = 0; round < warmUpRounds; round++) await send(round);
  const { size } = statSync(log);
  for (let round = warmUpRounds; round < warmUpRounds + measuredRounds; round++) await send(round);
  const logLines = readFileSync(log).subarray(size).toString("latin1").split("\n");
  const classes = logLines.filter((line) => line.startsWith("map,"));
  return { count: classes.length / measuredRounds, last: classes.slice(-8).join("\n") };
}

async function sendRequest(...[target, request]: ReturnType<RequestOfRound>): Promise<void> {
  const response = await client.request(target, request);
  expect(response.status, JSON.stringify(response.json)).toBeLessThan(300);
}

test.each(requests)("the server creates no hidden class per request: %s", async (_, requestOfRound) => {
  const { count, last } = await classesOfEach(async (round) => await sendRequest(...requestOfRound(round)));
  expect(count, last).toBeLessThan(0.5);
});

test("the server creates no hidden class per event, in any of the watched formats", async () => {
  const accepts = [
    "application/json",
    "application/json;as=Table;v=v1;g=meta.orch.io",
    "application/json;as=PartialObjectMetadata;v=v1;g=meta.orch.io",
  ];
  const watches = await Promise.all(accepts.map((accept) => client.watch(`${maps}?watch=1`, { headers: { accept } })));
  await sendRequest(maps, { method: "POST", body: { metadata: { name: "seen" } } });
  const { count, last } = await classesOfEach(async (round) => {
    await sendRequest(`${maps}/seen`, {
      method: "PATCH",
      headers: typed("merge-patch"),
      body: { data: { a: `${round}` } },
    });
    for (const watch of watches) await watch.take(1);
  });
  expect(count, last).toBeLessThan(0.5);
  for (const watch of watches) await watch[Symbol.asyncDispose]();
});
