/** Watches: their start and their events. */
import { patchTypes } from "../patch-types.ts";
import type { ComparedServer, Scenario, Suite } from "../suite.ts";

/** Starts watches with all options, and writes while they run. */
export const watches: Suite = {
  name: "watches",
  covers: "starts of watches, selectors, bookmarks, Tables, deprecated watch paths",
  usesNamespaces: true,
  standardCount: Infinity,
  *scenarios(): Iterable<Scenario> {
    for (const start of starts) {
      yield { title: `a watch that starts with "${start}"`, run: (server) => watchWrites(server, `watch=1${start}`) };
    }
    for (const accept of acceptHeaders) {
      yield { title: `a watch in "${accept}"`, run: (server) => watchWrites(server, "watch=1", { accept }) };
    }
    // In protobuf, the comparison cannot distinguish the version of a bookmark from other texts.
    for (const accept of acceptHeaders.filter((header) => !header.includes("protobuf"))) {
      const query = `watch=1${initial}&allowWatchBookmarks=true`;
      yield { title: `a watch of the state in "${accept}"`, run: (server) => watchWrites(server, query, { accept }) };
    }
    for (const query of refused) {
      yield { title: `a watch that is refused: ${query}`, run: (server) => sendWatch(server, query) };
    }
    yield { title: "deprecated watch paths", run: watchPaths };
  },
};

const initial = "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan";

/** `VERSION` stands for a version before the writes. */
const starts = [
  ["", "&resourceVersion=0", "&resourceVersion=VERSION", initial, `${initial}&resourceVersion=VERSION`],
  ["&sendInitialEvents=false&resourceVersionMatch=NotOlderThan", "&labelSelector=x%3Da", "&labelSelector=!x"],
  ["&fieldSelector=metadata.name%3Da", "&fieldSelector=metadata.name!%3Da", "&resourceVersion=VERSION&labelSelector=x"],
].flat();

const ofMeta = "g=meta.k8s.io";
const acceptHeaders = [
  `application/json;as=Table;v=v1;${ofMeta}`,
  `application/json;as=Table;v=v1beta1;${ofMeta}`,
  `application/json;as=PartialObjectMetadata;v=v1;${ofMeta}`,
  "application/yaml",
  "application/yaml, application/json",
  "application/vnd.kubernetes.protobuf",
  "application/vnd.kubernetes.protobuf;stream=watch",
  `application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;v=v1;${ofMeta}`,
  `application/vnd.kubernetes.protobuf;as=Table;v=v1;${ofMeta}, application/vnd.kubernetes.protobuf`,
  `application/json;as=Table;v=v1;${ofMeta}, application/json`,
  `application/json;as=Table;v=v1;${ofMeta}, application/json;as=PartialObjectMetadata;v=v1;${ofMeta}`,
  `application/json;as=Table;v=v1;${ofMeta}, application/yaml, application/json`,
];

const refused = [
  "watch=1&resourceVersion=abc",
  "watch=1&resourceVersionMatch=Exact",
  "watch=1&sendInitialEvents=true",
  "watch=1&continue=x",
  "watch=1&limit=x",
  "watch=1&timeoutSeconds=-1",
  "watch=1&fieldSelector=data.a%3Db",
];

const collectionOf = ({ namespace }: ComparedServer): string => `/api/v1/namespaces/${namespace}/configmaps`;

function configMap(name: string, labels: object = { x: name }): object {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name, labels }, data: { a: "b" } };
}

async function watchWrites(server: ComparedServer, query: string, headers: Record<string, string> = {}): Promise<void> {
  const collection = collectionOf(server);
  const first = await server.prepare(collection, { body: configMap("a") });
  const target = `${collection}?${query.replace("VERSION", first.json.metadata.resourceVersion)}`;
  await server.prepare(collection, { body: configMap("b") });
  const watch = await server.watch(target, { headers });
  const merge = { "content-type": patchTypes.merge };
  await server.prepare(collection, { body: configMap("c", {}) });
  const labels = { metadata: { labels: { x: "a" } } };
  await server.prepare(`${collection}/c`, { method: "PATCH", headers: merge, body: labels });
  const noLabels = { metadata: { labels: null } };
  await server.prepare(`${collection}/a`, { method: "PATCH", headers: merge, body: noLabels });
  for (const name of ["a", "b", "c"]) await server.prepare(`${collection}/${name}`, { method: "DELETE" });
  // Last event of every watch in the scenario. The object matches all selectors except those on names.
  await server.prepare(collection, { body: configMap("a", { x: "a" }) });
  await watch.upTo(eventsExpected(query));
  await watch.close();
}

/** Returns the number of events of the writes above. A rejected watch has no events. */
function eventsExpected(query: string): number {
  if (query.includes("labelSelector=x%3Da")) return 6;
  if (query.includes("labelSelector=!x")) return 4;
  if (query.includes("metadata.name%3D")) return 4;
  if (query.includes("metadata.name!%3D")) return 5;
  // A bookmark marks the end of the initial state.
  return query.includes("allowWatchBookmarks") ? 10 : 9;
}

async function sendWatch(server: ComparedServer, query: string): Promise<void> {
  await server.prepare(collectionOf(server), { body: configMap("a") });
  await server.send(`${collectionOf(server)}?${query}`);
}

async function watchPaths(server: ComparedServer): Promise<void> {
  const { namespace } = server;
  await server.prepare(collectionOf(server), { body: configMap("a") });
  await server.prepare(collectionOf(server), { body: configMap("b") });
  const once = "timeoutSeconds=1";
  await server.send(`/api/v1/watch/namespaces/${namespace}/configmaps?${once}`);
  await server.send(`/api/v1/watch/namespaces/${namespace}/configmaps/a?${once}`);
  await server.send(`/api/v1/watch/namespaces/${namespace}/configmaps/a?${once}&fieldSelector=metadata.name%3Db`);
  await server.send(`/api/v1/watch/configmaps?${once}&fieldSelector=metadata.namespace%3D${namespace}`);
  await server.send(`/api/v1/watch/namespaces/${namespace}?${once}`);
  await server.send(`/apis/apps/v1/watch/namespaces/${namespace}/deployments?${once}`);
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    await server.send(`/api/v1/watch/namespaces/${namespace}/configmaps`, { method });
  }
}
