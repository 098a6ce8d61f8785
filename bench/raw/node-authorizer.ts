/**
 * Program of the figure `node-authorizer`: builds the relations of 5,000 nodes and 150,000 Pods from the bytes of a list, and
 * measures decisions. Prints one line of JSON.
 */
import { relationConsumers } from "../../src/app/authorization/relation-consumers.ts";
import { createNodeAuthorizer, NodeGraph } from "../../src/authz/node/index.ts";
import type { ObjectConsumer } from "../../src/base/object-consumer.ts";
import { noFeatures } from "../../src/meta/feature-gates.ts";
import { vocabularies } from "../../src/meta/vocabulary.ts";

const nodeCount = 5_000;
const podsPerNode = 30;
const decisions = 200_000;

interface StoredBytes {
  readonly key: string;
  readonly json: Buffer;
}

const vocabulary = vocabularies.kubernetes;

/** Returns a Pod of the usual size, which uses a Secret, two ConfigMaps, a claim and an account. */
function podOn(node: number, index: number): StoredBytes {
  const name = `web-${node}-${index}`;
  const namespace = `team-${node % 200}`;
  const container = {
    name: "web",
    image: "registry.example.com/team/web:1.2.3",
    env: Array.from({ length: 10 }, (_, one) => ({ name: `SETTING_${one}`, value: "a value of usual length" })),
    envFrom: [{ configMapRef: { name: `settings-${index % 10}` } }],
    resources: { requests: { cpu: "100m", memory: "128Mi" }, limits: { memory: "256Mi" } },
    volumeMounts: [{ name: "key", mountPath: "/key" }],
  };
  const object = {
    kind: "Pod",
    apiVersion: "v1",
    metadata: { name, namespace, uid: `uid-${name}`, labels: { app: "web", team: namespace } },
    spec: {
      nodeName: `node-${node}`,
      serviceAccountName: `account-${index % 5}`,
      containers: [container],
      volumes: [
        { name: "key", secret: { secretName: `secret-${index}` } },
        { name: "data", persistentVolumeClaim: { claimName: `data-${name}` } },
        { name: "token", projected: { sources: [{ configMap: { name: "kube-root-ca.crt" } }] } },
      ],
    },
    status: {
      phase: "Running",
      conditions: ["Ready", "Initialized", "PodScheduled"].map((type) => ({ type, status: "True" })),
      containerStatuses: [{ name: "web", ready: true, restartCount: 0, image: container.image, imageID: "sha256:x" }],
    },
  };
  return { key: `${namespace}/${name}`, json: Buffer.from(JSON.stringify(object)) };
}

/** Returns the volume of a Pod. All volumes need the same Secret. */
function volumeOf(node: number, index: number): StoredBytes {
  const name = `volume-${node}-${index}`;
  const claimRef = { namespace: `team-${node % 200}`, name: `data-web-${node}-${index}` };
  const nodePublishSecretRef = { namespace: "storage", name: "driver" };
  const spec = { claimRef, csi: { driver: "d", volumeHandle: name, nodePublishSecretRef } };
  return { key: name, json: Buffer.from(JSON.stringify({ metadata: { name }, spec })) };
}

const nodesPerBatch = 20;

/** Yields the stored objects in batches, so that not all of their bytes are in memory. */
function* batches(make: (node: number, index: number) => StoredBytes): Generator<readonly StoredBytes[]> {
  for (let first = 0; first < nodeCount; first += nodesPerBatch) {
    yield Array.from({ length: nodesPerBatch * podsPerNode }, (_, index) =>
      make(first + Math.floor(index / podsPerNode), index % podsPerNode),
    );
  }
}

/** Returns the seconds that a consumer takes for all objects. */
function measureBuild(consumer: ObjectConsumer, make: (node: number, index: number) => StoredBytes): number {
  let buildMs = 0;
  for (const batch of batches(make)) {
    const started = performance.now();
    for (const { key, json } of batch) consumer.set(key, json);
    buildMs += performance.now() - started;
  }
  return buildMs / 1000;
}

/** Returns the mean time of a decision in microseconds. */
function measureDecisions(
  graph: NodeGraph,
  resource: string,
  namespaceOf: (node: number) => string,
  name: string,
): number {
  const { authorize } = createNodeAuthorizer({ vocabulary, isEnabled: noFeatures, graph: () => graph });
  const users = Array.from({ length: nodeCount }, (_, node) => ({
    name: `system:node:node-${node}`,
    groups: ["system:nodes"],
  }));
  const started = performance.now();
  for (let index = 0; index < decisions; index++) {
    const node = index % nodeCount;
    const user = users[node];
    if (!user) continue;
    const decision = authorize(user, {
      isResource: true,
      verb: "get",
      group: "",
      version: "v1",
      namespace: namespaceOf(node),
      resource,
      subresource: "",
      name,
    });
    if (decision instanceof Promise || decision.decision !== "allow")
      throw new Error(`node-${node} may not get ${name}`);
  }
  return ((performance.now() - started) / decisions) * 1000;
}

const { gc } = globalThis;
gc?.();
const before = process.memoryUsage();
const graph = new NodeGraph();
const { pods, volumes } = relationConsumers(graph, vocabulary);
const podSeconds = measureBuild(pods, podOn);
const volumeSeconds = measureBuild(volumes, volumeOf);
gc?.();
const after = process.memoryUsage();
process.stdout.write(
  JSON.stringify({
    podSeconds,
    volumeSeconds,
    secretMicros: measureDecisions(graph, "secrets", (node) => `team-${node % 200}`, "secret-3"),
    volumeSecretMicros: measureDecisions(graph, "secrets", () => "storage", "driver"),
    megabytes: (after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers) / 1e6,
  }),
);
