/** Versions, numbers, times, bytes and texts in unusual spellings, and watches that objects enter and leave by a change. */
import type { Random } from "../../src/base/random.ts";
import { type PatchType, patchTypes } from "../patch-types.ts";
import { oneOf } from "../random-choices.ts";
import type { ComparedServer, Json, Scenario, Suite } from "../suite.ts";

/** Values that a parser can accept in several spellings, in all forms of writes. */
export const spellings: Suite = {
  name: "spellings",
  covers: "unusual spellings of versions, numbers, times, bytes, indexes and YAML texts, and watches by fields of Pods",
  usesNamespaces: true,
  standardCount: Infinity,
  *scenarios(random: Random): Iterable<Scenario> {
    for (const version of versions) {
      yield { title: `the resource version "${version}"`, run: (server) => writeVersion(server, version) };
    }
    for (const number of numbers) yield { title: `the number ${number}`, run: (server) => writeNumber(server, number) };
    for (const time of times) yield { title: `the time "${time}"`, run: (server) => writeTime(server, time) };
    for (const bytes of byteTexts) {
      yield { title: `the bytes ${JSON.stringify(bytes)}`, run: (server) => writeBytes(server, bytes) };
    }
    for (const index of indexes) yield { title: `the index "${index}"`, run: (server) => patchAt(server, index) };
    for (const [selector, eventCount] of Object.entries(podSelectors)) {
      yield { title: `a watch of Pods with ${selector}`, run: (server) => watchPods(server, selector, eventCount) };
    }
    const texts = Array.from({ length: 300 }, () => randomText(random));
    yield { title: "random texts in YAML", run: (server) => readTexts(server, texts) };
    yield { title: "separators in YAML", run: (server) => readTexts(server, separators) };
  },
};

const pathOf = ({ namespace }: ComparedServer, plural: string, group = "/api/v1"): string =>
  `${group}/namespaces/${namespace}/${plural}`;

async function patch(server: ComparedServer, path: string, type: PatchType, body: unknown): Promise<void> {
  await server.send(path, { method: "PATCH", headers: { "content-type": patchTypes[type] }, body });
}

/** `N` stands for the version of the stored object. */
const versions = ["00", "0N", "000N", "+N", " N", "N ", "N.0", "-0", "1_0", "0x1", "18446744073709551616"];

async function writeVersion(server: ComparedServer, spelling: string): Promise<void> {
  const collection = pathOf(server, "configmaps");
  const { json } = await server.prepare(collection, { body: { metadata: { name: "a" } } });
  let current: string = json.metadata.resourceVersion;
  const metadata = (): Json => ({ name: "a", resourceVersion: spelling.replace("N", current) });
  const head = { apiVersion: "v1", kind: "ConfigMap" };
  const writes: ((path: string) => Promise<unknown>)[] = [
    (path) => server.send(path, { method: "PUT", body: { metadata: metadata(), data: { a: "1" } } }),
    (path) => patch(server, path, "merge", { metadata: metadata(), data: { a: "2" } }),
    (path) => patch(server, path, "strategic", { metadata: metadata(), data: { a: "3" } }),
    (path) => patch(server, `${path}?fieldManager=m&force=true`, "apply", { ...head, metadata: metadata() }),
  ];
  for (const write of writes) {
    await write(`${collection}/a`);
    current = (await server.prepare(`${collection}/a`)).json.metadata.resourceVersion;
  }
  await server.send(collection, { body: { metadata: { ...metadata(), name: "b" } } });
  const leases = pathOf(server, "leases", "/apis/coordination.k8s.io/v1");
  const lease = { metadata: { ...metadata(), name: "l" } };
  for (const _ of ["creates", "updates"]) await server.send(`${leases}/l`, { method: "PUT", body: lease });
}

const numbers = [
  ["1.0", "1e0", "10e-1", "-0", "-0.0", "0.0", "1.5", "2147483648", "1e30", "3e9", "0e5", "05", "+5", "5.", ".5"],
  ["1.00000000000000000001", "12345678901234.9999", "9007199254740993", "9223372036854775808"],
].flat();

async function writeNumber(server: ComparedServer, number: string): Promise<void> {
  const collection = pathOf(server, "deployments", "/apis/apps/v1");
  const template = `{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}}`;
  const textOf = (name: string, replicas: string): string =>
    `{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"${name}"},"spec":{"replicas":${replicas},` +
    `"selector":{"matchLabels":{"a":"b"}},"template":${template}}}`;
  await server.prepare(collection, { body: textOf("a", "1") });
  for (const type of ["application/json", "application/yaml"]) {
    const headers = { "content-type": type };
    await server.send(`${collection}?dryRun=All`, { method: "POST", headers, body: textOf("b", number) });
  }
  await patch(server, `${collection}/b?fieldManager=m&dryRun=All`, "apply", textOf("b", number));
  for (const type of ["merge", "strategic"] as const) {
    await patch(server, `${collection}/a?dryRun=All`, type, `{"spec":{"minReadySeconds":${number}}}`);
    const update = `{"spec":{"strategy":{"rollingUpdate":{"maxSurge":${number}}}}}`;
    await patch(server, `${collection}/a?dryRun=All`, type, update);
    await patch(server, `${collection}/a/scale?dryRun=All`, type, `{"spec":{"replicas":${number}}}`);
  }
  const operation = `"path":"/spec/replicas","value":${number}`;
  await patch(server, `${collection}/a?dryRun=All`, "json", `[{"op":"add",${operation}}]`);
  await patch(server, `${collection}/a?dryRun=All`, "json", `[{"op":"test",${operation}}]`);
  const hard = `{"metadata":{"name":"q"},"spec":{"hard":{"cpu":${number}}}}`;
  await server.send(`${pathOf(server, "resourcequotas")}?dryRun=All`, { body: hard });
}

const times = [
  ["2020-01-01T00:00:00.999Z", "2020-01-01T00:00:00,5Z", "2020-01-01T1:00:00Z", "2020-01-01T00:00:00+24:00"],
  ["2020-01-01T00:00:00+00:60", "2020-12-31T23:59:60Z", "2020-01-01t00:00:00z", "0000-01-01T00:00:00Z"],
  ["0000-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00", "2020-01-01T00:00:00.123456-01:00"],
  ["0000-01-01T00:00:00.000000+01:00", "9999-12-31T23:59:59.000000-01:00", "2020-01-01T00:00:00,000000Z"],
].flat();

async function writeTime(server: ComparedServer, time: string): Promise<void> {
  const leases = pathOf(server, "leases", "/apis/coordination.k8s.io/v1");
  const events = pathOf(server, "events");
  const head = { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { name: "a" } };
  await server.prepare(leases, { body: head });
  await server.send(`${leases}?dryRun=All`, { body: { metadata: { name: "b" }, spec: { renewTime: time } } });
  const about = { metadata: { name: "e" }, involvedObject: { namespace: server.namespace } };
  await server.send(`${events}?dryRun=All`, { body: { ...about, firstTimestamp: time } });
  for (const type of ["merge", "strategic"] as const) {
    await patch(server, `${leases}/a?dryRun=All`, type, { spec: { renewTime: time } });
  }
  const applied = { ...head, spec: { acquireTime: time } };
  await patch(server, `${leases}/a?fieldManager=m&dryRun=All`, "apply", applied);
}

const byteTexts = ["YQ==", "YQ", "YR==", "YQ\n==", "Y\r\nQ==", "YQ= =", "YWJ-", "Y W J j", "=", "YQ===", "YQ==YQ=="];

async function writeBytes(server: ComparedServer, bytes: string): Promise<void> {
  const secrets = pathOf(server, "secrets");
  const head = { apiVersion: "v1", kind: "Secret", metadata: { name: "a" } };
  await server.prepare(secrets, { body: head });
  const data = { b: bytes };
  await server.send(`${secrets}?dryRun=All`, { body: { metadata: { name: "b" }, data } });
  for (const type of ["merge", "strategic"] as const) await patch(server, `${secrets}/a?dryRun=All`, type, { data });
  await patch(server, `${secrets}/a?fieldManager=m&dryRun=All`, "apply", { ...head, data });
}

const indexes = ["-", "0", "3", "9", "-1", "-9", "+1", "1e0", "1.0", "x", "", "00", "99999999999999999999", "0/x"];

async function patchAt(server: ComparedServer, index: string): Promise<void> {
  const pods = pathOf(server, "pods");
  const containers = [{ name: "c", image: "i", args: ["1", "2", "3"] }];
  await server.prepare(pods, {
    body: { metadata: { name: "a", finalizers: ["a.b/1", "a.b/2"] }, spec: { containers } },
  });
  for (const list of ["/metadata/finalizers", "/spec/containers/0/args"]) {
    for (const op of ["add", "replace", "test", "remove"]) {
      const value = op === "remove" ? {} : { value: "a.b/2" };
      await patch(server, `${pods}/a?dryRun=All`, "json", [{ op, path: `${list}/${index}`, ...value }]);
    }
    await patch(server, `${pods}/a?dryRun=All`, "json", [{ op: "copy", from: `${list}/0`, path: `${list}/${index}` }]);
    await patch(server, `${pods}/a?dryRun=All`, "json", [{ op: "move", from: `${list}/${index}`, path: `${list}/-` }]);
  }
}

/** Field selectors, with the number of events of the writes in `watchPods`. */
const podSelectors = {
  "spec.nodeName=n": 11,
  "spec.nodeName!=n": 3,
  "status.phase=Running": 5,
  "status.phase!=Running": 12,
  "status.podIP=1.2.3.4": 2,
  "spec.nodeName=,status.phase=Pending": 3,
  "status.nominatedNodeName=n": 6,
  "spec.restartPolicy=Never": 6,
  "metadata.name=a": 7,
};

/** Changes Pods so that they begin and cease to match a field selector while a watch runs. */
async function watchPods(server: ComparedServer, selector: string, eventCount: number): Promise<void> {
  const pods = pathOf(server, "pods");
  const podOf = (name: string, spec: Json = {}): Json => ({
    metadata: { name },
    spec: { containers: [{ name: "c", image: "i" }], ...spec },
  });
  const watch = await server.watch(`${pods}?watch=1&fieldSelector=${encodeURIComponent(selector)}`);
  const status = (name: string, value: Json): Promise<void> =>
    patch(server, `${pods}/${name}/status`, "merge", { status: value });
  await server.send(pods, { body: podOf("a") });
  await server.send(pods, { body: podOf("b", { nodeName: "n", restartPolicy: "Never" }) });
  const target = { kind: "Node", name: "n" };
  await status("a", { nominatedNodeName: "n" });
  await server.send(`${pods}/a/binding`, { body: { metadata: { name: "a" }, target } });
  await status("a", { phase: "Running", podIPs: [{ ip: "1.2.3.4" }], podIP: "1.2.3.4" });
  await status("a", { phase: "Succeeded", podIPs: null, podIP: null });
  await status("b", { phase: "Running" });
  await server.send(`${pods}/b`, { method: "DELETE" });
  await status("b", { phase: "Failed" });
  await server.send(`${pods}?fieldSelector=${encodeURIComponent(selector)}`);
  await server.send(`${pods}?limit=1&fieldSelector=${encodeURIComponent(selector)}`);
  await server.send(`${pods}/b`, { method: "DELETE", body: { gracePeriodSeconds: 0 } });
  await server.send(`${pods}/a`, { method: "DELETE", body: { gracePeriodSeconds: 0 } });
  await watch.upTo(eventCount);
  await watch.close();
}

const pieces = [
  [
    "a",
    "b",
    "1",
    "0",
    "-",
    ".",
    ":",
    " ",
    "  ",
    "\n",
    "#",
    "'",
    '"',
    "\\",
    "\t",
    "~",
    "=",
    "?",
    "!",
    "&",
    "*",
    "%",
    "@",
  ],
  ["`", "|", ">", "{", "}", "[", "]", ",", "é", "\u00a0", "\u200b", "😀", "\u0001", "\r", "\ufffd", "e", "x", "_", "+"],
  ["yes", "no", "null", "true", ".inf", "0x1f", "0b1", "0o7", "017", "1_0", "1e3", "1:30", "2020-01-01", "---", "..."],
].flat();

function randomText(random: Random): string {
  return Array.from({ length: random.below(random.below(8) === 0 ? 120 : 8) }, () => oneOf(random, pieces)).join("");
}

/** Texts that the reference does not write correctly. */
const separators = ["<<", "a\u0085b", "\u2028", "a\u2029b", "\u007f", "\ufeff", "\uffff"];

/** Writes each text as JSON, and reads all of them as YAML. */
async function readTexts(server: ComparedServer, texts: readonly string[]): Promise<void> {
  const collection = pathOf(server, "configmaps");
  const perObject = texts === separators ? 1 : 30;
  for (let first = 0; first < texts.length; first += perObject) {
    const data = Object.fromEntries(texts.slice(first, first + perObject).map((text, index) => [`k${index}`, text]));
    await server.prepare(collection, { body: { metadata: { name: `m${first}` }, data } });
    await server.send(`${collection}/m${first}`, { headers: { accept: "application/yaml" } });
  }
}
