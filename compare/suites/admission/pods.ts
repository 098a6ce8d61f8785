/**
 * The admission plugins of Pods: random Pods, claims, nodes and classes in namespaces with random service accounts,
 * LimitRanges and annotations.
 */
import { setTimeout } from "node:timers/promises";
import type { Random } from "../../../src/base/random.ts";
import { patchTypes } from "../../patch-types.ts";
import { isOnceIn, oneOf } from "../../random-choices.ts";
import type { ComparedServer, Json, Scenario, Suite } from "../../suite.ts";

/** Writes that the plugins of Pods change or reject. */
export const admissionPods: Suite = {
  name: "admission-pods",
  covers: "plugins of Pods: service accounts, limits, priorities, runtime classes, tolerations, node selectors",
  usesNamespaces: true,
  plugins: "pods",
  rewriteBody: withoutOwnVolume,
  standardCount: 150,
  *scenarios(random: Random): Iterable<Scenario> {
    for (let count = 1; ; count++) {
      const surroundings = randomSurroundings(random);
      const writes = Array.from({ length: 12 }, () => randomWrite(random));
      yield { title: `pods ${count}`, run: (server) => run(server, surroundings, writes) };
    }
  },
};

/** The random part of a volume's name, and a source that only the compared build of the reference adds to the volume. */
const randomName = /kube-api-access-[bcdfghjklmnpqrstvwxz2456789]{5}/g;
const sourceOfBuild =
  ',{"configMap":{"name":"openshift-service-ca.crt","items":[{"key":"service-ca.crt","path":"service-ca.crt"}]}}';

function withoutOwnVolume(body: string): string {
  return body.replaceAll(randomName, "kube-api-access-<generated>").replaceAll(sourceOfBuild, "");
}

/** The time until the reference's caches have the prepared objects. */
const cacheDelayMs = 500;

/** Stands for a name that is unique in the cluster. */
const uniqueName = /\$(\w+)/g;

interface Surroundings {
  readonly annotations: Json;
  readonly accounts: readonly Json[];
  readonly limitRanges: readonly Json[];
  readonly priorityClass: Json;
  readonly runtimeClass: Json;
}

/** A write, and changes of the object that it creates. */
interface Write {
  readonly collection: string;
  readonly object: Json;
  readonly query: string;
  readonly patches: readonly Patch[];
}

interface Patch {
  readonly subresource?: string;
  readonly type: string;
  readonly body: Json;
}

async function run(server: ComparedServer, surroundings: Surroundings, writes: readonly Write[]): Promise<void> {
  const core = `/api/v1/namespaces/${server.namespace}`;
  const named = (object: Json): Json =>
    JSON.parse(JSON.stringify(object).replaceAll(uniqueName, (_, name: string) => server.name(name)));
  const { annotations, accounts, limitRanges, priorityClass, runtimeClass } = surroundings;
  await server.prepare(`/api/v1/namespaces/${server.namespace}`, {
    method: "PATCH",
    headers: { "content-type": patchTypes.merge },
    body: { metadata: { annotations } },
  });
  for (const body of accounts) await server.prepare(`${core}/serviceaccounts`, { body });
  for (const body of limitRanges) await server.send(`${core}/limitranges`, { body });
  await server.prepare("/apis/scheduling.k8s.io/v1/priorityclasses", { body: named(priorityClass) });
  await server.prepare("/apis/node.k8s.io/v1/runtimeclasses", { body: named(runtimeClass) });
  await setTimeout(cacheDelayMs);
  for (const [index, { collection, object, query, patches }] of writes.entries()) {
    const path = collection.replace("CORE", core);
    const name = path.startsWith(core) ? `p${index}` : server.name(`p${index}`);
    const metadata = { ...object.metadata, name };
    await server.send(path + query, { body: named({ ...object, metadata }) });
    for (const { subresource = "", type, body } of patches) {
      const headers = { "content-type": type };
      await server.send(`${path}/${name}${subresource}`, { method: "PATCH", headers, body });
    }
  }
}

function randomSurroundings(random: Random): Surroundings {
  const annotations: Json = {};
  if (isOnceIn(random, 4)) {
    annotations["scheduler.alpha.kubernetes.io/node-selector"] = oneOf(random, [
      "disk=ssd",
      "disk=ssd,zone=a",
      "",
      "disk = hdd",
      "disk",
      "-disk=a",
      "disk=a b",
      "disk=a,disk=ssd",
    ]);
  }
  for (const key of ["defaultTolerations", "tolerationsWhitelist"]) {
    if (!isOnceIn(random, 6)) continue;
    annotations[`scheduler.alpha.kubernetes.io/${key}`] = oneOf(random, [
      JSON.stringify(randomTolerations(random)),
      JSON.stringify([{ operator: "Exists" }]),
      JSON.stringify([{ Key: "a", OPERATOR: "Exists" }, null]),
      "",
      "null",
      "[]",
      "{}",
      "[1]",
      "x",
      '[{"effect":1}]',
      '[{"operator":{}}]',
      '[{"tolerationSeconds":1.5}]',
    ]);
  }
  return {
    annotations,
    accounts: ["default", "other"].map((name) => randomAccount(random, name)),
    limitRanges: isOnceIn(random, 2) ? [{ metadata: { name: "limits" }, spec: { limits: randomLimits(random) } }] : [],
    priorityClass: {
      metadata: { name: "$class" },
      value: oneOf(random, [10, -5, 0]),
      preemptionPolicy: oneOf(random, [undefined, "Never", "PreemptLowerPriority"]),
    },
    runtimeClass: {
      metadata: { name: "$runtime" },
      handler: "h",
      overhead: oneOf<Json>(random, [undefined, {}, { podFixed: {} }, { podFixed: { cpu: "100m", memory: "1Gi" } }]),
      scheduling: oneOf<Json>(random, [
        undefined,
        {},
        { nodeSelector: { disk: "ssd", runtime: "r" } },
        { nodeSelector: { runtime: "r" }, tolerations: [{ key: "runtime", operator: "Exists" }] },
        { tolerations: [{ key: "a", operator: "Exists", effect: "NoSchedule" }, { operator: "Exists" }] },
      ]),
    },
  };
}

function randomAccount(random: Random, name: string): Json {
  const annotation = oneOf(random, [undefined, undefined, "true", "1", "false", "yes"]);
  return {
    metadata: {
      name,
      ...(annotation === undefined ? {} : { annotations: { "kubernetes.io/enforce-mountable-secrets": annotation } }),
    },
    ...(isOnceIn(random, 3) ? { automountServiceAccountToken: oneOf(random, [true, false]) } : {}),
    ...(isOnceIn(random, 2) ? { imagePullSecrets: [{ name: "pull" }] } : {}),
    ...(isOnceIn(random, 2) ? { secrets: [{ name: "known" }, { name: "s" }] } : {}),
  };
}

const quantities: Readonly<Record<string, readonly string[]>> = {
  cpu: ["100m", "500m", "1", "1500m", "2", "0"],
  memory: ["64Mi", "1Gi", "1000000", "1500M", "0"],
  "ephemeral-storage": ["1Gi", "2Gi"],
  "example.com/dev": ["1", "2"],
  storage: ["1Gi", "5Gi", "10Gi"],
};

function randomAmounts(random: Random, names: readonly string[], chance: number): Json {
  const amounts: Json = {};
  for (const name of names) {
    if (isOnceIn(random, chance)) amounts[name] = oneOf(random, quantities[name] ?? ["1"]);
  }
  return amounts;
}

function randomLimits(random: Random): Json {
  return Array.from({ length: 1 + random.below(3) }, () => {
    const type = oneOf(random, ["Container", "Container", "Pod", "PersistentVolumeClaim"]);
    const names =
      type === "PersistentVolumeClaim" ? ["storage"] : ["cpu", "memory", "ephemeral-storage", "example.com/dev"];
    const item: Json = { type };
    if (isOnceIn(random, 2)) item.max = randomAmounts(random, names, 3);
    if (isOnceIn(random, 2)) item.min = randomAmounts(random, names, 3);
    if (type === "Container" && isOnceIn(random, 2)) item.default = randomAmounts(random, names, 3);
    if (type === "Container" && isOnceIn(random, 2)) item.defaultRequest = randomAmounts(random, names, 3);
    if (type !== "PersistentVolumeClaim" && isOnceIn(random, 3)) {
      item.maxLimitRequestRatio = { cpu: oneOf(random, ["1", "1500m", "3"]) };
    }
    return item;
  });
}

function randomTolerations(random: Random): Json {
  return Array.from({ length: random.below(4) }, () => {
    const effect = oneOf(random, [undefined, "NoSchedule", "NoExecute", "NoExecute"]);
    const toleration: Json = {
      key: oneOf(random, ["a", "b", "example.com/dev", "node.kubernetes.io/memory-pressure"]),
    };
    const operator = oneOf(random, [undefined, "Exists", "Equal"]);
    if (operator !== undefined) toleration.operator = operator;
    if (operator !== "Exists" && isOnceIn(random, 2)) toleration.value = "v";
    if (effect !== undefined) toleration.effect = effect;
    if (effect === "NoExecute" && isOnceIn(random, 2)) toleration.tolerationSeconds = oneOf(random, [5, 10]);
    return isOnceIn(random, 8) ? { operator: "Exists" } : toleration;
  });
}

function randomWrite(random: Random): Write {
  const query = isOnceIn(random, 4) ? "?dryRun=All" : "";
  switch (random.below(12)) {
    case 0:
      return { collection: "/api/v1/nodes", object: randomNode(random), query, patches: [] };
    case 1:
      return {
        collection: "/apis/scheduling.k8s.io/v1/priorityclasses",
        object: randomClass(random),
        query: "?dryRun=All",
        patches: [],
      };
    case 2:
      return {
        collection: "CORE/persistentvolumeclaims",
        object: randomClaim(random),
        query,
        patches: claimPatches(random),
      };
    default: {
      const object = randomPod(random);
      const patches = podPatches(random);
      // Only one server stores a Pod with an empty overhead, so later requests for it would differ.
      const isOnOneServer = JSON.stringify(object.spec.overhead) === "{}";
      return { collection: "CORE/pods", object, query, patches: isOnOneServer ? [] : patches };
    }
  }
}

function randomNode(random: Random): Json {
  const taints = oneOf<Json>(random, [
    undefined,
    [],
    [{ key: "a", effect: "NoExecute" }],
    [{ key: "node.kubernetes.io/not-ready", effect: "NoSchedule", value: "v" }],
    [{ key: "node.kubernetes.io/not-ready", effect: "NoExecute" }],
  ]);
  return isOnceIn(random, 3) ? {} : { spec: { taints, unschedulable: oneOf(random, [undefined, true]) } };
}

function randomClass(random: Random): Json {
  return {
    value: oneOf(random, [5, 1_000_000_001, -1]),
    globalDefault: oneOf(random, [true, false, undefined]),
    preemptionPolicy: oneOf(random, [undefined, "Never", "Other"]),
  };
}

function randomClaim(random: Random): Json {
  const resources = oneOf<Json>(random, [
    undefined,
    { requests: randomAmounts(random, ["storage"], 1) },
    { requests: { storage: "3Gi" }, limits: { storage: "20Gi" } },
  ]);
  return { spec: { accessModes: ["ReadWriteOnce"], resources } };
}

function claimPatches(random: Random): readonly Patch[] {
  const body = oneOf<Json>(random, [
    { spec: { resources: { requests: { storage: "20Gi" } } } },
    { metadata: { labels: { a: "b" } } },
  ]);
  return isOnceIn(random, 2) ? [{ type: patchTypes.merge, body }] : [];
}

const accountFolder = "/var/run/secrets/kubernetes.io/serviceaccount";

function randomContainer(random: Random, name: string): Json {
  const names = ["cpu", "memory", "ephemeral-storage"];
  const device = isOnceIn(random, 4) ? { "example.com/dev": "1" } : {};
  const container: Json = { name, image: oneOf(random, ["i", "j:latest", "k:1"]) };
  if (isOnceIn(random, 2)) {
    container.resources = {
      ...(isOnceIn(random, 2) ? { requests: { ...randomAmounts(random, names, 2), ...device } } : {}),
      ...(isOnceIn(random, 2) ? { limits: { ...randomAmounts(random, names, 2), ...device } } : {}),
    };
  }
  if (isOnceIn(random, 4)) container.imagePullPolicy = oneOf(random, ["Never", "IfNotPresent", "Always"]);
  if (isOnceIn(random, 6)) container.volumeMounts = [{ name: "v", mountPath: accountFolder }];
  return isOnceIn(random, 5) ? { ...container, ...randomVariables(random) } : container;
}

function randomVariables(random: Random): Json {
  const name = oneOf(random, ["known", "known", "unknown"]);
  const env = [{ name: "E", valueFrom: { secretKeyRef: { name, key: "k" } } }];
  const envFrom = [{ configMapRef: { name: "unknown" } }, { secretRef: { name } }];
  return isOnceIn(random, 2) ? { env } : { env: [{ name: "F", value: "v" }], envFrom };
}

function randomPod(random: Random): Json {
  const spec: Json = { containers: ["a", "b"].slice(random.below(2)).map((name) => randomContainer(random, name)) };
  if (isOnceIn(random, 3)) {
    spec.initContainers = ["x", "y", "z"].slice(random.below(3)).map((name) => ({
      ...randomContainer(random, name),
      ...(isOnceIn(random, 3) ? { restartPolicy: "Always" } : {}),
    }));
  }
  if (isOnceIn(random, 30)) delete spec.containers;
  const set = (chance: number, field: string, values: readonly Json[]): void => {
    if (isOnceIn(random, chance)) spec[field] = oneOf(random, values);
  };
  set(3, "serviceAccountName", ["other", "default", "other", "default", "missing", ""]);
  set(10, "serviceAccount", ["other", "missing"]);
  set(4, "automountServiceAccountToken", [true, false]);
  set(3, "imagePullSecrets", [[{ name: "pull" }], [{ name: "unknown" }], []]);
  set(3, "priorityClassName", ["$class", "$class", "system-node-critical", "missing", ""]);
  set(15, "priority", [0, 10, 5]);
  set(8, "preemptionPolicy", ["Never", "PreemptLowerPriority"]);
  set(4, "runtimeClassName", ["$runtime", "$runtime", "missing"]);
  set(15, "overhead", [{ cpu: "100m", memory: "1Gi" }, { cpu: "0.1", memory: "1024Mi" }, { cpu: "1" }, {}]);
  set(3, "nodeSelector", [{ disk: "ssd" }, { disk: "hdd" }, { zone: "a" }, {}]);
  set(12, "nodeName", ["n"]);
  if (isOnceIn(random, 3)) spec.tolerations = randomTolerations(random);
  if (isOnceIn(random, 8)) spec.affinity = { podAntiAffinity: randomAntiAffinity(random) };
  spec.volumes = randomVolumes(random, JSON.stringify(spec).includes(accountFolder));
  const annotations = {
    ...(isOnceIn(random, 15) ? { "kubernetes.io/config.mirror": "x" } : {}),
    ...(isOnceIn(random, 10) ? { "kubernetes.io/limit-ranger": "mine" } : {}),
  };
  return { metadata: { annotations }, spec };
}

function randomAntiAffinity(random: Random): Json {
  const topologyKey = oneOf(random, ["kubernetes.io/hostname", "zone", ""]);
  const term = { topologyKey, labelSelector: { matchLabels: { a: "b" } } };
  return oneOf<Json>(random, [
    { requiredDuringSchedulingIgnoredDuringExecution: [term] },
    { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: term }] },
  ]);
}

function randomVolumes(random: Random, needsVolume: boolean): Json {
  const secretName = oneOf(random, ["known", "unknown"]);
  const volumes: Json[] = needsVolume ? [{ name: "v", emptyDir: {} }] : [];
  if (isOnceIn(random, 4)) volumes.push({ name: "w", secret: { secretName } });
  if (isOnceIn(random, 8)) volumes.push({ name: "kube-api-access-mine", emptyDir: {} });
  if (isOnceIn(random, 8))
    volumes.push({ name: "t", projected: { sources: [{ serviceAccountToken: { path: "t" } }] } });
  if (isOnceIn(random, 10)) volumes.push({ name: "u", projected: { sources: [{ secret: { name: secretName } }] } });
  return volumes;
}

function podPatches(random: Random): readonly Patch[] {
  const { merge, strategic } = patchTypes;
  const patches: readonly Patch[] = [
    { type: strategic, body: { spec: { containers: [{ name: "b", image: oneOf(random, ["new", "i"]) }] } } },
    { type: merge, body: { metadata: { labels: { a: "b" } } } },
    { type: merge, body: { spec: { priority: null, preemptionPolicy: null } } },
    { type: merge, body: { spec: { priority: 7 } } },
    { type: merge, body: { spec: { serviceAccountName: "other" } } },
    { type: merge, body: { spec: { tolerations: randomTolerations(random) } } },
    { type: merge, body: { spec: { overhead: { cpu: "3" } } } },
    {
      subresource: "/ephemeralcontainers",
      type: strategic,
      body: { spec: { ephemeralContainers: [{ name: "e", image: "i", ...randomVariables(random) }] } },
    },
    { subresource: "/status", type: merge, body: { status: { phase: "Running" } } },
  ];
  return Array.from({ length: random.below(3) }, () => oneOf(random, patches));
}
