/** Pods, templates and namespaces at random levels of security. */
import type { Random } from "../../../src/base/random.ts";
import { patchTypes } from "../../patch-types.ts";
import { podCases } from "../../pod-security/pod-cases.ts";
import { isOnceIn, oneOf, times } from "../../random-choices.ts";
import type { ComparedServer, Json, Scenario, Suite } from "../../suite.ts";

/** Writes that the plugin PodSecurity checks. */
export const admissionSecurity: Suite = {
  name: "admission-security",
  covers: "the plugin PodSecurity: Pods, their updates, templates, and labels of namespaces, at random levels",
  usesNamespaces: false,
  standardCount: 90,
  *scenarios(random: Random): Iterable<Scenario> {
    for (let count = 1; ; count++) {
      const labels = times(6, () => randomLabels(random));
      const first = isOnceIn(random, 4) ? randomLabels(random) : validLabels(random);
      yield { title: `labels ${count}`, run: (server) => writeLabels(server, first, labels) };
      const policy = validLabels(random);
      const pods = times(5, () => randomPod(random));
      const update = randomPod(random);
      yield { title: `Pods ${count}`, run: (server) => writePods(server, { policy, pods, update }) };
      const templates = times(5, () => ({ kind: oneOf(random, templateKinds), pod: randomPod(random) }));
      yield { title: `templates ${count}`, run: (server) => writeTemplates(server, policy, templates) };
      const existing = times(6, () => randomPod(random));
      const levels = times(4, () => validLabels(random));
      yield { title: `existing Pods ${count}`, run: (server) => tighten(server, existing, levels) };
    }
  },
};

const prefix = "pod-security.kubernetes.io/";
const modes = ["enforce", "audit", "warn"];
const versions = ["latest", "v1.0", "v1.18", "v1.19", "v1.22", "v1.24", "v1.25", "v1.28", "v1.31", "v1.32", "v1.99"];
const levels = ["privileged", "baseline", "restricted"];

/** Returns labels of a namespace, some of which may be invalid. */
function randomLabels(random: Random): Json {
  const labels: Json = {};
  for (const mode of modes) {
    if (isOnceIn(random, 2)) labels[prefix + mode] = oneOf(random, [...levels, "restricted", "Baseline", ""]);
    if (isOnceIn(random, 2)) {
      labels[`${prefix}${mode}-version`] = oneOf(random, [
        ...versions,
        "1.2",
        "v1.01",
        "v2.0",
        "v1.9999999999999999999",
      ]);
    }
  }
  return labels;
}

function validLabels(random: Random): Json {
  const labels: Json = {};
  for (const mode of modes) {
    if (isOnceIn(random, 3)) continue;
    labels[prefix + mode] = oneOf(random, levels);
    if (isOnceIn(random, 2)) labels[`${prefix}${mode}-version`] = oneOf(random, versions);
  }
  return labels;
}

/** Returns a Pod of a random case, sometimes with the parts of another one. */
function randomPod(random: Random): Json {
  const { annotations, spec } = oneOf(random, podCases);
  const { ephemeralContainers: _, ...other } = isOnceIn(random, 3) ? oneOf(random, podCases).spec : {};
  const { ephemeralContainers, ...rest } = spec;
  const merged = { ...other, ...rest, terminationGracePeriodSeconds: 0 };
  return { metadata: { annotations, labels: { app: "it" } }, spec: merged, ephemeralContainers };
}

async function createNamespace(server: ComparedServer, labels: Json): Promise<string> {
  const name = server.name("ns");
  await server.send("/api/v1/namespaces", { body: { metadata: { name, labels } } });
  return name;
}

async function writeLabels(server: ComparedServer, first: Json, others: readonly Json[]): Promise<void> {
  const name = await createNamespace(server, first);
  for (const labels of others) {
    const headers = { "content-type": patchTypes.json };
    const whole = { ...labels, "kubernetes.io/metadata.name": name };
    const body = [{ op: "replace", path: "/metadata/labels", value: whole }];
    await server.send(`/api/v1/namespaces/${name}`, { method: "PATCH", headers, body });
    await server.send(`/api/v1/namespaces/${name}?dryRun=All`, {
      method: "PATCH",
      headers: { "content-type": patchTypes.merge },
      body: { metadata: { annotations: { seen: "yes" } } },
    });
  }
}

interface PodWrites {
  readonly policy: Json;
  readonly pods: readonly Json[];
  readonly update: Json;
}

async function writePods(server: ComparedServer, { policy, pods, update }: PodWrites): Promise<void> {
  const core = `/api/v1/namespaces/${await createNamespace(server, {})}`;
  // These Pods exist before the policy, so that updates of any Pod can be compared.
  for (const [index, { metadata, spec }] of pods.entries()) {
    await server.send(`${core}/pods`, { body: { metadata: { ...metadata, name: `old${index}` }, spec } });
  }
  await server.send(core, {
    method: "PATCH",
    headers: { "content-type": patchTypes.merge },
    body: { metadata: { labels: policy } },
  });
  for (const [index, { metadata, spec, ephemeralContainers }] of pods.entries()) {
    await server.send(`${core}/pods`, { body: { metadata: { ...metadata, name: `new${index}` }, spec } });
    const name = `old${index}`;
    for (const change of [
      { metadata: { labels: { seen: "yes" } } },
      { spec: { containers: [{ name: "a", image: "other" }] } },
    ]) {
      await server.send(`${core}/pods/${name}`, {
        method: "PATCH",
        headers: { "content-type": patchTypes.strategic },
        body: change,
      });
    }
    const added = ephemeralContainers ?? update.ephemeralContainers ?? [{ name: "e", image: "i" }];
    await server.send(`${core}/pods/${name}/ephemeralcontainers`, {
      method: "PATCH",
      headers: { "content-type": patchTypes.strategic },
      body: { spec: { ephemeralContainers: added } },
    });
  }
}

/** Collections of objects with templates, with a spec around a template. */
const templateKinds: readonly (readonly [collection: string, body: (template: Json) => Json])[] = [
  ["/apis/apps/v1/namespaces/NS/deployments", (template) => ({ spec: { selector: selector(), template } })],
  ["/apis/apps/v1/namespaces/NS/replicasets", (template) => ({ spec: { selector: selector(), template } })],
  ["/apis/apps/v1/namespaces/NS/daemonsets", (template) => ({ spec: { selector: selector(), template } })],
  [
    "/apis/apps/v1/namespaces/NS/statefulsets",
    (template) => ({ spec: { selector: selector(), serviceName: "it", template } }),
  ],
  ["/apis/batch/v1/namespaces/NS/jobs", (template) => ({ spec: { template: neverRestarted(template) } })],
  [
    "/apis/batch/v1/namespaces/NS/cronjobs",
    (template) => ({
      spec: { schedule: "* * * * *", jobTemplate: { spec: { template: neverRestarted(template) } } },
    }),
  ],
  ["/api/v1/namespaces/NS/replicationcontrollers", (template) => ({ spec: { template } })],
  ["/api/v1/namespaces/NS/replicationcontrollers", () => ({ spec: { selector: { app: "it" } } })],
  ["/api/v1/namespaces/NS/podtemplates", (template) => ({ template })],
];

function selector(): Json {
  return { matchLabels: { app: "it" } };
}

function neverRestarted({ metadata, spec }: Json): Json {
  return { metadata, spec: { ...spec, restartPolicy: "Never" } };
}

interface TemplateWrite {
  readonly kind: (typeof templateKinds)[number];
  readonly pod: Json;
}

async function writeTemplates(server: ComparedServer, policy: Json, writes: readonly TemplateWrite[]): Promise<void> {
  const namespace = await createNamespace(server, policy);
  for (const [index, { kind, pod }] of writes.entries()) {
    const [collection, bodyOf] = kind;
    const path = collection.replace("NS", namespace);
    const { metadata, spec } = pod;
    const name = `it${index}`;
    await server.send(path, { body: { metadata: { name }, ...bodyOf({ metadata, spec }) } });
    await server.send(`${path}/${name}`, {
      method: "PATCH",
      headers: { "content-type": patchTypes.merge },
      body: { metadata: { labels: { seen: "yes" } } },
    });
  }
}

async function tighten(server: ComparedServer, pods: readonly Json[], policies: readonly Json[]): Promise<void> {
  const namespace = await createNamespace(server, {});
  const core = `/api/v1/namespaces/${namespace}`;
  for (const [index, { metadata, spec }] of pods.entries()) {
    const ownerReferences =
      index < 3 ? [{ apiVersion: "apps/v1", kind: "ReplicaSet", name: "it", uid: "u", controller: true }] : [];
    const name = `it${index}`;
    await server.send(`${core}/pods`, { body: { metadata: { ...metadata, name, ownerReferences }, spec } });
  }
  for (const labels of policies) {
    const body = [
      { op: "replace", path: "/metadata/labels", value: { ...labels, "kubernetes.io/metadata.name": namespace } },
    ];
    await server.send(core, { method: "PATCH", headers: { "content-type": patchTypes.json }, body });
  }
}
