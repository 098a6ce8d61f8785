/** The admission plugins of Pods, as users of kubectl and of servers in process meet them. */
import { describe, expect, test } from "vitest";
import { startServer } from "../../src/app/server.ts";
import { component, group, label, subLabel, type Vocabulary, vocabularies } from "../../src/meta/vocabulary.ts";
import { describeWithKubectl, type Kubectl } from "../support/kubectl.ts";

const image = { name: "web", image: "nginx:1.27" };

/** Returns kubectl's message about a rejected object, without the name of its input. */
async function refusal(kubectl: Kubectl, object: object): Promise<string> {
  const message = await kubectl.with({ stdin: JSON.stringify(object) }).failure`create -f -`;
  return message.replace('error when creating "STDIN": ', "");
}

function pod(name: string, spec: object = {}, metadata: object = {}): object {
  return {
    kind: "Pod",
    apiVersion: "v1",
    metadata: { name, ...metadata },
    spec: { containers: [{ ...image }], ...spec },
  };
}

describeWithKubectl(
  "default plugins of Pods",
  (cluster, vocabularyName) => {
    const vocabulary = vocabularies[vocabularyName];
    const limits = {
      kind: "LimitRange",
      apiVersion: "v1",
      metadata: { name: "small" },
      spec: {
        limits: [
          { type: "Container", max: { cpu: "1" }, default: { cpu: "500m" }, defaultRequest: { cpu: "100m" } },
          { type: "PersistentVolumeClaim", max: { storage: "5Gi" } },
        ],
      },
    };

    test("LimitRanger gives a Pod of kubectl run the default resources of its namespace", async () => {
      const kubectl = await cluster().inNewNamespace();
      await kubectl.create(limits);
      expect(await kubectl.out`run web --image=nginx:1.27`).toBe("pod/web created\n");
      const { metadata, spec } = await cluster().stored(kubectl, "api/v1", "pods/web");
      expect(spec.containers[0].resources).toEqual({ limits: { cpu: "500m" }, requests: { cpu: "100m" } });
      expect(metadata.annotations[vocabulary.bind(label("limit-ranger"))]).toBe(
        "LimitRanger plugin set: cpu request for container web; cpu limit for container web",
      );
      expect(await kubectl.out`describe limitrange small`).toMatch(/Container +cpu +- +1 +100m +500m/);
    });

    test("LimitRanger rejects containers and claims beyond the limits", async () => {
      const kubectl = await cluster().inNewNamespace();
      await kubectl.create(limits);
      const resources = { limits: { cpu: "2" } };
      expect(await refusal(kubectl, pod("web", { containers: [{ ...image, resources }] }))).toBe(
        'Error from server (Forbidden): pods "web" is forbidden: maximum cpu usage per Container is 1, but limit is 2\n',
      );
      const claim = (storage: string): object => ({
        kind: "PersistentVolumeClaim",
        apiVersion: "v1",
        metadata: { name: "data" },
        spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage } } },
      });
      const fault = "maximum storage usage per PersistentVolumeClaim is 5Gi, but request is 6Gi";
      expect(await refusal(kubectl, claim("6Gi"))).toBe(
        `Error from server (Forbidden): persistentvolumeclaims "data" is forbidden: ${fault}\n`,
      );
      await kubectl.create(claim("5Gi"));
    });

    test("ServiceAccount mounts the token of the default account, which a controller creates", async () => {
      const kubectl = await cluster().inNewNamespace();
      await kubectl.out`run web --image=nginx:1.27`;
      const { spec } = await cluster().stored(kubectl, "api/v1", "pods/web");
      expect(spec.serviceAccountName).toBe("default");
      const [volume] = spec.volumes;
      const prefix = vocabulary.bind(component("api-access-"));
      expect(volume.name.replace(/[a-z0-9]{5}$/, "")).toBe(prefix);
      expect(volume.projected.sources).toHaveLength(3);
      expect(spec.containers[0].volumeMounts).toEqual([
        { name: volume.name, readOnly: true, mountPath: "/var/run/secrets/kubernetes.io/serviceaccount" },
      ]);
    });

    test("ServiceAccount rejects a Pod of an account that does not exist", async () => {
      const kubectl = await cluster().inNewNamespace();
      const why = `error looking up service account ${kubectl.namespace}/web: serviceaccount "web" not found`;
      expect(await refusal(kubectl, pod("web", { serviceAccountName: "web" }))).toBe(
        `Error from server (Forbidden): pods "web" is forbidden: ${why}\n`,
      );
    });

    test("ServiceAccount limits the Secrets of ephemeral containers", async () => {
      const kubectl = await cluster().inNewNamespace();
      const annotation = vocabulary.bind(label("enforce-mountable-secrets"));
      const metadata = { name: "web", annotations: { [annotation]: "true" } };
      const stdin = JSON.stringify({ kind: "ServiceAccount", apiVersion: "v1", metadata });
      expect((await kubectl.with({ stdin }).run`create -f -`).stdout).toBe("serviceaccount/web created\n");
      await kubectl.create(pod("web", { serviceAccountName: "web" }));
      const secretKeyRef = { name: "login", key: "password" };
      const debugger_ = { name: "debug", image: "busybox", env: [{ name: "E", valueFrom: { secretKeyRef } }] };
      const patch = { spec: { ephemeralContainers: [debugger_] } };
      const message = await kubectl.failure`patch pod web --subresource=ephemeralcontainers -p ${patch}`;
      expect(message).toContain(
        'ephemeral container debug with envVar E referencing secret.secretName="login" is not allowed because service account web does not reference that secret',
      );
    });

    test("Priority gives Pods the values of their class, and allows one default class", async () => {
      const kubectl = await cluster().inNewNamespace();
      const name = `high-${kubectl.namespace}`;
      const classOf = (className: string, fields: object): object => ({
        kind: "PriorityClass",
        apiVersion: `${vocabulary.bind(group("scheduling"))}/v1`,
        metadata: { name: className },
        ...fields,
      });
      await kubectl.create(classOf(name, { value: 1000, preemptionPolicy: "Never" }));
      await kubectl.create(pod("web", { priorityClassName: name }), pod("plain"));
      expect((await cluster().stored(kubectl, "api/v1", "pods/web")).spec).toMatchObject({
        priority: 1000,
        preemptionPolicy: "Never",
      });
      expect((await cluster().stored(kubectl, "api/v1", "pods/plain")).spec).toMatchObject({
        priority: 0,
        preemptionPolicy: "PreemptLowerPriority",
      });
      expect(await refusal(kubectl, pod("other", { priorityClassName: "missing" }))).toBe(
        'Error from server (Forbidden): pods "other" is forbidden: no PriorityClass with name missing was found\n',
      );
      await kubectl.create(classOf(`default-${name}`, { value: 5, globalDefault: true }));
      await kubectl.create(pod("usual"));
      expect((await cluster().stored(kubectl, "api/v1", "pods/usual")).spec).toMatchObject({
        priority: 5,
        priorityClassName: `default-${name}`,
      });
      expect(await refusal(kubectl, classOf("second", { value: 6, globalDefault: true }))).toContain(
        `is forbidden: PriorityClass default-${name} is already marked as default. Only one default can exist`,
      );
    });

    test("RuntimeClass gives Pods the overhead and the nodes of their class", async () => {
      const kubectl = await cluster().inNewNamespace();
      const name = `vm-${kubectl.namespace}`;
      await kubectl.create(
        {
          kind: "RuntimeClass",
          apiVersion: `${vocabulary.bind(group("node"))}/v1`,
          metadata: { name },
          handler: "vm",
          overhead: { podFixed: { memory: "64Mi" } },
          scheduling: { nodeSelector: { vm: "yes" } },
        },
        pod("web", { runtimeClassName: name }),
      );
      expect((await cluster().stored(kubectl, "api/v1", "pods/web")).spec).toMatchObject({
        overhead: { memory: "64Mi" },
        nodeSelector: { vm: "yes" },
      });
      expect(await refusal(kubectl, pod("other", { overhead: { memory: "1Gi" } }))).toBe(
        'Error from server (Forbidden): pods "other" is forbidden: pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead\n',
      );
    });

    test("TaintNodesByCondition marks new nodes as not ready", async () => {
      const kubectl = await cluster().inNewNamespace();
      const name = `node-${kubectl.namespace}`;
      await kubectl.create({ kind: "Node", apiVersion: "v1", metadata: { name } });
      expect(await kubectl.out`get node ${name} -o ${"jsonpath={.spec.taints[*].key}"}`).toBe(
        vocabulary.bind(subLabel("node/not-ready")),
      );
    });
  },
  undefined,
  { admissionPlugins: "usual", controllers: ["*"] },
);

const optionalPlugins = [
  "AlwaysPullImages",
  "ExtendedResourceToleration",
  "LimitPodHardAntiAffinityTopology",
  "PodNodeSelector",
  "PodTolerationRestriction",
];

describeWithKubectl(
  "optional plugins of Pods",
  (cluster, vocabularyName) => {
    const vocabulary: Vocabulary = vocabularies[vocabularyName];

    /** Annotates kubectl's namespace. */
    const annotate = async (kubectl: Kubectl, name: string, value: string): Promise<void> => {
      const annotation = `${vocabulary.bind(subLabel(`scheduler.alpha/${name}`))}=${value}`;
      await kubectl.out`annotate namespace ${kubectl.namespace} ${annotation}`;
    };

    test("AlwaysPullImages replaces the pull policy", async () => {
      const kubectl = await cluster().inNewNamespace();
      await kubectl.out`run web --image=nginx:1.27 --image-pull-policy=Never`;
      const { spec } = await cluster().stored(kubectl, "api/v1", "pods/web");
      expect(spec.containers[0].imagePullPolicy).toBe("Always");
    });

    test("ExtendedResourceToleration tolerates the taints of requested devices", async () => {
      const kubectl = await cluster().inNewNamespace();
      const resources = { limits: { "example.com/gpu": "1" } };
      await kubectl.create(pod("web", { containers: [{ ...image, resources }] }));
      const { spec } = await cluster().stored(kubectl, "api/v1", "pods/web");
      expect(spec.tolerations).toContainEqual({ key: "example.com/gpu", operator: "Exists", effect: "NoSchedule" });
    });

    test("LimitPodHardAntiAffinityTopology rejects Pods that keep others off a zone", async () => {
      const kubectl = await cluster().inNewNamespace();
      const term = { topologyKey: "zone", labelSelector: { matchLabels: { app: "web" } } };
      const podAntiAffinity = { requiredDuringSchedulingIgnoredDuringExecution: [term] };
      const allowed = vocabulary.bind(label("hostname"));
      expect(await refusal(kubectl, pod("web", { affinity: { podAntiAffinity } }))).toBe(
        `Error from server (Forbidden): pods "web" is forbidden: affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey zone but only key ${allowed} is allowed\n`,
      );
    });

    test("PodNodeSelector restricts Pods to the nodes of their namespace", async () => {
      const kubectl = await cluster().inNewNamespace();
      await annotate(kubectl, "node-selector", "disk=ssd");
      await kubectl.create(pod("web"));
      expect((await cluster().stored(kubectl, "api/v1", "pods/web")).spec.nodeSelector).toEqual({ disk: "ssd" });
      expect(await refusal(kubectl, pod("other", { nodeSelector: { disk: "hdd" } }))).toBe(
        'Error from server (Forbidden): pods "other" is forbidden: pod node label selector conflicts with its namespace node label selector\n',
      );
    });

    test("PodTolerationRestriction adds the default tolerations, and rejects those that are not allowed", async () => {
      const kubectl = await cluster().inNewNamespace();
      const spot = { key: "spot", operator: "Exists" };
      await annotate(kubectl, "defaultTolerations", JSON.stringify([spot]));
      await kubectl.create(pod("web"));
      expect((await cluster().stored(kubectl, "api/v1", "pods/web")).spec.tolerations).toEqual([spot]);
      await annotate(kubectl, "tolerationsWhitelist", JSON.stringify([spot]));
      expect(await refusal(kubectl, pod("other", { tolerations: [{ key: "gpu", operator: "Exists" }] }))).toBe(
        "Error from server: pod tolerations (possibly merged with namespace default tolerations) conflict with its namespace whitelist\n",
      );
    });
  },
  undefined,
  { flags: [`--enable-admission-plugins=${optionalPlugins.join(",")}`] },
);

describe("servers in process", () => {
  const pods = "/api/v1/namespaces/default/pods";

  test("admit Pods without a service account, if no controller creates accounts", async () => {
    await using server = await startServer();
    const response = await server.request(pods, { body: pod("web") });
    expect(response.status).toBe(201);
    const created = await response.json();
    expect(created).not.toHaveProperty("spec.serviceAccountName");
    expect(created).toHaveProperty("spec.priority", 0);
  });

  test("reject such Pods if a flag enables the plugin", async () => {
    await using server = await startServer({ flags: ["--enable-admission-plugins=ServiceAccount"] });
    const response = await server.request(pods, { body: pod("web") });
    expect(response.status).toBe(403);
  });

  test("[SA-06] give Pods the account that they name, or else the one that the controller creates", async () => {
    await using server = await startServer({ controllers: ["serviceaccount"] });
    const accounts = "/api/v1/namespaces/default/serviceaccounts";
    await server.request(accounts, {
      body: { kind: "ServiceAccount", apiVersion: "v1", metadata: { name: "builder" } },
    });
    for (const [name, spec, account] of [
      ["web", {}, "default"],
      ["job", { serviceAccountName: "builder" }, "builder"],
    ] as const) {
      const response = await server.request(pods, { body: pod(name, spec) });
      expect(response.status).toBe(201);
      expect(await response.json()).toHaveProperty("spec.serviceAccountName", account);
    }
    const missing = await server.request(pods, { body: pod("other", { serviceAccountName: "missing" }) });
    expect(missing.status).toBe(403);
  });

  test("admit Pods of the system's priority classes without their objects", async () => {
    await using server = await startServer();
    const body = pod("web", { priorityClassName: "system-cluster-critical" });
    const response = await server.request(pods, { body });
    expect(await response.json()).toHaveProperty("spec.priority", 2_000_000_000);
  });
});
