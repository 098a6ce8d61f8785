/** Plugins with a configuration: limits of Events, node selectors, tolerations, and the webhook about images. */
import { setTimeout } from "node:timers/promises";
import type { Random } from "../../../src/base/random.ts";
import { imageNames, malformedNamespace, selectingNamespace } from "../../admission/configured-servers.ts";
import { patchTypes } from "../../patch-types.ts";
import { isOnceIn, oneOf, times } from "../../random-choices.ts";
import type { ComparedServer, Json, Scenario, Suite } from "../../suite.ts";

/** Writes that configured plugins change or reject. */
export const admissionConfigured: Suite = {
  name: "admission-configured",
  covers: "plugins with a configuration: limits of Events, node selectors, tolerations, a webhook about images",
  usesNamespaces: true,
  plugins: "configured",
  standardCount: 60,
  *scenarios(random: Random): Iterable<Scenario> {
    yield { title: "limits of namespaces", run: limitsOfNamespaces };
    yield { title: "limits of sources and objects", run: limitsOfSources };
    for (const namespace of [selectingNamespace, malformedNamespace]) {
      const pods = times(12, () => randomPod(random));
      yield { title: `Pods in ${namespace}`, run: (server) => writePods(server, namespace, pods) };
    }
    for (let count = 1; ; count++) {
      const annotations = randomAnnotations(random);
      const pods = times(8, () => randomPod(random));
      const run = async (server: ComparedServer): Promise<void> => {
        await annotate(server, annotations);
        await writePods(server, server.namespace, pods);
      };
      yield { title: `Pods ${count}`, run };
    }
  },
};

function event(namespace: string, source: object = {}, involved: object = {}): Json {
  return {
    metadata: { generateName: "e-" },
    source,
    involvedObject: { kind: "Pod", namespace, name: "a", ...involved },
  };
}

async function limitsOfNamespaces(server: ComparedServer): Promise<void> {
  const { namespace } = server;
  const events = `/api/v1/namespaces/${namespace}/events`;
  for (let count = 0; count < 9; count++) {
    await server.send(events, { body: event(namespace, { component: `c${count}` }) });
  }
  const newer = `/apis/events.k8s.io/v1/namespaces/${namespace}/events`;
  const body = {
    metadata: { name: "newer" },
    eventTime: "2024-01-01T00:00:00.000000Z",
    reportingController: "a.b/c",
    reportingInstance: "i",
    action: "a",
    reason: "r",
    type: "Normal",
    regarding: { namespace, kind: "Pod", name: "a" },
  };
  await server.send(newer, { body });
  await server.send(`${events}/newer`, { method: "PATCH", headers: merge, body: { metadata: { labels: { a: "b" } } } });
  await server.send(`${newer}/newer`, { method: "PATCH", headers: merge, body: { metadata: { labels: { a: "c" } } } });
  await server.send(`${events}/newer`, { method: "DELETE" });
}

const merge = { "content-type": patchTypes.merge };

async function limitsOfSources(server: ComparedServer): Promise<void> {
  const { namespace } = server;
  const events = `/api/v1/namespaces/${namespace}/events`;
  const first = event(namespace, { component: "c", host: "h" }, { uid: "u", apiVersion: "v1", fieldPath: "x" });
  for (let count = 0; count < 3; count++) await server.send(events, { body: first });
  await server.send(events, { body: event(namespace, {}, { uid: "u2" }) });
  await server.send(events, { body: first });
}

const selectors = ["disk=ssd", "zone=b", "", "disk=hdd,zone=a", "x"];
const tolerationTexts = [
  "",
  "[]",
  "null",
  '[{"key":"a","operator":"Exists"}]',
  '[{"key":"c","operator":"Exists"}]',
  "{",
];
const tolerations = [
  { key: "a", operator: "Exists" },
  { key: "b", operator: "Equal", value: "c" },
  { key: "b", value: "c" },
  { key: "z", operator: "Exists" },
];

function randomAnnotations(random: Random): Json {
  const annotations: Json = {};
  const prefix = "scheduler.alpha.kubernetes.io/";
  if (isOnceIn(random, 2)) annotations[`${prefix}node-selector`] = oneOf(random, selectors);
  if (isOnceIn(random, 2)) annotations[`${prefix}defaultTolerations`] = oneOf(random, tolerationTexts);
  if (isOnceIn(random, 2)) annotations[`${prefix}tolerationsWhitelist`] = oneOf(random, tolerationTexts);
  return annotations;
}

/** A Pod, and the image of an update. */
interface PodWrite {
  readonly pod: Json;
  readonly image: string;
  readonly ephemeralImage: string;
}

function randomPod(random: Random): PodWrite {
  const image = (): string => (isOnceIn(random, 2) ? "good" : oneOf(random, imageNames));
  const spec: Json = { containers: [{ name: "c", image: image() }], terminationGracePeriodSeconds: 0 };
  if (isOnceIn(random, 3)) spec.initContainers = [{ name: "i", image: image() }];
  if (isOnceIn(random, 3)) spec.containers[0].resources = { requests: { cpu: "1" } };
  if (isOnceIn(random, 3)) spec.nodeSelector = { [oneOf(random, ["disk", "zone"])]: oneOf(random, ["ssd", "a", "b"]) };
  if (isOnceIn(random, 2)) spec.tolerations = [oneOf(random, tolerations)];
  const annotations = isOnceIn(random, 2) ? { "my.image-policy.k8s.io/x": "y" } : {};
  return { pod: { metadata: { annotations }, spec }, image: image(), ephemeralImage: image() };
}

async function annotate(server: ComparedServer, annotations: Json): Promise<void> {
  await server.prepare(`/api/v1/namespaces/${server.namespace}`, {
    method: "PATCH",
    headers: merge,
    body: { metadata: { annotations } },
  });
  // The reference's plugins follow namespaces with a delay.
  await setTimeout(500);
}

async function writePods(server: ComparedServer, namespace: string, writes: readonly PodWrite[]): Promise<void> {
  if (namespace !== server.namespace) {
    // It exists already if the scenario is repeated.
    await server.send("/api/v1/namespaces", { body: { metadata: { name: namespace } } });
    await setTimeout(500);
  }
  const strategic = { "content-type": patchTypes.strategic };
  for (const [index, { pod, image, ephemeralImage }] of writes.entries()) {
    const name = `p${index}`;
    const path = `/api/v1/namespaces/${namespace}/pods`;
    const { status } = await server.send(path, { body: { ...pod, metadata: { ...pod.metadata, name } } });
    if (status !== 201) continue;
    const patches = [
      { path: `${path}/${name}`, body: { metadata: { labels: { a: "b" } } } },
      { path: `${path}/${name}`, body: { spec: { containers: [{ name: "c", image }] } } },
      {
        path: `${path}/${name}/ephemeralcontainers`,
        body: { spec: { ephemeralContainers: [{ name: "e", image: ephemeralImage }] } },
      },
    ];
    for (const patch of patches) {
      await server.send(patch.path, { method: "PATCH", headers: strategic, body: patch.body });
    }
  }
}
