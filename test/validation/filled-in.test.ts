import { describe, expect } from "vitest";
import { controllerSpec } from "../support/controllers.ts";
import { ruleServer } from "../support/refusals.ts";
import { noText, nothing, Replacements } from "../support/replacements.ts";

const server = ruleServer(["--runtime-config=admissionregistration.orch.io/v1alpha1=true"]);
const ofDefault = "/api/v1/namespaces/default";
const admission = "/apis/admissionregistration.orch.io";

/** What is sent in place of the field, and the default that is kept. */
type Row = readonly [title: string, path: string, sent: readonly unknown[], kept: unknown];

function fills(collection: string, manifest: object, rows: readonly Row[]): void {
  const objects = new Replacements(server, collection, manifest);
  for (const [title, path, sent, kept] of rows) objects.create(title, { path, sent, kept });
}

describe("a Pod is given", () => {
  const container = {
    name: "app",
    image: "app:1",
    ports: [{ containerPort: 80 }],
    env: [{ name: "NAME", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } }],
    livenessProbe: { httpGet: { port: 80 } },
  };
  const app = "/spec/containers/0";
  fills(`${ofDefault}/pods`, { spec: { containers: [container], volumes: [{ name: "scratch" }] } }, [
    ["[PodSpec#1] thirty seconds to end", "/spec/terminationGracePeriodSeconds", nothing, 30],
    ["[PodSpec#3] a policy to restart", "/spec/restartPolicy", noText, "Always"],
    ["[PodSpec#5] the names of the cluster", "/spec/dnsPolicy", noText, "ClusterFirst"],
    ["[Container#4] the file that a container's message is in", `${app}/terminationMessagePolicy`, noText, "File"],
    ["[PullPolicy#1] a policy to pull", `${app}/imagePullPolicy`, noText, "IfNotPresent"],
    ["[ContainerPorts#6] the protocol of its ports", `${app}/ports/0/protocol`, noText, "TCP"],
    ["[ObjectFieldSelector#1] the version of its fields", `${app}/env/0/valueFrom/fieldRef/apiVersion`, noText, "v1"],
    ["[Handler#2] the root of the server that is probed", `${app}/livenessProbe/httpGet/path`, noText, "/"],
    ["[VolumeSource#74] an empty directory as a volume", "/spec/volumes/0/emptyDir", nothing, {}],
  ]);
});

describe("a Service is given", () => {
  const spec = { ports: [{ port: 80 }] };
  fills(`${ofDefault}/services`, { spec }, [
    ["[Service#15] the protocol of its ports", "/spec/ports/0/protocol", noText, "TCP"],
    ["[Service#19] no affinity", "/spec/sessionAffinity", noText, "None"],
    ["[Service#41] a type", "/spec/type", noText, "ClusterIP"],
    ["[Service#61] traffic from the whole cluster", "/spec/internalTrafficPolicy", nothing, "Cluster"],
  ]);
  fills(`${ofDefault}/services`, { spec: { ...spec, sessionAffinity: "None" } }, [
    [
      "[Service#25] nothing to say of an affinity that it has not",
      "/spec/sessionAffinityConfig",
      [{ clientIP: { timeoutSeconds: 60 } }],
      undefined,
    ],
  ]);
  const threeHours = { clientIP: { timeoutSeconds: 10800 } };
  const affinity = "/spec/sessionAffinityConfig";
  fills(`${ofDefault}/services`, { spec: { ...spec, sessionAffinity: "ClientIP" } }, [
    ["[Service#21] an affinity of three hours", affinity, nothing, threeHours],
    ["[Service#22] three hours for a client", `${affinity}/clientIP`, nothing, threeHours.clientIP],
    ["[Service#23] a timeout of three hours", `${affinity}/clientIP/timeoutSeconds`, nothing, 10800],
  ]);
  fills(`${ofDefault}/services`, { spec: { ...spec, type: "LoadBalancer" } }, [
    ["[Service#51] ports of nodes", "/spec/allocateLoadBalancerNodePorts", nothing, true],
    ["[Service#56] traffic by any node", "/spec/externalTrafficPolicy", noText, "Cluster"],
  ]);
  fills(`${ofDefault}/services`, { spec: { ...spec, clusterIP: "None" } }, [
    ["[Service#26] a list of its one address", "/spec/clusterIPs", [undefined, null, []], ["None"]],
  ]);
  fills(`${ofDefault}/services`, { spec: { ...spec, type: "LoadBalancer", externalTrafficPolicy: "Local" } }, [
    [
      "[Service#59] a port that tells whether one is there",
      "/spec/healthCheckNodePort",
      [undefined, null, 0],
      expect.toSatisfy((port) => port >= 30_000 && port <= 32_767),
    ],
  ]);
});

describe("the ports of endpoints are given", () => {
  fills(`${ofDefault}/endpoints`, { subsets: [{ addresses: [{ ip: "192.0.2.1" }], ports: [{ port: 80 }] }] }, [
    ["[Endpoints#9] a protocol", "/subsets/0/ports/0/protocol", noText, "TCP"],
  ]);
  const slice = { addressType: "IPv4", endpoints: [{ addresses: ["192.0.2.1"] }], ports: [{ port: 80 }] };
  fills("/apis/discovery.orch.io/v1/namespaces/default/endpointslices", slice, [
    ["[EndpointSlice#20] a protocol, in slices", "/ports/0/protocol", nothing, "TCP"],
  ]);
});

describe("a controller is given", () => {
  const apps = "/apis/apps/v1/namespaces/default";
  const aQuarter = { maxUnavailable: "25%", maxSurge: "25%" };
  fills(`${apps}/deployments`, { spec: { ...controllerSpec, strategy: { type: "RollingUpdate" } } }, [
    ["[Deployment#6] a quarter of its Pods to roll", "/spec/strategy/rollingUpdate", nothing, aQuarter],
  ]);
  const one = { maxUnavailable: 1, maxSurge: 0 };
  fills(`${apps}/daemonsets`, { spec: { ...controllerSpec, updateStrategy: { type: "RollingUpdate" } } }, [
    ["[DaemonSet#10] one Pod to roll", "/spec/updateStrategy/rollingUpdate", nothing, one],
  ]);
  fills(`${apps}/statefulsets`, { spec: { ...controllerSpec, serviceName: "web" } }, [
    ["[StatefulSet#1] an order of its Pods", "/spec/podManagementPolicy", noText, "OrderedReady"],
    ["[StatefulSet#3] a strategy", "/spec/updateStrategy/type", noText, "RollingUpdate"],
  ]);
  const template = { spec: { restartPolicy: "Never", containers: [{ name: "app", image: "app:1" }] } };
  fills("/apis/batch/v1/namespaces/default/jobs", { spec: { template } }, [
    ["[Job#1] the uid that its Pods are known by", "/metadata/uid", noText, expect.stringMatching(/^[0-9a-f-]{36}$/)],
  ]);
  fills(
    "/apis/batch/v1/namespaces/default/cronjobs",
    { spec: { schedule: "0 * * * *", jobTemplate: { spec: { template } } } },
    [["[CronJob#5] a policy about Jobs at the same time", "/spec/concurrencyPolicy", noText, "Allow"]],
  );
});

describe("a kind of storage is given", () => {
  fills("/apis/storage.orch.io/v1/storageclasses", { provisioner: "csi.example.com" }, [
    ["[StorageClass#7] a time to bind volumes", "/volumeBindingMode", nothing, "Immediate"],
  ]);
  fills("/apis/storage.orch.io/v1/csidrivers", { spec: {} }, [
    ["[CSIDriver#1] volumes to attach", "/spec/attachRequired", nothing, true],
    ["[CSIDriver#2] no word of Pods", "/spec/podInfoOnMount", nothing, false],
    ["[CSIDriver#3] no count of what is free", "/spec/storageCapacity", nothing, false],
    ["[CSIDriver#9] no labels of SELinux", "/spec/seLinuxMount", nothing, false],
  ]);
});

describe("a class of Ingresses is given", () => {
  const parameters = { kind: "Parameters", name: "it" };
  fills("/apis/networking.orch.io/v1/ingressclasses", { spec: { controller: "example.com/it", parameters } }, [
    ["[IngressClass#4] parameters of the cluster", "/spec/parameters/scope", nothing, "Cluster"],
  ]);
});

describe("a policy of admission is given", () => {
  const rule = { operations: ["CREATE"], apiGroups: ["apps"], apiVersions: ["v1"], resources: ["deployments"] };
  const matchConstraints = { resourceRules: [rule] };
  fills(
    `${admission}/v1/validatingadmissionpolicies`,
    { spec: { matchConstraints, validations: [{ expression: "true" }] } },
    [
      ["[ValidatingAdmissionPolicy#1] a policy about failures", "/spec/failurePolicy", nothing, "Fail"],
      ["[MatchResources#1] requests of all versions", "/spec/matchConstraints/matchPolicy", nothing, "Equivalent"],
      ["[MatchResources#3] all namespaces", "/spec/matchConstraints/namespaceSelector", nothing, {}],
      ["[MatchResources#4] all objects", "/spec/matchConstraints/objectSelector", nothing, {}],
    ],
  );
  const expression = 'Object{metadata: Object.metadata{labels: {"touched": "yes"}}}';
  const mutations = [{ patchType: "ApplyConfiguration", applyConfiguration: { expression } }];
  fills(
    `${admission}/v1alpha1/mutatingadmissionpolicies`,
    { spec: { matchConstraints, mutations, reinvocationPolicy: "Never" } },
    [["[MutatingAdmissionPolicy#1] a policy about failures", "/spec/failurePolicy", nothing, "Fail"]],
  );
});
